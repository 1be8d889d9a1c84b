// Discord's permission bits, in the words its settings use.

const BITS = {
  CREATE_INVITE: 0, KICK_MEMBERS: 1, BAN_MEMBERS: 2, ADMINISTRATOR: 3, MANAGE_CHANNELS: 4, MANAGE_GUILD: 5,
  ADD_REACTIONS: 6, VIEW_CHANNEL: 10, SEND_MESSAGES: 11, MANAGE_MESSAGES: 13, EMBED_LINKS: 14,
  ATTACH_FILES: 15, READ_HISTORY: 16, MENTION_EVERYONE: 17, USE_EXTERNAL_EMOJIS: 18,
  CHANGE_NICKNAME: 26, MANAGE_NICKNAMES: 27, MANAGE_ROLES: 28, MANAGE_WEBHOOKS: 29,
  USE_COMMANDS: 31, MANAGE_THREADS: 34, CREATE_PUBLIC_THREADS: 35, CREATE_PRIVATE_THREADS: 36,
  SEND_IN_THREADS: 38, MODERATE_MEMBERS: 40, USE_EXTERNAL_APPS: 50, PIN_MESSAGES: 51, BYPASS_SLOWMODE: 52,
};

export const LABELS = {
  ADMINISTRATOR: "Administrator", VIEW_CHANNEL: "View Channels", SEND_MESSAGES: "Send Messages",
  SEND_IN_THREADS: "Send Messages in Threads", READ_HISTORY: "Read Message History",
  USE_COMMANDS: "Use Application Commands", ADD_REACTIONS: "Add Reactions", ATTACH_FILES: "Attach Files",
  EMBED_LINKS: "Embed Links", MENTION_EVERYONE: "Mention @everyone", CREATE_PUBLIC_THREADS: "Create Public Threads",
  CREATE_PRIVATE_THREADS: "Create Private Threads", MANAGE_MESSAGES: "Manage Messages", PIN_MESSAGES: "Pin Messages",
  MANAGE_THREADS: "Manage Threads", MANAGE_CHANNELS: "Manage Channels", MANAGE_ROLES: "Manage Roles",
  MANAGE_WEBHOOKS: "Manage Webhooks", MANAGE_GUILD: "Manage Server", KICK_MEMBERS: "Kick Members",
  MODERATE_MEMBERS: "Time Out Members", CHANGE_NICKNAME: "Change Nickname", MANAGE_NICKNAMES: "Manage Nicknames",
  USE_EXTERNAL_APPS: "Use External Apps", USE_EXTERNAL_EMOJIS: "Use External Emoji", BYPASS_SLOWMODE: "Bypass Slowmode",
};

export function bit(name) {
  return 1n << BigInt(BITS[name]);
}

export function has(bits, name) {
  const value = BigInt(bits ?? 0);
  return (value & bit(name)) !== 0n;
}

/** May the acting member do this in the channel? The server has the last word; without its word: yes. */
export function may(channel, name) {
  if (!channel?.permissions) return true;
  return has(channel.permissions, "ADMINISTRATOR") || has(channel.permissions, name);
}
