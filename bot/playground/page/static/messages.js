// The list of a channel's messages: in order, grouped, sticking to the bottom only when one is there.

import { h, replace } from "./dom.js";
import { on } from "./emitter.js";
import { icon } from "./icons.js";
import { continues, Row, timeOfMessage } from "./message.js";
import { refreshTimes } from "./prose.js";
import { isNewer } from "./snowflake.js";
import { current, isMe, state } from "./state.js";
import * as store from "./store.js";
import { dayOf, sameDay } from "./times.js";
import { markRead } from "./unread.js";
import { welcome } from "./welcome.js";

const EPHEMERAL = 64;
const NEAR = 60; // pixels from the bottom that still count as being there

export class MessageList {
  constructor() {
    this.rows = new Map();
    this.stuck = true;
    this.lastTop = 0;
    this.list = h("ol", { class: "message-list", role: "log", aria: { live: "polite", label: "Messages" }, data: { testid: "messages" } });
    this.top = h("div", { class: "list-top" });
    this.scroller = h("div", { class: "scroller", tabindex: "-1" }, h("div", { class: "scroller-inner" }, this.top, this.list));
    this.jump = h("button", { type: "button", class: "jump-bar", hidden: true, data: { testid: "jump-to-present" }, on: { click: () => this.toPresent() } });
    this.node = h("div", { class: "messages" }, this.scroller, this.jump);
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.sizes = new ResizeObserver(() => this.stuck && this.toBottom());
    this.sizes.observe(this.scroller);
    this.sizes.observe(this.scroller.firstChild);
    on("message-added", (message) => this.mine(message) && this.added(message));
    on("message-changed", (message) => this.mine(message) && this.changed(message));
    on("message-removed", (message) => this.mine(message) && this.render());
    on("refresh", () => this.refresh());
    on("members", () => this.rows.forEach((row) => row.refreshNames()));
    on("channels", () => this.rows.forEach((row) => { delete row.keys.thread; row.update(row.given); }));
    document.addEventListener("visibilitychange", () => this.read());
    addEventListener("focus", () => this.read());
    setInterval(() => refreshTimes(this.list), 10_000);
  }

  mine(message) {
    return message.channel_id === state.currentChannel && message.channel_id === this.place?.id;
  }

  async show(channel, messageId = "") {
    this.place = channel;
    this.rows.clear();
    this.newFrom = channel.last_read_id && isNewer(channel.last_message_id, channel.last_read_id) ? channel.last_read_id : "";
    this.stuck = true;
    replace(this.list);
    replace(this.top, h("div", { class: "skeleton", aria: { label: "Messages are loading" } }, h("i"), h("i"), h("i")));
    const book = await store.open(channel.id);
    if (this.place !== channel) return;
    if (messageId) await store.around(channel.id, messageId).catch(() => {});
    if (this.place !== channel) return;
    this.render();
    if (book.error) return;
    if (messageId) this.reveal(messageId);
    else this.toBottom();
    this.read();
  }

  /** After a new connection, or new rights: read again, keep what stays. */
  async refresh() {
    const place = this.place;
    if (!place || place.id !== state.currentChannel) return;
    const book = store.book(place.id);
    if (book.loaded && !book.error) return;
    this.place = current();
    await store.open(place.id);
    if (this.place?.id !== place.id) return;
    this.render();
    if (this.stuck) this.toBottom();
    this.read();
  }

  /** Brings the rows into the order of the store; rows that stay are not touched. */
  render() {
    const book = store.book(this.place.id);
    const wanted = [];
    const seen = new Set();
    let before = null;
    for (const message of book.list) {
      seen.add(message.id);
      if (!before || !sameDay(timeOfMessage(before), timeOfMessage(message))) wanted.push(this.divider(timeOfMessage(message), message.id));
      const first = this.isFirstNew(message, before);
      if (first) wanted.push(this.newLine());
      wanted.push(this.rowFor(message, !first && continues(message, before) && sameDay(timeOfMessage(before), timeOfMessage(message))).node);
      before = message;
    }
    for (const id of [...this.rows.keys()]) if (!seen.has(id)) this.rows.delete(id);
    this.arrange(wanted);
    replace(this.top, book.error ? refused(book.error) : book.atStart ? welcome(this.place, book.list) : h("div", { class: "skeleton" }, h("i"), h("i")));
    this.updateJump();
    this.tabStop();
  }

  arrange(wanted) {
    let at = this.list.firstChild;
    for (const node of wanted) {
      if (node === at) at = at.nextSibling;
      else this.list.insertBefore(node, at);
    }
    while (at) {
      const next = at.nextSibling;
      at.remove();
      at = next;
    }
  }

  rowFor(message, compact) {
    let row = this.rows.get(message.id);
    if (row?.given === message && row.compact === compact) return row;
    if (row) row.update(message, { compact });
    else {
      row = new Row(message, this.place);
      row.update(message, { compact });
      this.rows.set(message.id, row);
    }
    return row;
  }

  isFirstNew(message, before) {
    return this.newFrom && !message.local && isNewer(message.id, this.newFrom) && before && !isNewer(before.id, this.newFrom) && !isMe(message.author.id);
  }

  divider(date, id) {
    this.dividers ??= new Map();
    const known = this.dividers.get(id);
    if (known) return known;
    const node = h("li", { class: "day", role: "separator", aria: { label: dayOf(date) } }, h("span", {}, dayOf(date)));
    this.dividers.set(id, node);
    return node;
  }

  newLine() {
    this.newNode ??= h("li", { class: "new-line", role: "separator", aria: { label: "New messages" } }, h("span", {}, "New"));
    return this.newNode;
  }

  added(message) {
    const book = store.book(this.place.id);
    if (this.stuck && book.atEnd) store.trim(this.place.id);
    if (message.local || message.flags & EPHEMERAL) this.stuck = true; // one's own, or an answer to it
    if (!this.stuck && !isMe(message.author.id)) this.unseen = (this.unseen ?? 0) + 1;
    if (!this.append(book, message)) this.render();
    this.read();
    if (!this.stuck) this.updateJump();
  }

  /** The common case: one more row at the end. False when more than that has changed. */
  append(book, message) {
    const before = book.list.at(-2);
    const isPlain = before && book.list.at(-1) === message && this.rows.size === book.list.length - 1 && this.list.lastChild === this.rows.get(before.id)?.node;
    if (!isPlain || !sameDay(timeOfMessage(before), timeOfMessage(message)) || this.isFirstNew(message, before)) return false;
    const row = this.rowFor(message, continues(message, before));
    this.list.append(row.node);
    this.tabStop(row.node);
    return true;
  }

  changed(message) {
    const row = this.rows.get(message.id);
    if (!row) return;
    row.update(message); // grown or shrunk: the observer of sizes keeps the bottom in sight
  }

  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    // A picture that loads late pushes the bottom away; only who scrolls up leaves it.
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.stuck = true;
    else if (scrollTop < this.lastTop) this.stuck = false;
    this.lastTop = scrollTop;
    if (this.stuck) this.read();
    this.updateJump();
    if (scrollTop < 300) this.loadOlder();
    if (scrollHeight - scrollTop - clientHeight < 300) this.loadNewer();
  }

  async loadOlder() {
    const place = this.place;
    if (!(await store.older(place.id).catch(() => false)) || place !== this.place) return;
    const before = this.scroller.scrollHeight - this.scroller.scrollTop;
    this.render();
    this.scroller.scrollTop = this.scroller.scrollHeight - before;
  }

  async loadNewer() {
    const place = this.place;
    if (!place || store.book(place.id).atEnd || !(await store.newer(place.id).catch(() => false)) || place !== this.place) return;
    this.stuck = false;
    this.render();
  }

  toBottom() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  async toPresent() {
    await store.toEnd(this.place.id);
    this.stuck = true;
    this.render();
    this.toBottom();
    this.read();
  }

  async jumpTo(messageId) {
    await store.around(this.place.id, messageId).catch(() => {});
    this.render();
    this.reveal(messageId);
  }

  reveal(messageId) {
    const row = this.rows.get(messageId);
    if (!row) return;
    this.stuck = false;
    row.node.scrollIntoView({ block: "center" });
    row.node.classList.add("flash");
    row.node.addEventListener("animationend", () => row.node.classList.remove("flash"), { once: true });
  }

  read() {
    if (!this.stuck || document.hidden || !this.place || !store.book(this.place.id).atEnd) return;
    this.unseen = 0;
    markRead(current());
    this.updateJump();
  }

  updateJump() {
    if (this.stuck && this.place && store.book(this.place.id).atEnd) {
      this.jump.hidden = true;
      return;
    }
    const away = !this.stuck || (this.place && !store.book(this.place.id).atEnd);
    const far = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight > this.scroller.clientHeight;
    this.jump.hidden = !(away && (far || this.unseen));
    const words = this.unseen ? `${this.unseen} new ${this.unseen === 1 ? "message" : "messages"}` : "You are looking at older messages";
    if (this.jump.textContent !== `${words}Jump to present`) replace(this.jump, h("span", {}, words), h("strong", {}, "Jump to present", icon("chevron", 16)));
  }

  /** Exactly one row is in the tab order; arrows walk from there. */
  tabStop(node = this.list.querySelector(".message:last-of-type")) {
    this.list.querySelector(".message[tabindex='0']")?.setAttribute("tabindex", "-1");
    node?.setAttribute("tabindex", "0");
  }
}

function refused(error) {
  const words = error.code === 50001 || error.status === 403 ? "You may not read the messages here." : error.words;
  return h("div", { class: "refused", role: "alert" }, icon("lock", 28), h("p", {}, words));
}
