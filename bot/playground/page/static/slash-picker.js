// "/" in the composer: the commands that fit what is typed so far.

import { h } from "./dom.js";
import { commandsHere, entriesOf, findEntries } from "./commands.js";
import { face } from "./faces.js";
import { nameOf } from "./names.js";
import { current, state } from "./state.js";

const MOST = 60;

/** Shows the picker for `text`; calls `choose(entry, rest)`, where `rest` holds `name:value` pairs typed already. */
export async function pickCommand(text, panel, input, choose) {
  const { query, rest } = split(text);
  const place = current();
  let entries;
  try {
    entries = entriesOf(await commandsHere());
  } catch (error) {
    panel.show({ items: [], input, heading: "Commands", empty: error.words ?? "The commands could not be read.", testid: "slash-command" });
    return;
  }
  if (input.value !== text || current() !== place) return; // typed on meanwhile
  const whole = exactly(entries, text);
  if (whole) {
    choose(whole, "");
    return;
  }
  const found = findEntries(entries, query).slice(0, MOST);
  panel.show({
    items: found, input, testid: "slash-command", heading: found.length ? "Commands" : "", draw: (entry) => drawn(entry), pick: (entry) => choose(entry, rest),
    empty: entries.length ? `No command begins with “/${query}”.` : "The bot has not registered any commands yet. Is it running?",
  });
}

/** "/session start " typed to the end, and nothing longer begins so. */
function exactly(entries, text) {
  if (!text.endsWith(" ")) return null;
  const path = text.slice(1).trim().toLowerCase();
  const same = entries.find((entry) => entry.path === path);
  return same && !entries.some((entry) => entry.path.startsWith(`${path} `)) ? same : null;
}

function split(text) {
  const found = /^\/([^:]*?)(?:\s+([\p{Ll}\p{N}_-]+:[\s\S]*))?$/u.exec(text);
  return { query: (found?.[1] ?? text.slice(1)).trim(), rest: found?.[2] ?? "" };
}

function drawn(entry) {
  return [
    face(state.bot, { size: 28, name: nameOf(state.bot) }),
    h("span", { class: "slash-words" },
      h("span", { class: "slash-line" }, h("strong", {}, `/${entry.path}`), entry.options.map((option) => h("span", { class: option.required ? "slash-hint required-hint" : "slash-hint" }, option.name_localized ?? option.name))),
      h("span", { class: "quiet" }, entry.description)),
    h("span", { class: "slash-app quiet" }, nameOf(state.bot)),
  ];
}
