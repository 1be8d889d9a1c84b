// Making and changing channels, and who may do what in them.

import { del, patch, post, put } from "./api.js";
import { confirmation, dialog, formDialog } from "./dialog.js";
import { h, replace } from "./dom.js";
import { on } from "./emitter.js";
import { icon } from "./icons.js";
import { nameOf } from "./names.js";
import { go } from "./navigation.js";
import { bit, has, LABELS } from "./permissions.js";
import { channelsOf, isForum, isThread, rolesOf, state, TYPE } from "./state.js";
import { attempt } from "./toast.js";

const KINDS = [["0", "Text"], ["15", "Forum"], ["4", "Category"]];

/** What an overwrite of a channel can grant or take. */
const IN_CHANNEL = [
  "VIEW_CHANNEL", "SEND_MESSAGES", "SEND_IN_THREADS", "READ_HISTORY", "USE_COMMANDS", "ADD_REACTIONS", "ATTACH_FILES", "EMBED_LINKS", "MENTION_EVERYONE",
  "CREATE_PUBLIC_THREADS", "CREATE_PRIVATE_THREADS", "MANAGE_MESSAGES", "PIN_MESSAGES", "MANAGE_THREADS", "MANAGE_CHANNELS", "MANAGE_ROLES", "MANAGE_WEBHOOKS",
];

export function newChannel(guild, category = null) {
  const categories = channelsOf(guild.id).filter((channel) => channel.type === TYPE.CATEGORY);
  formDialog("Create channel", [
    { name: "name", label: "Name", required: true, max: 100, placeholder: "new-channel" },
    { name: "type", label: "Kind", kind: "choice", options: KINDS, value: "0" },
    { name: "nsfw", label: "Age-restricted", kind: "check", hint: "Only for adults; characters may follow other rules there." },
    categories.length > 0 && { name: "parent", label: "Category", kind: "choice", value: category?.id ?? "", options: [["", "None"], ...categories.map((item) => [item.id, item.name])] },
  ].filter(Boolean), {
    verb: "Create channel",
    act: async ({ name, type, nsfw, parent }, close) => {
      const body = { name, type: Number(type) };
      if (nsfw && body.type !== TYPE.CATEGORY) body.nsfw = true;
      if (parent && body.type !== TYPE.CATEGORY) body.parent_id = parent;
      const channel = await attempt(() => post(`/guilds/${guild.id}/channels`, body));
      if (!channel) return;
      close();
      if (channel.type !== TYPE.CATEGORY) goOnceKnown(channel.id);
    },
  });
}

/** The answer to the request may overtake the event that tells this page of the channel. */
function goOnceKnown(channelId) {
  const opens = () => state.channels.has(channelId) && (go(channelId), true);
  if (opens()) return;
  const off = on("channels", () => opens() && off());
}

export function channelMenu(channel) {
  return [
    { label: "Edit channel", icon: "edit", act: () => editChannel(channel) },
    { label: "Permissions", icon: "lock", act: () => permissionsOf(channel) },
    channel.type !== TYPE.CATEGORY && { label: channel.nsfw ? "Make suitable for all ages" : "Make age-restricted", icon: "warning", act: () => attempt(() => patch(`/channels/${channel.id}`, { nsfw: !channel.nsfw })) },
    { label: "Copy channel ID", icon: "copy", act: () => navigator.clipboard?.writeText(channel.id) },
    "-",
    { label: "Delete channel", icon: "trash", danger: true, act: () => removeChannel(channel) },
  ];
}

function editChannel(channel) {
  const isPlace = channel.type !== TYPE.CATEGORY;
  formDialog(`Edit ${channel.name}`, [
    { name: "name", label: "Name", required: true, max: 100, value: channel.name },
    isPlace && { name: "topic", label: "Topic", kind: "long", max: 1024, value: channel.topic ?? "" },
    isPlace && { name: "nsfw", label: "Age-restricted", kind: "check", value: channel.nsfw },
    isPlace && { name: "slow", label: "Slow mode (seconds)", kind: "number", least: 0, value: String(channel.rate_limit_per_user ?? 0) },
    isForum(channel) && { name: "tags", label: "Tags", value: (channel.available_tags ?? []).map((tag) => tag.name).join(", "), hint: "Separated by commas" },
  ].filter(Boolean), {
    act: async ({ name, topic, nsfw, slow, tags }, close) => {
      const body = isPlace ? { name, topic: topic || null, nsfw, rate_limit_per_user: Number(slow) || 0 } : { name };
      if (tags !== undefined) body.available_tags = tags.split(",").map((tag) => tag.trim()).filter(Boolean).map((tag) => channel.available_tags?.find((known) => known.name === tag) ?? { name: tag });
      if (await attempt(() => patch(`/channels/${channel.id}`, body))) close();
    },
  });
}

function removeChannel(channel) {
  confirmation(`Delete ${channel.name}`, h("p", {}, `All messages of ${channel.name} go with it. This cannot be undone.`), { verb: "Delete channel", act: () => attempt(() => del(`/channels/${channel.id}`)) });
}

export function channelsTab(guild) {
  if (!guild) return h("p", {}, "You are in no server.");
  const channels = channelsOf(guild.id).filter((channel) => !isThread(channel)).sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  return h("div", {},
    h("div", { class: "admin-head" }, h("p", { class: "quiet" }, `What you may change depends on whom you act as; ${nameOf(state.users.get(guild.owner_id), guild.id)} owns ${guild.name}.`),
      h("button", { type: "button", class: "button primary", on: { click: () => newChannel(guild) } }, icon("plus", 18), "Create channel")),
    h("ul", { class: "admin-list" }, channels.map((channel) => h("li", {},
      icon(isForum(channel) ? "forum" : channel.type === TYPE.CATEGORY ? "chevron" : "hash", 20),
      h("span", { class: "admin-name" }, channel.name, channel.nsfw && h("span", { class: "age-tag" }, "18+")),
      tool("edit", `Edit ${channel.name}`, () => editChannel(channel)),
      tool("lock", `Permissions of ${channel.name}`, () => permissionsOf(channel)),
      tool("trash", `Delete ${channel.name}`, () => removeChannel(channel), true)))));
}

export function tool(sign, label, act, danger = false) {
  return h("button", { type: "button", class: danger ? "icon-button danger" : "icon-button", title: label, aria: { label }, on: { click: act } }, icon(sign, 18));
}

// --- overwrites -----------------------------------------------------------------------------

function permissionsOf(channel) {
  const targets = [
    ...rolesOf(channel.guild_id).map((role) => ({ id: role.id, type: 0, name: role.id === channel.guild_id ? "@everyone" : `@${role.name}` })),
    ...[...(state.members.get(channel.guild_id)?.values() ?? [])].map(({ user }) => ({ id: user.id, type: 1, name: nameOf(user, channel.guild_id) })),
  ];
  let target = targets.find((item) => item.id === channel.guild_id) ?? targets[0];
  const table = h("div", { class: "overwrites" });
  const picker = h("select", { aria: { label: "Role or member" }, data: { testid: "overwrite-target" } }, targets.map((item) => h("option", { value: item.id, selected: item === target }, item.name)));
  const live = () => state.channels.get(channel.id) ?? channel;
  const draw = () => {
    const known = (live().permission_overwrites ?? []).find((item) => item.id === target.id) ?? { allow: "0", deny: "0" };
    replace(table, IN_CHANNEL.map((name) => permissionRow(name, known, (stand) => save(name, stand, known))));
  };
  async function save(name, stand, known) {
    let allow = BigInt(known.allow ?? 0) & ~bit(name);
    let deny = BigInt(known.deny ?? 0) & ~bit(name);
    if (stand === "allow") allow |= bit(name);
    if (stand === "deny") deny |= bit(name);
    const path = `/channels/${channel.id}/permissions/${target.id}`;
    const done = await attempt(() => (allow || deny ? put(path, { type: target.type, allow: String(allow), deny: String(deny) }) : del(path)));
    if (done) remember(live(), { id: target.id, type: target.type, allow: String(allow), deny: String(deny) });
    draw();
  }
  picker.addEventListener("change", () => {
    target = targets.find((item) => item.id === picker.value);
    draw();
  });
  dialog(`Permissions of ${channel.name}`, () => h("div", { class: "dialog-body" },
    h("div", { class: "field" }, h("span", { class: "quiet" }, "For this role or member:"), picker), table), { testid: "overwrites" });
  draw();
}

/** The event brings the same; until then the table must not jump back. */
function remember(channel, overwrite) {
  const others = (channel.permission_overwrites ?? []).filter((item) => item.id !== overwrite.id);
  channel.permission_overwrites = overwrite.allow === "0" && overwrite.deny === "0" ? others : [...others, overwrite];
}

function permissionRow(name, known, set) {
  const now = has(known.allow, name) ? "allow" : has(known.deny, name) ? "deny" : "neutral";
  const stand = (value, sign, label) => h("button", {
    type: "button", class: `stand ${value}`, role: "radio", aria: { checked: String(now === value), label: `${LABELS[name]}: ${label}` }, on: { click: () => now !== value && set(value) },
  }, sign);
  return h("div", { class: "overwrite", role: "radiogroup", aria: { label: LABELS[name] } }, h("span", {}, LABELS[name]),
    h("span", { class: "stands" }, stand("deny", icon("close", 16), "deny"), stand("neutral", "/", "as above"), stand("allow", icon("check", 16), "allow")));
}
