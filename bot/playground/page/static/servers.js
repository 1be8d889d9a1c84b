// The rail of servers at the far left; above them the direct messages.

import { h, replace, soon } from "./dom.js";
import { on } from "./emitter.js";
import { guildIcon } from "./faces.js";
import { icon } from "./icons.js";
import { goGuild, goHome } from "./navigation.js";
import { channelsOf, dms, state } from "./state.js";
import { isUnread, mentionsIn } from "./unread.js";

export function serverRail(root) {
  const draw = soon(() => {
    const direct = dms();
    replace(root, h("ul", {},
      h("li", {}, entry({ name: "Direct messages", chosen: !state.currentGuild, channels: direct, act: goHome, testid: "home" }, icon("at", 24))),
      h("li", { class: "rail-line", role: "separator" }),
      [...state.guilds.values()].map((guild) => h("li", {}, entry({
        name: guild.name, chosen: state.currentGuild === guild.id, channels: channelsOf(guild.id), act: () => goGuild(guild.id), testid: "guild", id: guild.id,
      }, guildIcon(guild))))));
  });
  for (const topic of ["world", "place", "channels", "unread"]) on(topic, draw);
}

function entry({ name, chosen, channels, act, testid, id }, sign) {
  const unread = channels.some((channel) => isUnread(channel) && channel.id !== state.currentChannel);
  const count = channels.reduce((sum, channel) => sum + mentionsIn(channel), 0);
  return h("button", {
    type: "button", class: `rail-item${chosen ? " chosen" : ""}${unread ? " unread" : ""}`, title: name, data: { testid, guildId: id },
    aria: { label: name + (unread ? ", unread" : ""), current: chosen ? "true" : undefined }, on: { click: act },
  }, h("span", { class: "rail-face" }, sign), count > 0 && h("span", { class: "badge" }, String(count)));
}
