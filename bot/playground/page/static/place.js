// The middle of the page: the head of the channel, its messages or posts, the composer.

import { h, replace } from "./dom.js";
import { Composer } from "./composer.js";
import { listenForContent } from "./content-clicks.js";
import { emit, on } from "./emitter.js";
import { forumView } from "./forum.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";
import { MessageActions } from "./message-actions.js";
import { MessageList } from "./messages.js";
import { nameOfChannel } from "./names.js";
import { go } from "./navigation.js";
import { commandsHere } from "./commands.js";
import { listenForPresses } from "./press.js";
import { line } from "./prose.js";
import { current, isAgeRestricted, isDm, isForum, isText, isThread, parentOf, state } from "./state.js";
import { threadItems, threadMenu } from "./threads.js";
import { listenForDrops } from "./uploads.js";

const ALLOWED = "age-confirmed";

export class Place {
  constructor(root, { toggleSidebar, toggleMembers }) {
    this.root = root;
    this.toggles = { toggleSidebar, toggleMembers };
    this.head = h("header", { class: "place-head" });
    this.messages = new MessageList();
    this.actions = new MessageActions(this.messages);
    this.composer = new Composer({ editLast: () => this.actions.editLast() });
    this.forum = forumView();
    this.gate = h("div", { class: "gate", data: { testid: "age-gate" } });
    this.body = h("div", { class: "place-body" });
    replace(root, this.head, this.body);
    listenForContent(this.body);
    listenForPresses(this.messages.list);
    listenForDrops(root, (files) => this.composer.takeFiles(files));
    on("place", (message) => this.show(message));
    on("jump", (id) => this.messages.jumpTo(id));
    on("to-present", () => this.messages.place && this.messages.toPresent());
    on("channels", () => this.checked());
  }

  show(message) {
    const channel = current();
    this.shown = channel?.id;
    this.drawHead(channel);
    this.mode = modeOf(channel);
    if (this.mode === "nothing") return replace(this.body, nothing());
    if (this.mode === "gate") return this.showGate(channel);
    if (this.mode === "forum") {
      replace(this.body, this.forum.node);
      return this.forum.draw();
    }
    if (this.messages.node.parentElement !== this.body) replace(this.body, this.messages.node, this.composer.node);
    this.composer.show(channel);
    commandsHere().catch(() => {});
    return this.messages.show(channel, message);
  }

  /** A channel changed: what is shown may have gone, become readable, or become age-restricted. */
  checked() {
    const channel = current();
    if (!channel && this.shown) return emit("lost-place");
    this.drawHead(channel);
    if (modeOf(channel) !== this.mode) this.show("");
    return undefined;
  }

  drawHead(channel) {
    const title = channel ? nameOfChannel(channel) : "";
    document.title = channel ? `${isDm(channel) ? "@" : isThread(channel) ? "" : "#"}${title} · Troupe playground` : "Troupe playground";
    const parent = isThread(channel) ? parentOf(channel) : null;
    replace(this.head,
      h("button", { type: "button", class: "icon-button only-narrow", aria: { label: "Channels" }, data: { testid: "open-sidebar" }, on: { click: this.toggles.toggleSidebar } }, icon("menu")),
      channel && icon(isDm(channel) ? "at" : isThread(channel) ? "thread" : isForum(channel) ? "forum" : "hash", 22),
      channel && h("h1", { class: "place-title", data: { testid: "place-title" } }, parent && h("button", { type: "button", class: "crumb", on: { click: () => go(parent.id) } }, nameOfChannel(parent), " › "), title),
      isAgeRestricted(channel) && h("span", { class: "age-tag" }, "18+"),
      channel?.topic && !isForum(channel) && h("span", { class: "topic quiet", title: channel.topic }, line(channel.topic, channel)),
      h("span", { class: "spacer" }),
      channel && this.tools(channel),
      h("button", { type: "button", class: "icon-button", title: "Members", aria: { label: "Members" }, data: { testid: "toggle-members" }, on: { click: this.toggles.toggleMembers } }, icon("members")));
  }

  tools(channel) {
    if (isThread(channel)) {
      return h("button", { type: "button", class: "icon-button", title: "Thread", aria: { label: "Thread options", haspopup: "menu" }, on: { click: (event) => menu(event.currentTarget, threadItems(current()), { label: "Thread", side: "left" }) } }, icon("more"));
    }
    if (isDm(channel) || isForum(channel)) return null;
    return h("button", { type: "button", class: "icon-button", title: "Threads", aria: { label: "Threads", haspopup: "menu" }, data: { testid: "threads" }, on: { click: (event) => threadMenu(event.currentTarget, channel) } }, icon("thread"));
  }

  showGate(channel) {
    replace(this.gate, icon("warning", 64), h("h2", {}, "Age-restricted channel"),
      h("p", {}, `#${nameOfChannel(channel)} is marked for adults only. Do you wish to go on?`),
      h("div", { class: "gate-acts" },
        h("button", { type: "button", class: "button secondary", on: { click: () => history.back() } }, "Go back"),
        h("button", { type: "button", class: "button danger", on: { click: () => { allow(channel); this.show(""); } } }, "Continue")));
    replace(this.body, this.gate);
  }
}

function modeOf(channel) {
  if (!channel) return "nothing";
  if (isAgeRestricted(channel) && !allowed(channel)) return "gate";
  if (isForum(channel)) return "forum";
  return isText(channel) ? "text" : "nothing";
}

const keyOf = (channel) => `${ALLOWED}-${state.me?.id}-${isThread(channel) ? channel.parent_id : channel.id}`;
const allowed = (channel) => sessionStorage.getItem(keyOf(channel)) === "yes";
const allow = (channel) => sessionStorage.setItem(keyOf(channel), "yes");

function nothing() {
  const words = state.guilds.size === 0 ? "You are in no server. Ask an administrator to add you, or act as somebody else." : state.currentGuild ? "There is no channel here that you can see." : "Choose somebody to write to.";
  return h("div", { class: "refused" }, h("p", {}, words));
}
