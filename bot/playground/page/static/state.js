// What this member can see: people, servers, channels. Filled by WORLD, kept current by events.js.

import { actingAs } from "./acting.js";

export const TYPE = {
  TEXT: 0, DM: 1, VOICE: 2, CATEGORY: 4, NEWS: 5, NEWS_THREAD: 10, THREAD: 11, PRIVATE_THREAD: 12, STAGE: 13, FORUM: 15, MEDIA: 16,
};

export const state = {
  ready: false,
  me: null,
  bot: null,
  people: [],
  guilds: new Map(),
  channels: new Map(), // channels, threads and DMs by id
  users: new Map(),
  members: new Map(), // guild id → Map(user id → member)
  typingTimeout: 10,
  currentGuild: "", // "" is the place for direct messages
  currentChannel: "",
  lastChannel: new Map(), // guild id → the channel last looked at
};

export function takeWorld(world) {
  state.me = world.me;
  state.bot = world.bot;
  state.people = world.people ?? [];
  state.typingTimeout = world.typing_timeout ?? 10;
  state.guilds = new Map();
  state.channels = new Map();
  state.users = new Map();
  state.members = new Map();
  for (const user of [...state.people, world.bot, world.me]) rememberUser(user);
  for (const guild of world.guilds ?? []) takeGuild(guild);
  for (const channel of world.dms ?? []) takeChannel(channel);
  state.ready = true;
}

export function takeGuild(guild) {
  const { channels = [], threads = [], members = [], ...rest } = guild;
  state.guilds.set(guild.id, { ...state.guilds.get(guild.id), ...rest });
  const known = new Map(state.members.get(guild.id));
  for (const member of members) {
    rememberUser(member.user);
    known.set(member.user.id, member);
  }
  state.members.set(guild.id, known);
  for (const channel of [...channels, ...threads]) takeChannel({ guild_id: guild.id, ...channel });
}

export function takeChannel(channel) {
  for (const user of channel.recipients ?? []) rememberUser(user);
  const before = state.channels.get(channel.id);
  const merged = { ...before, ...channel };
  if (!("permissions" in channel) && before) merged.permissions = before.permissions;
  if (isThread(merged) && !merged.permissions) merged.permissions = state.channels.get(merged.parent_id)?.permissions;
  state.channels.set(channel.id, merged);
  return merged;
}

export function rememberUser(user) {
  if (user?.id) state.users.set(user.id, { ...state.users.get(user.id), ...user });
}

export const channelOf = (id) => state.channels.get(id);
export const current = () => state.channels.get(state.currentChannel);
export const isThread = (channel) => [TYPE.NEWS_THREAD, TYPE.THREAD, TYPE.PRIVATE_THREAD].includes(channel?.type);
export const isForum = (channel) => channel?.type === TYPE.FORUM || channel?.type === TYPE.MEDIA;
export const isDm = (channel) => channel?.type === TYPE.DM;
export const isText = (channel) => [TYPE.TEXT, TYPE.NEWS, TYPE.DM, TYPE.VOICE, TYPE.STAGE].includes(channel?.type) || isThread(channel);
export const parentOf = (channel) => state.channels.get(channel?.parent_id);
/** Said through a webhook in somebody else's name. Answers to interactions have a webhook_id too, but the bot's own face. */
export const isMasked = (message) => Boolean(message.webhook_id) && message.author?.id !== state.bot?.id;
export const isMe = (id) => id === (state.me?.id ?? actingAs());
export const isAgeRestricted = (channel) => Boolean(channel?.nsfw || (isThread(channel) && parentOf(channel)?.nsfw));

export function guildOf(channel) {
  return state.guilds.get(channel?.guild_id);
}

export function rolesOf(guildId) {
  return state.guilds.get(guildId)?.roles ?? [];
}

export function memberOf(guildId, userId) {
  return state.members.get(guildId)?.get(userId);
}

export function channelsOf(guildId) {
  return [...state.channels.values()].filter((channel) => channel.guild_id === guildId);
}

export function threadsOf(channelId) {
  return [...state.channels.values()].filter((channel) => isThread(channel) && channel.parent_id === channelId);
}

export function dms() {
  return [...state.channels.values()].filter(isDm);
}

/** The people who can be mentioned here. */
export function peopleIn(channel) {
  if (channel?.guild_id) return [...(state.members.get(channel.guild_id)?.values() ?? [])];
  return [...(channel?.recipients ?? []), state.me].map((user) => ({ user, roles: [] }));
}
