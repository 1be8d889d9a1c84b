// One message as a row. Its parts are remembered, so that an edit changes only what it changed.

import { h, morph, replace } from "./dom.js";
import { attachmentList } from "./attachments.js";
import { componentTree } from "./components.js";
import { embed } from "./embeds.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { plainText } from "./markdown.js";
import { colourOf, nameOf, nameOfChannel } from "./names.js";
import { prose } from "./prose.js";
import { timeOf } from "./snowflake.js";
import { channelOf, isMasked, isMe, memberOf, state, threadsOf } from "./state.js";
import { fullOf, hourOf, stampOf } from "./times.js";

const FLAG = { SUPPRESS_EMBEDS: 4, EPHEMERAL: 64, LOADING: 128, V2: 32768 };
const GROUP_MINUTES = 7;

const isReply = (message) => message.type === 19;
const isSystem = (message) => ![undefined, 0, 19, 20, 21, 23].includes(message.type);
const flag = (message, bit) => Boolean((message.flags ?? 0) & bit);

export function nameOfAuthor(message, place) {
  if (isMasked(message)) return message.author.username;
  return nameOf(message.author, place?.guild_id);
}

export function timeOfMessage(message) {
  return message.timestamp ? new Date(message.timestamp) : timeOf(message.id);
}

/** Does `message` stand under the same head as `before`? */
export function continues(message, before) {
  if (!before || isReply(message) || isSystem(message) || isSystem(before) || commandOf(message)) return false;
  if (flag(message, FLAG.EPHEMERAL) !== flag(before, FLAG.EPHEMERAL)) return false;
  if (message.author.id !== before.author.id || message.author.username !== before.author.username) return false;
  return timeOfMessage(message) - timeOfMessage(before) < GROUP_MINUTES * 60_000;
}

const commandOf = (message) => message.interaction_metadata ?? message.interaction;

/** The head of a thread shows the message that it grew from. */
function started(message) {
  const origin = message.type === 21 && message.referenced_message;
  return origin ? { ...origin, id: message.id, channel_id: message.channel_id, thread: undefined, reactions: [] } : message;
}

export class Row {
  constructor(message, place) {
    this.place = place;
    this.keys = {};
    this.parts = {};
    for (const name of ["head", "reply", "body", "media", "embeds", "components", "thread", "reactions", "note"]) {
      this.parts[name] = h("div", { class: `message-${name}` });
    }
    this.gutter = h("div", { class: "message-gutter" });
    this.node = h("li", { class: "message", role: "article", tabindex: "-1", data: { testid: "message" } },
      this.parts.reply, this.gutter,
      h("div", { class: "message-main" }, ["head", "body", "media", "embeds", "components", "thread", "reactions", "note"].map((name) => this.parts[name])));
    this.update(message);
  }

  /** Redraws what changed; `compact` is told by the list, which knows the neighbours. */
  update(message, { compact = this.compact ?? false } = {}) {
    this.given = message;
    message = started(message);
    this.message = message;
    this.compact = compact;
    this.attributes();
    this.draw("gutter", [compact, message.author, message.type], () => this.drawGutter());
    this.draw("head", [compact, message.author, message.timestamp, message.type, this.headNames()], () => this.drawHead());
    this.draw("reply", [message.referenced_message, message.message_reference, commandOf(message), message.type], () => this.drawReply());
    this.draw("body", [message.content, message.flags, message.edited_timestamp, message.state, message.type], () => this.drawBody());
    this.draw("media", [message.attachments, message.flags], () => this.drawMedia());
    this.draw("embeds", [message.embeds, message.flags], () => this.drawEmbeds());
    this.draw("components", [message.components, message.attachments], () => this.drawComponents());
    this.draw("thread", [message.thread?.id, message.thread?.name], () => this.drawThread());
    this.draw("reactions", [message.reactions], () => this.drawReactions());
    this.draw("note", [message.flags, message.state, message.problem, message.interaction_failed], () => this.drawNote());
  }

  draw(name, facts, run) {
    const key = JSON.stringify(facts);
    if (this.keys[name] === key) return;
    this.keys[name] = key;
    run();
  }

  /** People's names and roles may have changed. */
  refreshNames() {
    for (const name of ["head", "body", "reply"]) delete this.keys[name];
    this.update(this.given);
  }

  headNames() {
    return [nameOfAuthor(this.message, this.place), colourOf(this.place?.guild_id, this.message.author?.id)];
  }

  attributes() {
    const { message, node } = this;
    node.dataset.messageId = message.id;
    node.dataset.author = nameOfAuthor(message, this.place);
    node.dataset.authorId = message.author?.id ?? "";
    node.classList.toggle("compact", this.compact);
    node.classList.toggle("ephemeral", flag(message, FLAG.EPHEMERAL));
    node.classList.toggle("system", isSystem(message));
    node.classList.toggle("sending", message.state === "sending");
    node.classList.toggle("failed", message.state === "failed");
    node.classList.toggle("to-me", mentionsMe(message, this.place));
  }

  drawGutter() {
    const { message, place } = this;
    if (isSystem(message)) return replace(this.gutter, h("span", { class: "system-sign" }, icon(message.type === 6 ? "pin" : "thread", 18)));
    if (this.compact) return replace(this.gutter, h("time", { class: "hover-time", datetime: timeOfMessage(message).toISOString() }, hourOf(timeOfMessage(message))));
    const picture = face(message.author, { size: 40, name: nameOfAuthor(message, place), member: isMasked(message) ? undefined : memberOf(place?.guild_id, message.author.id) });
    return replace(this.gutter, h("button", { type: "button", class: "face-button", tabindex: "-1", data: { kind: isMasked(message) ? "webhook" : "user", user: message.author.id }, aria: { label: `About ${nameOfAuthor(message, place)}` } }, picture));
  }

  drawHead() {
    const { message, place } = this;
    if (this.compact || isSystem(message)) return replace(this.parts.head);
    const at = timeOfMessage(message);
    const colour = isMasked(message) ? "" : colourOf(place?.guild_id, message.author.id);
    return replace(this.parts.head,
      h("button", { type: "button", class: "author", tabindex: "-1", data: { kind: isMasked(message) ? "webhook" : "user", user: message.author.id }, vars: colour ? { tint: colour } : {} }, nameOfAuthor(message, place)),
      (message.author.bot || message.webhook_id) && h("span", { class: "app-tag" }, "APP"),
      h("time", { class: "stamp", datetime: at.toISOString(), title: fullOf(at) }, stampOf(at)));
  }

  drawReply() {
    const { message, place } = this;
    const command = commandOf(message);
    if (command && message.type !== 19) return replace(this.parts.reply, usedCommand(command, message, place));
    if (!isReply(message)) return replace(this.parts.reply);
    const quoted = message.referenced_message;
    if (!quoted) return replace(this.parts.reply, icon("reply", 16), h("em", { class: "quiet" }, "Original message was deleted"));
    return replace(this.parts.reply, h("button", {
      type: "button", class: "reply-line", data: { kind: "jump", message: quoted.id }, aria: { label: `Go to the message by ${nameOfAuthor(quoted, place)}` },
    }, face(quoted.author, { size: 16, name: nameOfAuthor(quoted, place) }), h("span", { class: "reply-name" }, nameOfAuthor(quoted, place)),
    h("span", { class: "reply-words" }, plainText(quoted.content ?? "").slice(0, 200) || "Press to see the attachment")));
  }

  drawBody() {
    const { message, place, parts } = this;
    if (flag(message, FLAG.LOADING)) {
      return replace(parts.body, h("div", { class: "thinking", role: "status" }, h("span", { class: "dots", aria: { hidden: "true" } }, h("i"), h("i"), h("i")), `${nameOfAuthor(message, place)} is thinking…`));
    }
    if (isSystem(message)) return replace(parts.body, systemWords(message, place));
    const fresh = h("div");
    if (message.content) fresh.append(prose(message.content, place));
    if (message.edited_timestamp && message.content) mark(fresh, message);
    morph(parts.body, fresh);
    return undefined;
  }

  drawMedia() {
    const { message, parts } = this;
    const shown = flag(message, FLAG.V2) ? [] : message.attachments ?? [];
    replace(parts.media, shown.length > 0 && attachmentList(shown));
  }

  drawEmbeds() {
    const { message, place, parts } = this;
    const shown = flag(message, FLAG.SUPPRESS_EMBEDS) ? [] : message.embeds ?? [];
    replace(parts.embeds, shown.map((item) => embed(item, place)));
  }

  drawComponents() {
    const { message, place, parts } = this;
    const focused = parts.components.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
    replace(parts.components, message.components?.length > 0 && componentTree(message.components, message, place));
    if (focused) parts.components.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  drawThread() {
    const thread = this.message.thread ?? threadsOf(this.place?.id).find((item) => item.id === this.message.id);
    if (!thread) return replace(this.parts.thread);
    const live = channelOf(thread.id) ?? thread;
    return replace(this.parts.thread, h("button", { type: "button", class: "thread-card", data: { kind: "channel", channel: thread.id } },
      icon("thread", 18), h("strong", {}, live.name), h("span", { class: "link-words" }, "Open thread ›")));
  }

  drawReactions() {
    const { reactions = [] } = this.message;
    replace(this.parts.reactions, reactions.map((item) => h("button", {
      type: "button", class: item.me ? "reaction mine" : "reaction", data: { kind: "reaction", emoji: item.emoji.id ? `${item.emoji.name}:${item.emoji.id}` : item.emoji.name },
      aria: { pressed: String(Boolean(item.me)), label: `${item.emoji.name}, ${item.count}` },
    }, h("span", { aria: { hidden: "true" } }, item.emoji.id ? `:${item.emoji.name}:` : item.emoji.name), h("span", { class: "count" }, String(item.count)))),
    reactions.length > 0 && h("button", { type: "button", class: "reaction add", data: { kind: "react" }, aria: { label: "Add reaction" } }, icon("smile", 17)));
  }

  drawNote() {
    const { message, parts } = this;
    if (message.state === "failed") {
      return replace(parts.note, h("span", { class: "bad" }, `Not sent. ${message.problem} `),
        h("button", { type: "button", class: "link-words", data: { kind: "retry" } }, "Try again"), " · ",
        h("button", { type: "button", class: "link-words", data: { kind: "dismiss" } }, "Discard"));
    }
    const failed = message.interaction_failed && h("span", { class: "bad", role: "alert" }, "This interaction failed ");
    if (!flag(message, FLAG.EPHEMERAL)) return replace(parts.note, failed);
    return replace(parts.note, failed, icon("eye", 15), "Only you can see this · ",
      h("button", { type: "button", class: "link-words", data: { kind: "dismiss" } }, "Dismiss message"));
  }
}

function mark(root, message) {
  const at = new Date(message.edited_timestamp);
  const last = root.querySelector(".prose")?.lastElementChild;
  const host = last && ["DIV", "SMALL"].includes(last.tagName) ? last : root.querySelector(".prose") ?? root;
  host.append(h("span", { class: "edited", title: fullOf(at) }, " (edited)"));
}

function usedCommand(command, message, place) {
  const name = command.name ?? message.interaction?.name;
  const user = command.user ?? message.interaction?.user;
  if (!user || (command.type !== undefined && command.type !== 2 && command.type !== 1)) return null;
  return h("span", { class: "reply-line" }, face(user, { size: 16, name: nameOf(user, place?.guild_id) }),
    h("span", { class: "reply-name" }, nameOf(user, place?.guild_id)), name ? h("span", {}, " used ", h("span", { class: "used-command" }, icon("bolt", 13), `/${name.replace(/^\//, "")}`)) : h("span", {}, " used a command"));
}

function mentionsMe(message, place) {
  if (isMe(message.author?.id)) return false;
  if (message.mention_everyone || (message.mentions ?? []).some((user) => user.id === state.me?.id)) return true;
  const mine = memberOf(place?.guild_id, state.me?.id)?.roles ?? [];
  return (message.mention_roles ?? []).some((id) => mine.includes(id));
}

function systemWords(message, place) {
  const who = () => h("strong", {}, nameOfAuthor(message, place));
  const at = () => h("time", { class: "stamp" }, stampOf(timeOfMessage(message)));
  switch (message.type) {
    case 1: return h("span", { class: "quiet" }, who(), ` added ${nameOf(message.mentions?.[0], place?.guild_id)} to the thread. `, at());
    case 2: return h("span", { class: "quiet" }, who(), ` removed ${nameOf(message.mentions?.[0], place?.guild_id)} from the thread. `, at());
    case 4: return h("span", { class: "quiet" }, who(), " changed the name: ", h("strong", {}, message.content), " ", at());
    case 6: return h("span", { class: "quiet" }, who(), " pinned a message to this channel. ", at());
    case 7: return h("span", { class: "quiet" }, who(), " joined the server. Say hello. ", at());
    case 18: return h("span", { class: "quiet" }, who(), " started a thread: ",
      h("button", { type: "button", class: "link-words", data: { kind: "channel", channel: message.message_reference?.channel_id ?? message.thread?.id } }, message.content || nameOfChannel(message.thread)), ". ", at());
    default: return h("span", { class: "quiet" }, message.content || "(a system message) ", at());
  }
}
