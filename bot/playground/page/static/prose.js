// Markdown trees into DOM nodes. What a click on them does is decided by content-clicks.js, by `data-kind`.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { inline, isJumbo, parse } from "./markdown.js";
import { colourOf, hex, nameOfChannel, nameOfId, roleColour } from "./names.js";
import { channelOf, isForum, isMe, isThread, rolesOf, state } from "./state.js";
import { fullOf, styled } from "./times.js";

/** A whole text with blocks. `place` is the channel that it stands in. */
export function prose(text, place, className = "prose") {
  const root = h("div", { class: isJumbo(text) ? `${className} jumbo` : className });
  root.append(...parse(text).map((block) => blockNode(block, place)));
  return root;
}

/** One line: names of embeds' fields, labels, the topic of a channel. */
export function line(text, place) {
  return h("span", {}, inlineNodes(inline(text), place));
}

function blockNode(block, place) {
  switch (block.kind) {
    case "code":
      return h("pre", { class: "code-block", tabindex: "0", data: { kind: "code" } }, h("code", block.language ? { class: `language-${block.language}` } : {}, block.text));
    case "quote":
      return h("blockquote", {}, block.blocks.map((inner) => blockNode(inner, place)));
    case "header":
      return h(`h${block.level + 2}`, { class: `header-${block.level}` }, inlineNodes(block.inline, place));
    case "subtext":
      return h("small", { class: "subtext" }, inlineNodes(block.inline, place));
    case "list":
      return listNode(block, place);
    default:
      return h("div", { class: "text" }, inlineNodes(block.inline, place));
  }
}

function listNode(block, place) {
  const tag = block.ordered ? "ol" : "ul";
  const items = block.items.map((item) =>
    h("li", {}, inlineNodes(item.inline, place), item.children && listNode(item.children, place)));
  return h(tag, block.ordered ? { start: block.start } : {}, items);
}

function inlineNodes(nodes, place) {
  return nodes.map((node) => inlineNode(node, place));
}

const WRAPPERS = { strong: "strong", em: "em", underline: "u", strike: "s" };

function inlineNode(node, place) {
  const inner = () => inlineNodes(node.inline, place);
  if (WRAPPERS[node.kind]) return h(WRAPPERS[node.kind], {}, inner());
  switch (node.kind) {
    case "plain": return document.createTextNode(node.text);
    case "inlineCode": return h("code", { class: "inline-code" }, node.text);
    case "spoiler": return spoiler(inner());
    case "link": return link(node, inner());
    case "time": return time(node);
    case "user": return userMention(node.id, place);
    case "role": return roleMention(node.id, place);
    case "channel": return channelMention(node.id);
    case "everyone": return h("span", { class: "mention to-me" }, node.text);
    case "command": return h("button", { type: "button", class: "mention", data: { kind: "command", name: node.name } }, `/${node.name}`);
    case "emoji": return h("span", { class: "custom-emoji", title: `:${node.name}:` }, `:${node.name}:`);
    default: return document.createTextNode("");
  }
}

function spoiler(children) {
  return h("span", { class: "spoiler", role: "button", tabindex: "0", data: { kind: "spoiler" }, aria: { label: "Spoiler, press to reveal" } },
    h("span", { class: "hidden-words" }, children));
}

function link(node, children) {
  const props = { href: node.address, target: "_blank", rel: "noopener noreferrer nofollow", data: { kind: "link" } };
  if (node.title) props.title = node.title;
  return h("a", props, children);
}

function time(node) {
  const date = new Date(node.seconds * 1000);
  if (Number.isNaN(date.getTime())) return h("span", { class: "timestamp" }, "Invalid date");
  return h("time", { class: "timestamp", datetime: date.toISOString(), title: fullOf(date), data: { style: node.style } }, styled(date, node.style));
}

function userMention(id, place) {
  const known = state.users.has(id);
  const colour = known && place?.guild_id ? colourOf(place.guild_id, id) : "";
  return h("button", {
    type: "button", class: isMe(id) ? "mention to-me" : "mention", data: { kind: "user", user: id }, vars: colour ? { tint: colour } : {},
  }, known ? `@${nameOfId(id, place?.guild_id)}` : `<@${id}>`);
}

function roleMention(id, place) {
  const role = rolesOf(place?.guild_id).find((item) => item.id === id);
  const colour = role && roleColour(role) ? { tint: hex(roleColour(role)) } : {};
  return h("span", { class: "mention role", vars: colour }, role ? `@${role.name.replace(/^@/, "")}` : "@deleted-role");
}

function channelMention(id) {
  const channel = channelOf(id);
  if (!channel) return h("span", { class: "mention" }, "# unknown");
  const sign = isThread(channel) ? "thread" : isForum(channel) ? "forum" : "hash";
  return h("button", { type: "button", class: "mention", data: { kind: "channel", channel: id } }, icon(sign, 15), nameOfChannel(channel));
}

/** Relative times stay true while one looks at them. */
export function refreshTimes(root) {
  for (const node of root.querySelectorAll("time[data-style='R']")) {
    const words = styled(new Date(node.dateTime), "R");
    if (node.textContent !== words) node.textContent = words;
  }
}
