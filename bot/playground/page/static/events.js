// Takes the frames of the socket into the state and tells the views what changed.

import { actAs } from "./acting.js";
import { emit, on } from "./emitter.js";
import { isMasked, state, takeChannel, takeGuild, takeWorld, rememberUser } from "./state.js";
import * as store from "./store.js";
import { isNewer } from "./snowflake.js";

const handlers = {
  WORLD(world) {
    const before = state.me?.id;
    takeWorld(world);
    if (before && before !== world.me.id) store.forget();
    actAs(world.me.id);
    emit("world", { someoneElse: before !== world.me.id });
  },

  MESSAGE_CREATE(message) {
    rememberAuthor(message);
    const channel = state.channels.get(message.channel_id);
    if (channel && !store.isEphemeral(message) && isNewer(message.id, channel.last_message_id)) {
      channel.last_message_id = message.id;
    }
    store.add(message);
    emit("message", message);
    emit("typing-ended", message.channel_id, isMasked(message) ? "" : message.author?.id);
    if (message.interaction_metadata?.id) emit("interaction-answered", message.interaction_metadata.id);
  },
  MESSAGE_UPDATE(message) {
    if (message.author) rememberAuthor(message);
    store.change(withMyReactions(message));
    emit("message-touched", message);
  },
  MESSAGE_DELETE({ channel_id, id }) {
    store.remove(channel_id, id);
  },
  MESSAGE_DELETE_BULK({ channel_id, ids }) {
    for (const id of ids) store.remove(channel_id, id);
  },
  MESSAGE_REACTION_ADD(event) {
    react(event, 1);
  },
  MESSAGE_REACTION_REMOVE(event) {
    react(event, -1);
  },
  MESSAGE_REACTION_REMOVE_ALL({ channel_id, message_id }) {
    store.change({ channel_id, id: message_id, reactions: [] });
  },
  MESSAGE_REACTION_REMOVE_EMOJI({ channel_id, message_id, emoji }) {
    const message = store.messageOf(channel_id, message_id);
    if (!message) return;
    const reactions = (message.reactions ?? []).filter((item) => !sameEmoji(item.emoji, emoji));
    store.change({ channel_id, id: message_id, reactions });
  },
  TYPING_START({ channel_id, user_id, member }) {
    rememberUser(member?.user);
    if (user_id !== state.me.id) emit("typing", channel_id, user_id);
  },

  CHANNEL_CREATE: channelChanged,
  CHANNEL_UPDATE: channelChanged,
  CHANNEL_DELETE: channelGone,
  THREAD_CREATE: channelChanged,
  THREAD_UPDATE: channelChanged,
  THREAD_DELETE: channelGone,
  THREAD_LIST_SYNC({ threads }) {
    for (const thread of threads) takeChannel(thread);
    emit("channels");
  },
  THREAD_MEMBER_UPDATE(event) {
    const thread = state.channels.get(event.id);
    if (thread) thread.member = event;
    emit("channels");
  },
  THREAD_MEMBERS_UPDATE(event) {
    const thread = state.channels.get(event.id);
    if (!thread) return;
    thread.member_count = event.member_count;
    if ((event.removed_member_ids ?? []).includes(state.me.id)) delete thread.member;
    const mine = (event.added_members ?? []).find((item) => item.user_id === state.me.id);
    if (mine) thread.member = mine;
    emit("channels");
    emit("members");
  },

  GUILD_CREATE(guild) {
    takeGuild(guild);
    emit("channels");
    emit("members");
  },
  GUILD_UPDATE(guild) {
    takeGuild(guild);
    emit("channels");
  },
  GUILD_DELETE({ id }) {
    state.guilds.delete(id);
    state.members.delete(id);
    for (const channel of [...state.channels.values()]) if (channel.guild_id === id) state.channels.delete(channel.id);
    emit("channels");
  },
  GUILD_MEMBER_ADD: memberChanged,
  GUILD_MEMBER_UPDATE: memberChanged,
  GUILD_MEMBER_REMOVE({ guild_id, user }) {
    state.members.get(guild_id)?.delete(user.id);
    emit("members");
  },
  GUILD_ROLE_CREATE: roleChanged,
  GUILD_ROLE_UPDATE: roleChanged,
  GUILD_ROLE_DELETE({ guild_id, role_id }) {
    const guild = state.guilds.get(guild_id);
    if (guild) guild.roles = guild.roles.filter((role) => role.id !== role_id);
    emit("members");
  },
  PRESENCE_UPDATE({ user, status }) {
    rememberUser({ ...user, status });
    emit("members");
  },
  USER_UPDATE(user) {
    rememberUser(user);
    if (user.id === state.bot?.id) state.bot = { ...state.bot, ...user };
    emit("members");
  },
  PERSON_CREATE(user) {
    rememberUser(user);
    state.people = [...state.people.filter((other) => other.id !== user.id), user];
    emit("people");
  },
  MESSAGE_ACK({ channel_id, message_id }) {
    const channel = state.channels.get(channel_id);
    if (channel) channel.last_read_id = message_id;
    emit("unread");
  },

  GUILD_APPLICATION_COMMAND_INDEX_UPDATE: commandsChanged,
  APPLICATION_COMMAND_PERMISSIONS_UPDATE: commandsChanged,

  INTERACTION_MODAL(modal) {
    emit("interaction-answered", modal.interaction_id);
    emit("modal", modal);
  },
  INTERACTION_FAILED({ interaction_id }) {
    emit("interaction-failed", interaction_id);
  },
  INTERACTION_SUCCESS({ interaction_id }) {
    emit("interaction-answered", interaction_id);
  },
};

/** Events are the same for all: whether a reaction is mine, only I know. */
function withMyReactions(message) {
  if (!message.reactions) return message;
  const known = store.messageOf(message.channel_id, message.id)?.reactions ?? [];
  const reactions = message.reactions.map((item) => ({ ...item, me: known.some((other) => other.me && sameEmoji(other.emoji, item.emoji)) }));
  return { ...message, reactions };
}

function rememberAuthor(message) {
  if (isMasked(message)) return; // a webhook's face is this message's alone
  rememberUser(message.author);
  for (const user of message.mentions ?? []) rememberUser(user);
}

/** Commands come and go with the bot: what is open shows the new ones. */
function commandsChanged() {
  emit("commands");
}

function channelChanged(channel) {
  takeChannel(channel);
  emit("channels");
}

function channelGone({ id }) {
  state.channels.delete(id);
  for (const channel of [...state.channels.values()]) if (channel.parent_id === id && channel.thread_metadata) state.channels.delete(channel.id);
  emit("channels");
}

function memberChanged({ guild_id, ...member }) {
  rememberUser(member.user);
  const members = state.members.get(guild_id);
  members?.set(member.user.id, { ...members.get(member.user.id), ...member });
  emit("members");
}

function roleChanged({ guild_id, role }) {
  const guild = state.guilds.get(guild_id);
  if (guild) guild.roles = [...guild.roles.filter((item) => item.id !== role.id), role];
  emit("members");
}

export const sameEmoji = (one, other) => (one.id ? one.id === other.id : one.name === other.name && !other.id);

function react({ channel_id, message_id, emoji, user_id }, step) {
  const message = store.messageOf(channel_id, message_id);
  if (!message) return;
  const reactions = (message.reactions ?? []).map((item) => ({ ...item }));
  let entry = reactions.find((item) => sameEmoji(item.emoji, emoji));
  if (!entry) reactions.push((entry = { emoji, count: 0, me: false }));
  entry.count += step;
  if (user_id === state.me.id) entry.me = step > 0;
  store.change({ channel_id, id: message_id, reactions: reactions.filter((item) => item.count > 0) });
}

export function listen() {
  on("frame", (kind, details) => handlers[kind]?.(details));
}
