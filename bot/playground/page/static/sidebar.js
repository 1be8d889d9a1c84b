// The channels of a server, or the direct messages, with threads under their channels.

import { h, replace, soon } from "./dom.js";
import { newChannel, channelMenu } from "./admin-channels.js";
import { on } from "./emitter.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";
import { nameOf, nameOfChannel, otherIn } from "./names.js";
import { go } from "./navigation.js";
import { directMessage } from "./people.js";
import { has } from "./permissions.js";
import { compare } from "./snowflake.js";
import { channelsOf, dms, isForum, isThread, state, threadsOf, TYPE } from "./state.js";
import { accountPanel } from "./switcher.js";
import { threadItems } from "./threads.js";
import { isUnread, mentionsIn } from "./unread.js";

export function sidebar(root, { openAdmin }) {
  const head = h("header", { class: "side-head" });
  const list = h("div", { class: "side-list" });
  replace(root, head, list, accountPanel({ openAdmin }));
  const draw = soon(() => {
    const held = list.contains(document.activeElement) ? document.activeElement.dataset.channelId : null;
    const guild = state.guilds.get(state.currentGuild);
    replace(head, guild
      ? h("button", { type: "button", class: "side-title", aria: { haspopup: "menu" }, on: { click: (event) => serverMenu(event.currentTarget, guild, openAdmin) } }, h("h2", {}, guild.name), icon("chevron", 18))
      : h("h2", { class: "side-title" }, "Direct messages"));
    replace(list, guild ? guildList(guild) : dmList());
    if (held) list.querySelector(`[data-channel-id="${held}"]`)?.focus();
  });
  for (const topic of ["world", "place", "channels", "unread", "members"]) on(topic, draw);
  list.addEventListener("keydown", walk);
  list.addEventListener("contextmenu", (event) => {
    const channel = state.channels.get(event.target.closest("[data-channel-id]")?.dataset.channelId);
    if (!channel?.guild_id) return;
    event.preventDefault();
    const items = isThread(channel) ? threadItems(channel) : channelMenu(channel);
    menu({ x: event.clientX, y: event.clientY }, items, { label: nameOfChannel(channel) });
  });
}

function serverMenu(anchor, guild, openAdmin) {
  menu(anchor, [
    { label: "Server settings", icon: "gear", act: () => openAdmin() },
    { label: "Create channel", icon: "plus", act: () => newChannel(guild) },
    { label: "Faults", icon: "bolt", act: () => openAdmin("faults") },
  ], { label: guild.name });
}

function guildList(guild) {
  const all = channelsOf(guild.id).filter((channel) => !isThread(channel)).sort(inOrder);
  const groups = [{ category: null, channels: all.filter((channel) => channel.type !== TYPE.CATEGORY && !state.channels.has(channel.parent_id)) },
    ...all.filter((channel) => channel.type === TYPE.CATEGORY).map((category) => ({ category, channels: all.filter((channel) => channel.parent_id === category.id) }))];
  return groups.filter(({ category, channels }) => category || channels.length).map(({ category, channels }) => h("section", { class: "side-group" },
    h("div", { class: "side-group-head", data: category ? { channelId: category.id } : {} }, h("h3", {}, category?.name ?? "Channels"),
      h("button", { type: "button", class: "icon-button tiny", aria: { label: "Create channel" }, title: "Create channel", data: { testid: "create-channel" }, on: { click: () => newChannel(guild, category) } }, icon("plus", 16))),
    h("ul", {}, channels.map((channel) => [h("li", {}, link(channel), threadList(channel))]))));
}

const inOrder = (one, other) => (one.position ?? 0) - (other.position ?? 0) || compare(one.id, other.id);

function threadList(channel) {
  const threads = threadsOf(channel.id).filter((thread) => !thread.thread_metadata?.archived || thread.id === state.currentChannel).sort((one, other) => compare(one.id, other.id));
  return threads.length > 0 && h("ul", { class: "side-threads" }, threads.map((thread) => h("li", {}, link(thread))));
}

function signOf(channel) {
  if (isThread(channel)) return channel.type === TYPE.PRIVATE_THREAD ? "lock" : "thread";
  if (isForum(channel)) return "forum";
  if (channel.type === TYPE.VOICE || channel.type === TYPE.STAGE) return "volume";
  return channel.nsfw ? "warning" : isHidden(channel) ? "lock" : "hash";
}

function isHidden(channel) {
  const everyone = (channel.permission_overwrites ?? []).find((item) => item.id === channel.guild_id);
  return Boolean(everyone && has(everyone.deny, "VIEW_CHANNEL"));
}

function link(channel) {
  const chosen = channel.id === state.currentChannel;
  const unread = !chosen && isUnread(channel) && !isForum(channel);
  const count = chosen ? 0 : mentionsIn(channel);
  const spoken = `${nameOfChannel(channel)}${isThread(channel) ? ", thread" : isForum(channel) ? ", forum" : ""}${channel.nsfw ? ", age-restricted" : ""}${unread ? ", unread" : ""}`;
  return h("a", {
    href: `#/${channel.guild_id ?? "@me"}/${channel.id}`, class: `channel${chosen ? " chosen" : ""}${unread ? " unread" : ""}`, data: { channelId: channel.id, testid: "channel" },
    aria: { current: chosen ? "page" : undefined, label: spoken },
    on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(channel.id);
    } },
  }, icon(signOf(channel), isThread(channel) ? 16 : 20), h("span", { class: "channel-name" }, nameOfChannel(channel)), count > 0 && h("span", { class: "badge" }, String(count)));
}

function dmList() {
  const known = dms();
  const isOpen = known.some((channel) => otherIn(channel)?.id === state.bot?.id);
  return h("ul", { class: "side-dms" },
    known.map((channel) => {
      const item = link(channel);
      item.querySelector("svg").replaceWith(face(otherIn(channel), { size: 32, name: nameOf(otherIn(channel)) }));
      item.classList.add("dm");
      return h("li", {}, item);
    }),
    !isOpen && state.bot && h("li", {}, h("button", { type: "button", class: "channel dm", data: { testid: "open-dm" }, on: { click: () => directMessage(state.bot) } },
      face(state.bot, { size: 32, name: nameOf(state.bot) }), h("span", { class: "channel-name" }, nameOf(state.bot)), h("span", { class: "app-tag" }, "APP"))));
}

function walk(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const items = [...event.currentTarget.querySelectorAll("a.channel, button.channel")];
  const next = items[items.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
