// A person: the card that opens on their name, and the menu with the bot's user commands.

import { post } from "./api.js";
import { h } from "./dom.js";
import { commandsHere } from "./commands.js";
import { emit } from "./emitter.js";
import { face } from "./faces.js";
import { send } from "./interactions.js";
import { menu } from "./menu.js";
import { hex, nameOf, roleColour, rolesOfMember } from "./names.js";
import { go } from "./navigation.js";
import { closePopover, popover } from "./popover.js";
import { current, isMe, memberOf, state, takeChannel } from "./state.js";
import { attempt } from "./toast.js";
import { becomes } from "./switcher.js";

const isPlayable = (id) => state.people.some((user) => user.id === id);

export function openProfile(anchor, userId) {
  const user = state.users.get(userId);
  if (!user) return;
  const guildId = current()?.guild_id ?? state.currentGuild;
  const roles = rolesOfMember(guildId, userId);
  const card = h("div", { class: "profile", data: { testid: "profile" } },
    h("div", { class: "profile-band" }), face(user, { size: 72, name: nameOf(user, guildId), className: "profile-face", member: memberOf(guildId, userId) }),
    h("div", { class: "profile-body" },
      h("h3", {}, nameOf(user, guildId), user.bot && h("span", { class: "app-tag" }, "APP")), h("div", { class: "quiet" }, user.username),
      roles.length > 0 && h("div", { class: "profile-roles" }, roles.map((role) => h("span", { class: "role-pill", vars: roleColour(role) ? { tint: hex(roleColour(role)) } : {} }, role.name))),
      h("div", { class: "profile-acts" },
        user.id === state.bot?.id && h("button", { type: "button", class: "button primary", on: { click: () => { closePopover(); directMessage(user); } } }, "Message"),
        isPlayable(userId) && !isMe(userId) && h("button", { type: "button", class: "button secondary", on: { click: () => { closePopover(); becomes(userId); } } }, `Act as ${nameOf(user, guildId)}`))));
  const side = anchor instanceof Element && anchor.closest("#members") ? "beside" : "below";
  popover(anchor, card, { className: "profile-box", side });
}

export async function personMenu(at, userId) {
  const user = state.users.get(userId);
  if (!user) return;
  const guildId = current()?.guild_id;
  let apps = [];
  try {
    apps = (await commandsHere()).filter((command) => command.type === 2);
  } catch {
    // The bot may be away; the rest of the menu still works.
  }
  menu(at, [
    { label: "Profile", act: () => openProfile(at, userId) },
    { label: "Mention", act: () => emit("mention", user, nameOf(user, guildId)) },
    user.id === state.bot?.id && { label: "Message", act: () => directMessage(user) },
    isPlayable(userId) && !isMe(userId) && { label: `Act as ${nameOf(user, guildId)}`, icon: "swap", act: () => becomes(userId) },
    { label: "Copy user ID", icon: "copy", act: () => navigator.clipboard?.writeText(userId) },
    ...(apps.length ? ["-", { heading: "Apps" }, ...apps.map((command) => ({
      label: command.name_localized ?? command.name, icon: "bolt",
      act: () => send({ type: 2, channel_id: current().id, data: { id: command.id, name: command.name, type: 2, target_id: userId } }, { label: command.name }).catch(() => {}),
    }))] : []),
  ], { label: nameOf(user, guildId) });
}

export async function directMessage(user) {
  const channel = await attempt(() => post("/dms", { recipient_id: user.id }));
  if (!channel?.id) return;
  takeChannel(channel);
  emit("channels");
  go(channel.id);
}
