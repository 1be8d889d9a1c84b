// What people, roles and channels are called, and in which colour.

import { isDm, memberOf, rolesOf, state } from "./state.js";

export function nameOf(user, guildId) {
  if (!user) return "unknown";
  const member = guildId && memberOf(guildId, user.id);
  return member?.nick || user.global_name || user.username || "unknown";
}

export function nameOfId(userId, guildId) {
  return nameOf(state.users.get(userId), guildId);
}

export function nameOfChannel(channel) {
  if (!channel) return "unknown";
  if (isDm(channel)) return nameOf(otherIn(channel));
  return channel.name;
}

export function otherIn(channel) {
  return (channel.recipients ?? []).find((user) => user.id !== state.me?.id) ?? state.bot;
}

/** The member's roles, highest first, without @everyone. */
export function rolesOfMember(guildId, userId) {
  const mine = new Set(memberOf(guildId, userId)?.roles ?? []);
  return rolesOf(guildId).filter((role) => mine.has(role.id)).sort((one, other) => other.position - one.position);
}

export function colourOf(guildId, userId) {
  const role = rolesOfMember(guildId, userId).find((item) => roleColour(item));
  return role ? hex(roleColour(role)) : "";
}

export function roleColour(role) {
  return role?.colors?.primary_color || role?.color || 0;
}

export function hex(colour) {
  return `#${Number(colour).toString(16).padStart(6, "0")}`;
}
