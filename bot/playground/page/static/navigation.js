// Where the page looks: the place stands in the address (#/server/channel/message), so that links and the back key work.

import { emit } from "./emitter.js";
import { channelsOf, dms, isThread, state, TYPE } from "./state.js";

export function go(channelId, { message = "" } = {}) {
  const channel = state.channels.get(channelId);
  if (!channel) return;
  const hash = `#/${channel.guild_id ?? "@me"}/${channelId}${message ? `/${message}` : ""}`;
  if (location.hash !== hash) history.pushState(null, "", `${location.pathname}${location.search}${hash}`);
  enter(channel, message);
}

export function goHome() {
  const remembered = state.channels.get(state.lastChannel.get("@me"));
  const channel = remembered ?? dms()[0];
  if (channel) go(channel.id);
  else {
    history.pushState(null, "", `${location.pathname}${location.search}#/@me`);
    leaveTo("");
  }
}

export function goGuild(guildId) {
  const remembered = state.channels.get(state.lastChannel.get(guildId));
  const channel = remembered ?? firstChannel(guildId);
  if (channel) go(channel.id);
  else leaveTo(guildId);
}

function leaveTo(guildId) {
  state.currentGuild = guildId;
  state.currentChannel = "";
  emit("place");
}

function enter(channel, message) {
  state.currentGuild = channel.guild_id ?? "";
  state.currentChannel = channel.id;
  state.lastChannel.set(channel.guild_id ?? "@me", channel.id);
  emit("place", message);
}

export function firstChannel(guildId) {
  return channelsOf(guildId)
    .filter((channel) => !isThread(channel) && channel.type !== TYPE.CATEGORY && channel.type !== TYPE.VOICE)
    .sort((one, other) => (one.position ?? 0) - (other.position ?? 0))[0];
}

/** What the address says; what one may no longer see falls back to the first place that one may. */
export function arrive() {
  const [, guildId, channelId, messageId] = location.hash.split("/");
  const channel = state.channels.get(channelId);
  if (channel) return enter(channel, messageId ?? "");
  if (guildId === "@me") return goHome();
  const guild = state.guilds.get(guildId) ?? state.guilds.get(state.currentGuild) ?? [...state.guilds.values()][0];
  if (!guild) return goHome();
  const first = state.channels.get(state.lastChannel.get(guild.id)) ?? firstChannel(guild.id);
  if (!first) return leaveTo(guild.id);
  history.replaceState(null, "", `${location.pathname}${location.search}#/${guild.id}/${first.id}`);
  return enter(first, "");
}

addEventListener("popstate", () => state.ready && arrive());
