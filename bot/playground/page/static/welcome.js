// The head of a channel's history, and how to begin.

import { h } from "./dom.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { nameOf, nameOfChannel, otherIn } from "./names.js";
import { isDm, isThread, parentOf, state } from "./state.js";

export function welcome(channel, messages) {
  return h("div", { class: "welcome" }, head(channel), messages.length === 0 && hint(channel));
}

function head(channel) {
  if (isDm(channel)) {
    const other = otherIn(channel);
    return [face(other, { size: 72, name: nameOf(other) }), h("h1", {}, nameOf(other)),
      h("p", {}, "This is the beginning of your direct messages with ", h("strong", {}, nameOf(other)), ".")].flat();
  }
  if (isThread(channel)) {
    return h("div", {}, h("span", { class: "welcome-sign" }, icon("thread", 40)), h("h1", {}, channel.name),
      h("p", {}, "A thread in ", h("strong", {}, `#${nameOfChannel(parentOf(channel))}`), "."));
  }
  return h("div", {}, h("span", { class: "welcome-sign" }, icon("hash", 40)), h("h1", {}, `Welcome to #${channel.name}!`),
    h("p", {}, "This is the start of the ", h("strong", {}, `#${channel.name}`), " channel.", channel.topic ? ` ${channel.topic}` : ""));
}

function hint(channel) {
  const name = nameOf(state.bot, channel.guild_id);
  return h("div", { class: "hint", data: { testid: "first-hint" } },
    h("p", {}, h("strong", {}, "Nobody has spoken here yet.")),
    h("p", {}, "Type ", h("button", { type: "button", class: "key", data: { kind: "command", name: "session start" } }, "/session start"),
      ` below and choose a character; ${name} sets the stage. Then just talk.`),
    h("p", { class: "quiet" }, "Press / for all commands. Your name below the channels is a switch: act as somebody else, or open them in a second tab."));
}
