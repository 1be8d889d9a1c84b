// The application's commands that this member may use in this channel.

import { get } from "./api.js";
import { on } from "./emitter.js";
import { current } from "./state.js";

const kept = new Map();
const FRESH = 3000;

export async function commandsHere() {
  const channel = current();
  if (!channel) return [];
  const known = kept.get(channel.id);
  if (known && Date.now() - known.at < FRESH) return known.list;
  const answer = await get(`/commands?channel_id=${channel.id}`);
  const list = Array.isArray(answer) ? answer : answer.application_commands ?? [];
  if (list.length) kept.set(channel.id, { list, at: Date.now() });
  return list;
}

export function forgetCommands() {
  kept.clear();
}
on("commands", forgetCommands);

/** Slash commands flattened: every group and subcommand is an entry of its own. */
export function entriesOf(commands) {
  return commands.filter((command) => (command.type ?? 1) === 1).flatMap((command) => leaves(command, command, [], []))
    .sort((one, other) => one.path.localeCompare(other.path));
}

/** `path` is what people read and type; `raw` the names of group and subcommand as the bot knows them. */
function leaves(command, node, shown, raw) {
  const names = [...shown, node.name_localized ?? node.name];
  const inner = (node.options ?? []).filter((option) => option.type === 1 || option.type === 2);
  if (inner.length) return inner.flatMap((option) => leaves(command, option, names, [...raw, option.name]));
  return [{ command, raw, path: names.join(" "), description: node.description_localized ?? node.description, options: node.options ?? [] }];
}

/** `ses st` finds `session start`: every word begins a word of the path, in order; then what only holds the words. */
export function findEntries(entries, query) {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return entries;
  const words = wanted.split(/\s+/);
  const rank = (entry) => {
    if (entry.path.startsWith(wanted)) return 0;
    const parts = entry.path.split(" ");
    let at = 0;
    for (const word of words) {
      const found = parts.findIndex((part, index) => index >= at && part.startsWith(word));
      if (found < 0) return entry.path.includes(wanted) ? 2 : entry.description?.toLowerCase().includes(wanted) ? 3 : 9;
      at = found + 1;
    }
    return 1;
  };
  return entries.map((entry) => [rank(entry), entry]).filter(([order]) => order < 9).sort((one, other) => one[0] - other[0]).map(([, entry]) => entry);
}

/** What Discord sends: options nested in subcommand and group. */
export function dataOf(entry, options) {
  let inner = options;
  const kinds = entry.raw.length === 2 ? [2, 1] : [1];
  [...entry.raw].reverse().forEach((name, index) => {
    inner = [{ name, type: kinds[entry.raw.length - 1 - index], options: inner }];
  });
  return { id: entry.command.id, name: entry.command.name, type: 1, options: inner };
}
