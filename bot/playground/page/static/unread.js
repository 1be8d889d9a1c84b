// What one has not read: marks in the sidebar, the NEW line in the channel, the dot in the title.

import { post } from "./api.js";
import { debounce } from "./dom.js";
import { emit, on } from "./emitter.js";
import { isNewer } from "./snowflake.js";
import { isDm, isMe, memberOf, state } from "./state.js";
import { isEphemeral } from "./store.js";

const mentions = new Map(); // channel id → how many lines spoke to me since I looked

export const isUnread = (channel) => isNewer(channel.last_message_id, channel.last_read_id) && channel.last_message_id !== null;
export const mentionsIn = (channel) => mentions.get(channel.id) ?? channel.mention_count ?? 0;

const tell = debounce(250, (channelId, messageId) => post(`/channels/${channelId}/read`, { message_id: messageId }).catch(() => {}));

export function markRead(channel) {
  if (!channel) return;
  mentions.delete(channel.id);
  channel.mention_count = 0;
  if (!isUnread(channel)) return;
  channel.last_read_id = channel.last_message_id;
  tell(channel.id, channel.last_read_id);
  emit("unread");
}

on("message", (message) => {
  const channel = state.channels.get(message.channel_id);
  if (!channel || isEphemeral(message)) return;
  if (isMe(message.author.id) && !message.webhook_id) {
    channel.last_read_id = message.id;
  } else if (speaksToMe(message, channel)) {
    mentions.set(channel.id, mentionsIn(channel) + 1);
  }
  emit("unread");
});

function speaksToMe(message, channel) {
  if (isDm(channel) || message.mention_everyone) return true;
  const mine = memberOf(channel.guild_id, state.me.id)?.roles ?? [];
  return (message.mentions ?? []).some((user) => isMe(user.id)) || (message.mention_roles ?? []).some((id) => mine.includes(id));
}

export function unreadAnywhere() {
  return [...state.channels.values()].some((channel) => channel.id !== state.currentChannel && isUnread(channel));
}
