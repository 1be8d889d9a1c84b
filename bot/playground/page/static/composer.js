// Where one writes: text over several lines, replies, files, pickers, and the form of a command.

import { ApiError, post, withFiles } from "./api.js";
import { h, replace } from "./dom.js";
import { emit, on } from "./emitter.js";
import { withEmoji } from "./emoji.js";
import { emojiPicker } from "./emoji-picker.js";
import { icon } from "./icons.js";
import { nameOfAuthor } from "./message.js";
import { nameOfChannel } from "./names.js";
import { Panel } from "./panel.js";
import { may } from "./permissions.js";
import { SlashForm } from "./slash-form.js";
import { pickCommand } from "./slash-picker.js";
import { current, isDm, isMe, isThread, state } from "./state.js";
import * as store from "./store.js";
import { suggest, withMentions } from "./suggest.js";
import { iSent, iType, typingLine } from "./typing.js";
import { Tray } from "./uploads.js";

const WARN_FROM = 1800;
const touch = matchMedia("(pointer: coarse)");

export class Composer {
  constructor({ editLast }) {
    this.editLast = editLast;
    this.drafts = new Map();
    this.written = new Map();
    this.replyTo = null;
    this.tray = new Tray(() => this.input.focus());
    this.panel = new Panel("slash-picker");
    this.slash = new SlashForm(this.panel, (text) => this.backToText(text));
    this.input = h("textarea", {
      id: "composer-input", rows: 1, data: { testid: "composer" }, role: "combobox", aria: { multiline: "true", expanded: "false", autocomplete: "list" }, enterkeyhint: touch.matches ? "enter" : "send",
    });
    this.count = h("span", { class: "count-left", aria: { live: "polite" } });
    this.replyBar = h("div", { class: "reply-bar", hidden: true });
    this.closed = h("div", { class: "composer-closed", hidden: true });
    this.attach = h("button", { type: "button", class: "icon-button", aria: { label: "Attach files" }, on: { click: () => this.tray.input.click() } }, icon("plus"));
    this.emoji = h("button", { type: "button", class: "icon-button", aria: { label: "Emoji" }, on: { click: () => emojiPicker(this.emoji, (sign) => this.insert(sign), { side: "left" }) } }, icon("smile"));
    this.sendButton = h("button", { type: "button", class: "icon-button send-button", aria: { label: "Send" }, data: { testid: "send" }, on: { click: () => (this.slash.isOpen ? this.slash.submit() : this.submit()) } }, icon("send"));
    this.box = h("div", { class: "composer-box" }, this.replyBar, this.tray.node,
      h("div", { class: "composer-row" }, this.attach, this.tray.input, h("div", { class: "composer-field" }, this.input, this.slash.node), this.count, this.emoji, this.sendButton));
    this.node = h("div", { class: "composer" }, this.panel.node, this.box, this.closed, typingLine());
    this.listen();
  }

  listen() {
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => setTimeout(() => document.activeElement !== this.input && !this.slash.isOpen && this.panel.hide()));
    this.input.addEventListener("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!files.length) return;
      event.preventDefault();
      this.takeFiles(files);
    });
    on("reply", (message) => this.reply(message));
    on("write-command", (name) => this.begin(`/${name} `));
    on("mention", (user, name) => {
      this.written.set(`@${name}`, `<@${user.id}>`);
      this.insert(`@${name} `);
    });
    on("channels", () => this.place && this.drawAccess());
    on("commands", () => document.activeElement === this.input && this.input.value.startsWith("/") && this.typed());
  }

  show(channel) {
    this.keepDraft();
    this.place = channel;
    const draft = this.drafts.get(channel.id);
    this.written = draft?.written ?? new Map();
    if (this.slash.isOpen) this.slash.close();
    this.panel.hide();
    this.tray.clear();
    this.toggle(false);
    this.input.value = draft?.text ?? "";
    this.setReply(draft?.replyTo ?? null);
    this.drawAccess();
    if (!touch.matches && !this.closedNow) this.input.focus({ preventScroll: true });
  }

  keepDraft() {
    if (!this.place) return;
    if (this.input.value || this.replyTo) this.drafts.set(this.place.id, { text: this.input.value, replyTo: this.replyTo, written: this.written });
    else this.drafts.delete(this.place.id);
  }

  drawAccess() {
    const channel = (this.place = state.channels.get(this.place.id) ?? this.place);
    const words = closedBecause(channel);
    this.closedNow = Boolean(words);
    this.box.hidden = this.closedNow;
    this.closed.hidden = !this.closedNow;
    replace(this.closed, icon("lock", 18), words);
    this.attach.disabled = !may(channel, "ATTACH_FILES");
    const where = isDm(channel) ? `@${nameOfChannel(channel)}` : isThread(channel) ? nameOfChannel(channel) : `#${nameOfChannel(channel)}`;
    this.input.placeholder = `Message ${where}`;
    this.input.setAttribute("aria-label", `Message ${where}`);
    this.resize(); // what was hidden had no height
  }

  // --- typing --------------------------------------------------------------------------------

  typed() {
    this.resize();
    const text = this.input.value;
    if (text.startsWith("/") && !text.includes("\n")) {
      pickCommand(text, this.panel, this.input, (entry, rest) => this.openSlash(entry, rest));
      return;
    }
    if (!suggest(this.input, this.panel, this.written)) this.panel.hide();
    if (text.trim()) iType(this.place.id);
  }

  resize() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, innerHeight * 0.4)}px`;
    const length = this.input.value.length;
    this.count.textContent = length > WARN_FROM ? `${2000 - length}` : "";
    this.count.classList.toggle("bad", length > 2000);
  }

  key(event) {
    if (event.isComposing || this.panel.takeKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !touch.matches) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "ArrowUp" && !this.input.value && !event.shiftKey) {
      if (this.editLast()) event.preventDefault();
    } else if (event.key === "Escape") {
      if (!this.panel.node.hidden) this.panel.hide();
      else if (this.replyTo) this.setReply(null);
      else emit("to-present");
    }
  }

  insert(words) {
    if (this.slash.isOpen) return;
    this.input.setRangeText(words, this.input.selectionStart, this.input.selectionEnd, "end");
    this.input.focus();
    this.typed();
  }

  begin(text) {
    if (this.slash.isOpen) this.slash.close();
    this.toggle(false);
    this.input.value = text;
    this.input.focus();
    this.typed();
  }

  takeFiles(files) {
    if (this.slash.isOpen && this.slash.takeFiles(files)) return;
    if (this.closedNow || !may(this.place, "ATTACH_FILES")) return;
    this.tray.add(files);
  }

  // --- commands ------------------------------------------------------------------------------

  openSlash(entry, rest) {
    this.toggle(true);
    this.input.value = "";
    this.slash.open(entry, rest);
  }

  backToText(text) {
    this.toggle(false);
    this.input.value = text;
    this.resize();
    this.input.focus();
    if (text) this.typed();
  }

  toggle(isCommand) {
    this.input.hidden = isCommand;
    if (!isCommand) this.slash.node.hidden = true;
    this.box.classList.toggle("is-command", isCommand);
  }

  // --- replies -------------------------------------------------------------------------------

  reply(message) {
    this.setReply(message);
    this.input.focus();
  }

  setReply(message) {
    this.replyTo = message;
    this.replyBar.hidden = !message;
    if (!message) return;
    replace(this.replyBar, h("button", { type: "button", class: "reply-target", data: { kind: "jump", message: message.id } }, "Replying to ", h("strong", {}, nameOfAuthor(message, this.place))),
      h("button", { type: "button", class: "icon-button", aria: { label: "Stop replying" }, on: { click: () => { this.setReply(null); this.input.focus(); } } }, icon("close", 16)));
  }

  // --- sending -------------------------------------------------------------------------------

  submit() {
    const text = this.input.value.trim();
    if (!text && !this.tray.items.length) return;
    const message = { content: withEmoji(withMentions(text, this.written)), files: this.tray.take(), replyTo: this.replyTo, channel: this.place };
    this.input.value = "";
    this.written = new Map();
    this.setReply(null);
    this.panel.hide();
    this.resize();
    this.input.focus();
    iSent();
    deliver(message);
  }
}

let order = 0;

/** Shows the line at once, pale until the server has it; what fails stays with the reason. */
async function deliver({ content, files, replyTo, channel }) {
  order += 1;
  const echo = {
    id: `local-${Date.now()}-${order}`, local: true, state: "sending", order: Date.now() + order, channel_id: channel.id, author: state.me, content, timestamp: new Date().toISOString(),
    type: replyTo ? 19 : 0, referenced_message: replyTo ?? undefined, attachments: [], again: () => deliver({ content, files, replyTo, channel }),
  };
  store.add(echo);
  const payload = { content };
  if (replyTo) payload.reply_to = replyTo.id;
  if (files.length) payload.attachments = files.map((file, index) => ({ id: String(index), filename: file.name }));
  try {
    const message = await post(`/channels/${channel.id}/messages`, withFiles(payload, files));
    const still = store.messageOf(channel.id, echo.id);
    if (still) store.remove(channel.id, echo.id, { quiet: true });
    if (message?.id && isMe(message.author?.id) && !store.wasDeleted(message)) store.add(message);
    else if (still) emit("message-removed", still);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!store.change({ ...echo, state: "failed", problem: error.words })) store.add({ ...echo, state: "failed", problem: error.words });
  }
}

function closedBecause(channel) {
  if (isThread(channel)) {
    if (channel.thread_metadata?.locked && !may(channel, "MANAGE_THREADS")) return "This thread is locked.";
    if (!may(channel, "SEND_IN_THREADS")) return "You do not have permission to send messages in this thread.";
    return "";
  }
  if (isDm(channel)) return "";
  return may(channel, "SEND_MESSAGES") ? "" : "You do not have permission to send messages in this channel.";
}
