// @ # and : in the composer: who, where and which sign is meant.

import { h } from "./dom.js";
import { channels, matching, people, roles } from "./choices.js";
import { findEmoji } from "./emoji.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { hex, roleColour } from "./names.js";
import { current, isDm, rolesOf } from "./state.js";

const TOKEN = /(^|[\s(])([@#:])([\p{L}\p{N}_+.-]{0,32})$/u;

/** Looks at the words before the caret; shows what fits, or says false. `written` remembers what each insertion stands for. */
export function suggest(input, panel, written) {
  const before = input.value.slice(0, input.selectionStart);
  const found = TOKEN.exec(before);
  if (!found || input.selectionStart !== input.selectionEnd) return false;
  const [, , sign, query] = found;
  const start = before.length - query.length - 1;
  const insert = (words) => {
    input.setRangeText(`${words} `, start, input.selectionStart, "end");
    panel.hide();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  if (sign === ":") return query.length >= 2 && emoji(query, panel, input, insert);
  const items = sign === "@" ? whom(query) : isDm(current()) ? [] : matching(channels(current()), query).filter((item) => item.kind === "channel");
  if (!items.length) return false;
  panel.show({
    items: items.slice(0, 10), input, testid: "mention-item", heading: sign === "@" ? "People and roles" : "Channels", draw: drawn,
    pick: (item) => {
      const words = item.kind === "everyone" ? item.label : `${sign}${item.label.replace(/^[@#]/, "")}`;
      if (item.kind === "user") written.set(words, `<@${item.value}>`);
      if (item.kind === "role") written.set(words, `<@&${item.value}>`);
      if (item.kind === "channel") written.set(words, `<#${item.value}>`);
      insert(words);
    },
  });
  return true;
}

function whom(query) {
  const place = current();
  const special = isDm(place) ? [] : [
    { kind: "everyone", label: "@everyone", description: "Notify everyone who can see this channel" },
    { kind: "everyone", label: "@here", description: "Notify everyone online who can see this channel" },
  ];
  const named = roles(place).filter((item) => item.value !== place.guild_id);
  return [...matching(people(place), query), ...matching(named, query), ...matching(special, query)];
}

function drawn(item) {
  const sign = item.kind === "user" ? face(item.of, { size: 24, name: item.label }) : icon(item.kind === "channel" ? "hash" : "at", 18);
  const colour = item.kind === "role" && roleColour(item.of);
  return [sign, h("span", { class: "panel-label", vars: colour ? { tint: hex(colour) } : {} }, item.label), h("span", { class: "quiet" }, item.kind === "user" ? item.of.username : item.description)];
}

function emoji(query, panel, input, insert) {
  const items = findEmoji(query);
  if (!items.length) return false;
  panel.show({
    items, input, testid: "emoji-item", heading: "Emoji", pick: ([, sign]) => insert(sign),
    draw: ([name, sign]) => [h("span", { class: "panel-emoji" }, sign), h("span", {}, `:${name}:`)],
  });
  return true;
}

/** What people typed, as Discord stores it: names become mentions, outside of code. */
export function withMentions(text, written) {
  const place = current();
  const names = new Map(written);
  for (const person of people(place)) {
    if (!names.has(`@${person.label}`)) names.set(`@${person.label}`, `<@${person.value}>`);
    if (!names.has(`@${person.of.username}`)) names.set(`@${person.of.username}`, `<@${person.value}>`);
  }
  for (const role of rolesOf(place?.guild_id)) if (role.mentionable && !names.has(`@${role.name}`)) names.set(`@${role.name}`, `<@&${role.id}>`);
  for (const channel of place?.guild_id ? channels(place) : []) if (!names.has(`#${channel.label}`)) names.set(`#${channel.label}`, `<#${channel.value}>`);
  names.delete("@everyone");
  const wanted = [...names.keys()].sort((one, other) => other.length - one.length).map(escaped);
  if (!wanted.length) return text;
  const pattern = new RegExp(`(\`[^\`]*\`)|(?<![\\p{L}\\p{N}])(${wanted.join("|")})(?![\\p{L}\\p{N}_])`, "gu");
  return text.replace(pattern, (whole, code, name) => (code ? whole : names.get(name)));
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
