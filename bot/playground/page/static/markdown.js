// Discord's markdown, read into a small tree: first lines (blocks), then what stands in them (inline).

import { EMOJI } from "./emoji.js";

const HEADER = /^(#{1,3})\s+(\S.*)$/;
const SUBTEXT = /^-#\s+(\S.*)$/;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(\S.*)$/;

/** The blocks of a message. */
export function parse(text) {
  return blocks(text.replace(/\r\n?/g, "\n"), 0);
}

function blocks(text, depth) {
  const out = [];
  let plain = [];
  const flush = () => {
    if (plain.length) out.push({ kind: "text", inline: inline(plain.join("\n")) });
    plain = [];
  };
  let rest = text;
  while (rest !== "") {
    const code = /^```(?:([\w+#.-]+)\n)?\n?([\s\S]*?)\n?```/.exec(rest);
    if (code && code[2].trim() !== "") {
      flush();
      out.push({ kind: "code", language: code[1] ?? "", text: code[2] });
      rest = rest.slice(code[0].length).replace(/^\n/, "");
      continue;
    }
    const end = rest.indexOf("\n");
    let line = end < 0 ? rest : rest.slice(0, end);
    if (depth === 0 && /^>>>\s/.test(rest)) {
      flush();
      out.push({ kind: "quote", blocks: blocks(rest.slice(4), 1) });
      return out;
    }
    if (depth === 0 && /^> /.test(line)) {
      flush();
      const quoted = [];
      while (/^>(?: |$)/.test(rest)) {
        const stop = rest.indexOf("\n");
        quoted.push((stop < 0 ? rest : rest.slice(0, stop)).slice(2));
        rest = stop < 0 ? "" : rest.slice(stop + 1);
      }
      out.push({ kind: "quote", blocks: blocks(quoted.join("\n"), 1) });
      continue;
    }
    const fence = line.indexOf("```", 1);
    if (fence > 0 && /```[\s\S]*?```/.test(rest.slice(fence))) {
      // A fence that opens within a line: the words before it are a line of their own.
      plain.push(line.slice(0, fence));
      rest = rest.slice(fence);
      flush();
      continue;
    }
    const taken = special(line, rest, flush, out);
    if (taken) {
      rest = taken.rest;
      continue;
    }
    plain.push(line);
    rest = end < 0 ? "" : rest.slice(end + 1);
    if (end >= 0 && rest === "") plain.push("");
  }
  flush();
  return out;
}

function special(line, rest, flush, out) {
  const after = () => (rest.length === line.length ? "" : rest.slice(line.length + 1));
  const header = HEADER.exec(line);
  if (header) {
    flush();
    out.push({ kind: "header", level: header[1].length, inline: inline(header[2]) });
    return { rest: after() };
  }
  const subtext = SUBTEXT.exec(line);
  if (subtext) {
    flush();
    out.push({ kind: "subtext", inline: inline(subtext[1]) });
    return { rest: after() };
  }
  if (ITEM.test(line)) {
    flush();
    const lines = [];
    let left = rest;
    for (;;) {
      const stop = left.indexOf("\n");
      const next = stop < 0 ? left : left.slice(0, stop);
      const item = ITEM.exec(next);
      if (!item || (lines.length && !item[1] && isOrdered(item) !== isOrdered(ITEM.exec(lines[0])))) break;
      lines.push(next);
      left = stop < 0 ? "" : left.slice(stop + 1);
    }
    out.push(list(lines.map((item) => ITEM.exec(item))));
    return { rest: left };
  }
  return null;
}

const isOrdered = (item) => /\d/.test(item[2]);

function list(items) {
  const base = Math.min(...items.map((item) => item[1].length));
  const ordered = isOrdered(items[0]);
  const node = { kind: "list", ordered, start: ordered ? Number.parseInt(items[0][2], 10) : 1, items: [] };
  let nested = [];
  const close = () => {
    if (nested.length) (node.items.at(-1) ?? open(node, "")).children = list(nested);
    nested = [];
  };
  for (const item of items) {
    if (item[1].length > base && node.items.length) nested.push(item);
    else {
      close();
      open(node, item[3]);
    }
  }
  close();
  return node;
}

function open(node, text) {
  const item = { inline: inline(text), children: null };
  node.items.push(item);
  return item;
}

// --- inline ---------------------------------------------------------------------------------

const wrap = (kind) => (match) => ({ kind, inline: inline(match[1]) });

const RULES = [
  [/^\\([^0-9A-Za-z\s])/, (match) => ({ kind: "plain", text: match[1] })],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (match) => ({ kind: "inlineCode", text: match[2].replace(/^ (`)|(`) $/g, "$1$2") })],
  [/^\|\|([\s\S]+?)\|\|/, wrap("spoiler")],
  [/^\*\*\*(?!\s)([\s\S]+?)\*\*\*(?!\*)/, (match) => ({ kind: "em", inline: [{ kind: "strong", inline: inline(match[1]) }] })],
  [/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, wrap("strong")],
  [/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, wrap("underline")],
  [/^~~([\s\S]+?)~~/, wrap("strike")],
  [/^\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/, wrap("em")],
  [/^_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/, wrap("em"), (before) => !/\w$/.test(before)],
  [/^<@!?(\d{5,21})>/, (match) => ({ kind: "user", id: match[1] })],
  [/^<@&(\d{5,21})>/, (match) => ({ kind: "role", id: match[1] })],
  [/^<#(\d{5,21})>/, (match) => ({ kind: "channel", id: match[1] })],
  [/^<\/([-\w ]{1,110}):(\d{5,21})>/, (match) => ({ kind: "command", name: match[1], id: match[2] })],
  [/^<(a?):(\w{2,32}):(\d{5,21})>/, (match) => ({ kind: "emoji", animated: Boolean(match[1]), name: match[2], id: match[3] })],
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, (match) => ({ kind: "time", seconds: Number(match[1]), style: match[2] ?? "f" })],
  [/^<(https?:\/\/[^\s<>]+)>/i, (match) => ({ kind: "link", address: match[1], inline: [{ kind: "plain", text: match[1] }] })],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"([^"]*)")?\)/i, (match) => ({ kind: "link", address: match[2], title: match[3], inline: inline(match[1], { links: false }) })],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"'\])*_|~]/i, (match) => ({ kind: "link", address: match[0], inline: [{ kind: "plain", text: match[0] }] })],
  [/^@(everyone|here)\b/, (match) => ({ kind: "everyone", text: match[0] })],
  [/^:([a-z0-9_+-]{2,32}):/, (match) => (EMOJI[match[1]] ? { kind: "plain", text: EMOJI[match[1]] } : null)],
];

const SPECIAL = /[\\`|*_~<[@:h]/i;

export function inline(text, { links = true } = {}) {
  const out = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) out.push({ kind: "plain", text: plain });
    plain = "";
  };
  while (at < text.length) {
    const rest = text.slice(at);
    const found = SPECIAL.test(rest[0]) ? firstRule(rest, text.slice(0, at), links) : null;
    if (!found) {
      plain += rest[0];
      at += 1;
    } else {
      if (found.node.kind === "plain") plain += found.node.text;
      else {
        flush();
        out.push(found.node);
      }
      at += found.length;
    }
  }
  flush();
  return out;
}

function firstRule(rest, before, links) {
  for (const [pattern, make, allowed] of RULES) {
    const match = pattern.exec(rest);
    if (!match || (allowed && !allowed(before))) continue;
    const node = make(match);
    if (!node || (!links && node.kind === "link")) continue;
    return { node, length: match[0].length };
  }
  return null;
}

/** Only emoji, 30 at most: Discord shows these large. */
export function isJumbo(text) {
  const bare = text.replace(/<a?:\w+:\d+>/g, "🙂").replace(/\s/g, "");
  if (!bare) return false;
  const marks = bare.match(/\p{RI}\p{RI}|\p{Emoji}(\p{EMod}|\uFE0F\u20E3?)?(\u200D\p{Emoji}(\p{EMod}|\uFE0F)?)*/gu) ?? [];
  return marks.length <= 30 && marks.join("") === bare && /\p{Extended_Pictographic}|\p{RI}/u.test(bare);
}

/** The words alone, on one line: for reply previews and notifications. */
export function plainText(text) {
  const words = (nodes) => nodes.map((node) => node.text ?? (node.inline ? words(node.inline) : mark(node))).join("");
  const mark = (node) => ({ user: "@…", role: "@…", channel: "#…", emoji: `:${node.name}:`, command: `/${node.name}`, time: "…" })[node.kind] ?? "";
  return words(inline(text)).replace(/\s+/g, " ").trim();
}
