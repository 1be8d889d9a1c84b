// What one can do with a message: the bar that floats over it, its menu, its keys.

import { del, patch, put } from "./api.js";
import { h } from "./dom.js";
import { commandsHere } from "./commands.js";
import { confirmation } from "./dialog.js";
import { emit } from "./emitter.js";
import { emojiPicker, frequent, remember } from "./emoji-picker.js";
import { icon } from "./icons.js";
import { send } from "./interactions.js";
import { menu } from "./menu.js";
import { sameEmoji } from "./events.js";
import { prose } from "./prose.js";
import { may } from "./permissions.js";
import { current, isDm, isMe, isThread } from "./state.js";
import * as store from "./store.js";
import { newThread } from "./threads.js";
import { attempt, toast } from "./toast.js";

const isMine = (message) => isMe(message.author?.id) && !message.webhook_id;
const isReal = (message) => !message.local && !store.isEphemeral(message);
const isWritten = (message) => [undefined, 0, 19, 20, 21, 23].includes(message.type);

export class MessageActions {
  constructor(list) {
    this.list = list;
    this.bar = h("div", { class: "action-bar", role: "toolbar", aria: { label: "Message actions" }, data: { testid: "message-actions" } });
    const rows = list.list;
    rows.addEventListener("mouseover", (event) => this.attach(event.target.closest(".message")));
    rows.addEventListener("focusin", (event) => this.attach(event.target.closest(".message")));
    rows.addEventListener("contextmenu", (event) => this.contextMenu(event));
    rows.addEventListener("keydown", (event) => this.key(event));
  }

  messageOf(row) {
    return row && store.messageOf(current()?.id, row.dataset.messageId);
  }

  attach(row) {
    const message = this.messageOf(row);
    if (!message || message.local || this.bar.parentElement === row) return;
    const acts = [];
    if (isReal(message) && may(current(), "ADD_REACTIONS")) {
      acts.push(...frequent().map((sign) => h("button", { type: "button", class: "icon-button quick", aria: { label: `React with ${sign}` }, on: { click: () => react(message, sign) } }, sign)));
      acts.push(act("smile", "Add reaction", () => this.pickReaction(message, row)));
    }
    if (isReal(message) && isMine(message) && isWritten(message)) acts.push(act("edit", "Edit", () => this.edit(message)));
    if (isReal(message) && isWritten(message)) acts.push(act("reply", "Reply", () => emit("reply", message)));
    acts.push(act("more", "More", (event) => this.open(event.currentTarget, message, row)));
    this.bar.replaceChildren(...acts);
    row.append(this.bar);
  }

  pickReaction(message, row) {
    emojiPicker(this.bar.isConnected ? this.bar : row, (sign) => react(message, sign), { side: "left" });
  }

  contextMenu(event) {
    const row = event.target.closest(".message");
    const message = this.messageOf(row);
    if (!message || event.target.closest("a, textarea, audio, video") || String(getSelection())) return;
    if (event.target.closest("[data-kind='user']")) return; // people have a menu of their own
    event.preventDefault();
    const at = event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : row;
    this.open(at, message, row);
  }

  async open(at, message, row) {
    const apps = isReal(message) ? await messageCommands() : [];
    menu(at, [...this.items(message, row), ...(apps.length ? ["-", { heading: "Apps" }, ...apps.map((command) => appItem(command, message))] : [])], { label: "Message", side: "left" });
  }

  items(message, row) {
    const place = current();
    if (message.local || store.isEphemeral(message)) {
      return [{ label: "Copy text", icon: "copy", act: () => copy(message.content) }, { label: "Dismiss message", icon: "close", act: () => store.remove(message.channel_id, message.id) }];
    }
    const mayThread = !isDm(place) && !isThread(place) && !message.thread && may(place, "CREATE_PUBLIC_THREADS") && isWritten(message);
    return [
      may(place, "ADD_REACTIONS") && { label: "Add reaction", icon: "smile", act: () => this.pickReaction(message, row) },
      isMine(message) && isWritten(message) && { label: "Edit message", icon: "edit", act: () => this.edit(message) },
      isWritten(message) && { label: "Reply", icon: "reply", act: () => emit("reply", message) },
      mayThread && { label: "Create thread", icon: "thread", act: () => newThread(place, message) },
      { label: "Copy text", icon: "copy", act: () => copy(message.content) },
      { label: "Copy message link", icon: "external", act: () => copy(`${location.origin}/#/${place.guild_id ?? "@me"}/${place.id}/${message.id}`) },
      { label: "Copy message ID", icon: "copy", act: () => copy(message.id) },
      (isMine(message) || (!isDm(place) && may(place, "MANAGE_MESSAGES"))) && { label: "Delete message", icon: "trash", danger: true, act: () => this.remove(message) },
    ];
  }

  /** ↑ in an empty composer: the last line that one wrote here. */
  editLast() {
    const mine = store.book(current()?.id).list.findLast((message) => isReal(message) && isMine(message) && isWritten(message));
    if (mine) this.edit(mine);
    return Boolean(mine);
  }

  edit(message) {
    const row = this.list.rows.get(message.id);
    if (!row) return;
    const body = row.parts.body;
    const area = h("textarea", { class: "edit-area", rows: 1, value: message.content, aria: { label: "Edit message" }, data: { testid: "edit" } });
    const fit = () => {
      area.style.height = "auto";
      area.style.height = `${area.scrollHeight}px`;
    };
    const close = () => {
      box.remove();
      body.hidden = false;
      document.getElementById("composer-input")?.focus();
    };
    const save = () => {
      const content = area.value.trim();
      close();
      if (!content && !message.attachments?.length) this.remove(message);
      else if (content !== message.content) attempt(() => patch(`/channels/${message.channel_id}/messages/${message.id}`, { content }));
    };
    const box = h("div", { class: "edit-box" }, area, h("div", { class: "quiet edit-hint" }, "escape to ",
      h("button", { type: "button", class: "link-words", on: { click: close } }, "cancel"), " • enter to ", h("button", { type: "button", class: "link-words", on: { click: save } }, "save")));
    area.addEventListener("input", fit);
    area.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.isComposing) return;
      if (event.key === "Escape") close();
      else if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        save();
      }
    });
    row.node.querySelector(".edit-box")?.remove();
    body.hidden = true;
    body.after(box);
    fit();
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
    box.scrollIntoView({ block: "nearest" });
  }

  remove(message, { ask = true } = {}) {
    const act = () => attempt(() => del(`/channels/${message.channel_id}/messages/${message.id}`));
    if (!ask) return act();
    return confirmation("Delete message", [h("p", {}, "Are you sure that you want to delete this message?"), h("div", { class: "quoted" }, prose(message.content ?? "", current()))], { act });
  }

  key(event) {
    const row = event.target.closest(".message");
    if (event.target !== row) return;
    const message = this.messageOf(row);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) {
      const rows = [...this.list.list.querySelectorAll(".message")];
      const next = rows[rows.indexOf(row) + step];
      event.preventDefault();
      if (next) {
        this.list.tabStop(next);
        next.focus();
      } else if (step > 0) document.getElementById("composer-input")?.focus();
    } else if (message && !event.ctrlKey && !event.metaKey && !event.altKey) this.letter(event, message, row);
  }

  letter(event, message, row) {
    const acts = {
      e: isMine(message) && isReal(message) && (() => this.edit(message)),
      r: isReal(message) && (() => emit("reply", message)),
      "+": isReal(message) && (() => this.pickReaction(message, row)),
      Delete: isReal(message) && isMine(message) && (() => this.remove(message)),
      Enter: () => this.open(row, message, row),
      Escape: () => document.getElementById("composer-input")?.focus(),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }
}

function act(sign, label, run) {
  return h("button", { type: "button", class: "icon-button", title: label, aria: { label }, on: { click: run } }, icon(sign, 20));
}

async function messageCommands() {
  try {
    return (await commandsHere()).filter((command) => command.type === 3);
  } catch {
    return [];
  }
}

function appItem(command, message) {
  return {
    label: command.name_localized ?? command.name, icon: "bolt",
    act: () => send({ type: 2, channel_id: message.channel_id, data: { id: command.id, name: command.name, type: 3, target_id: message.id } }, { label: command.name }).catch(() => {}),
  };
}

export function react(message, sign) {
  remember(sign);
  const emoji = { name: sign.includes(":") ? sign.split(":")[0] : sign, id: sign.includes(":") ? sign.split(":")[1] : null };
  const mine = (message.reactions ?? []).some((item) => item.me && sameEmoji(item.emoji, emoji));
  const path = `/channels/${message.channel_id}/messages/${message.id}/reactions/${encodeURIComponent(sign)}`;
  return attempt(() => (mine ? del(path) : put(path)));
}

async function copy(words) {
  try {
    await navigator.clipboard.writeText(words ?? "");
    toast("Copied.");
  } catch {
    toast("The browser did not let the page copy.", { bad: true });
  }
}


