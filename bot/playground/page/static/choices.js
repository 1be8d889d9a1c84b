// What a select offers: its own options, or the people, roles and channels of the place.

import { nameOf, nameOfChannel, rolesOfMember } from "./names.js";
import { channelsOf, isThread, peopleIn, rolesOf, state, TYPE } from "./state.js";

const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;

/** → [{value, label, description, kind, of}] */
export function choicesOf(item, place) {
  switch (item.type) {
    case USER: return people(place);
    case ROLE: return roles(place);
    case MENTIONABLE: return [...people(place), ...roles(place)];
    case CHANNEL: return channels(place, item.channel_types);
    default:
      return (item.options ?? []).map((option) => ({
        value: option.value, label: option.label, description: option.description, emoji: option.emoji?.name, chosen: option.default,
      }));
  }
}

export function people(place) {
  return peopleIn(place).map(({ user }) => ({
    value: user.id, label: nameOf(user, place?.guild_id), description: rolesOfMember(place?.guild_id, user.id)[0]?.name ?? user.username, kind: "user", of: user,
  })).sort(byLabel);
}

export function roles(place) {
  return rolesOf(place?.guild_id).map((role) => ({ value: role.id, label: `@${role.name.replace(/^@/, "")}`, kind: "role", of: role }));
}

export function channels(place, types) {
  const wanted = types?.length ? new Set(types) : null;
  return channelsOf(place?.guild_id)
    .filter((channel) => (wanted ? wanted.has(channel.type) : !isThread(channel)))
    .map((channel) => ({
      value: channel.id, label: nameOfChannel(channel), description: state.channels.get(channel.parent_id)?.name, of: channel,
      kind: channel.type === TYPE.CATEGORY ? "category" : "channel",
    })).sort(byLabel);
}

const byLabel = (one, other) => one.label.localeCompare(other.label);

/** What is chosen already, by the bot's defaults. */
export function defaultsOf(item) {
  if (item.default_values) return item.default_values.map((value) => value.id);
  return (item.options ?? []).filter((option) => option.default).map((option) => option.value);
}

export function chosenWords(item, place, values = defaultsOf(item)) {
  if (!values.length) return "";
  const known = new Map(choicesOf(item, place).map((choice) => [choice.value, choice.label]));
  return values.map((value) => known.get(value) ?? value).join(", ");
}

export function matching(choices, query) {
  const wanted = query.trim().toLowerCase().replace(/^[@#]/, "");
  if (!wanted) return choices;
  const rank = (choice) => {
    const label = choice.label.toLowerCase().replace(/^[@#]/, "");
    if (label.startsWith(wanted)) return 0;
    if (label.includes(wanted)) return 1;
    return choice.description?.toLowerCase().includes(wanted) || choice.of?.username?.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return choices.map((choice) => [rank(choice), choice]).filter(([order]) => order < 3).sort((one, other) => one[0] - other[0]).map(([, choice]) => choice);
}
