// Clicks on what stands in messages: spoilers, mentions, pictures, reactions, notes.

import { delegate, h } from "./dom.js";
import { emit } from "./emitter.js";
import { emojiPicker } from "./emoji-picker.js";
import { react } from "./message-actions.js";
import { go } from "./navigation.js";
import { openProfile, personMenu } from "./people.js";
import { current, state } from "./state.js";
import * as store from "./store.js";
import { toast } from "./toast.js";

const messageOf = (target) => store.messageOf(current()?.id, target.closest("[data-message-id]")?.dataset.messageId);

const acts = {
  spoiler(target, event) {
    if (target.classList.contains("revealed")) return false;
    event.preventDefault();
    event.stopPropagation();
    target.classList.add("revealed");
    target.removeAttribute("role");
    target.removeAttribute("tabindex");
    target.removeAttribute("aria-label");
    return true;
  },
  user(target) {
    openProfile(target, target.dataset.user);
  },
  webhook(target) {
    const message = messageOf(target);
    toast(`${message?.author.username ?? "This character"} speaks through a webhook of the bot.`);
  },
  channel(target) {
    if (state.channels.has(target.dataset.channel)) go(target.dataset.channel);
    else toast("You may not see that place.", { bad: true });
  },
  command(target) {
    emit("write-command", target.dataset.name);
  },
  jump(target) {
    emit("jump", target.dataset.message);
  },
  picture(target) {
    openPicture(target.dataset.src, target.querySelector("img")?.alt ?? "");
  },
  reaction(target) {
    const message = messageOf(target);
    if (message) react(message, target.dataset.emoji);
  },
  react(target) {
    const message = messageOf(target);
    if (message) emojiPicker(target, (sign) => react(message, sign));
  },
  dismiss(target) {
    const message = messageOf(target);
    if (message) store.remove(message.channel_id, message.id);
  },
  retry(target) {
    const message = messageOf(target);
    if (!message) return;
    store.remove(message.channel_id, message.id);
    message.again();
  },
  link(target, event) {
    const url = new URL(target.href, location.href);
    const [, , channelId, messageId] = url.hash.split("/");
    if (url.origin !== location.origin || !state.channels.has(channelId)) return;
    event.preventDefault();
    go(channelId, { message: messageId });
  },
};

export function listenForContent(root) {
  root.addEventListener("click", (event) => {
    // A covered spoiler takes the click, whatever lies under it.
    const spoiler = event.target.closest(".spoiler:not(.revealed)");
    const target = spoiler ?? event.target.closest("[data-kind]");
    if (target && root.contains(target)) acts[target.dataset.kind]?.(target, event);
  }, true);
  delegate(root, "keydown", ".spoiler:not(.revealed)", (target, event) => {
    if (event.key === "Enter" || event.key === " ") acts.spoiler(target, event);
  });
  delegate(root, "contextmenu", "[data-kind='user']", (target, event) => {
    event.preventDefault();
    personMenu({ x: event.clientX, y: event.clientY }, target.dataset.user);
  });
}

function openPicture(address, words) {
  const box = h("dialog", { class: "lightbox", aria: { label: words || "Picture" }, data: { testid: "lightbox" } },
    h("img", { src: address, alt: words }), h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, "Open in a tab"));
  box.addEventListener("click", (event) => event.target.closest("a") || box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}
