// The emoji picker, for messages and reactions.

import { h, replace } from "./dom.js";
import { findEmoji, GROUPED } from "./emoji.js";
import { closePopover, popover } from "./popover.js";

const KEY = "recent-emoji";
const recent = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
};

export const frequent = () => [...new Set([...recent(), "👍", "❤️", "😂"])].slice(0, 3);

export function remember(sign) {
  localStorage.setItem(KEY, JSON.stringify([sign, ...recent().filter((other) => other !== sign)].slice(0, 24)));
}

export function emojiPicker(anchor, choose, { side } = {}) {
  const search = h("input", { type: "text", class: "choices-search", placeholder: "Find the perfect emoji", autocomplete: "off", aria: { label: "Search emoji" } });
  const grid = h("div", { class: "emoji-grid", role: "group", aria: { label: "Emoji" } });
  const button = ([name, sign]) => h("button", { type: "button", class: "emoji-button", title: `:${name}:`, aria: { label: name }, data: { sign } }, sign);
  const section = (title, pairs) => h("section", {}, h("h4", {}, title), h("div", { class: "emoji-row" }, pairs.map(button)));
  const all = () => {
    const used = recent().map((sign) => [sign, sign]);
    replace(grid, used.length > 0 && section("Lately used", used), GROUPED.map(([title, pairs]) => section(title, pairs)));
  };
  all();
  search.addEventListener("input", () => (search.value.trim() ? replace(grid, section("Found", findEmoji(search.value.trim(), 60))) : all()));
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      grid.querySelector(".emoji-button")?.click();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      grid.querySelector(".emoji-button")?.focus();
    }
  });
  grid.addEventListener("keydown", (event) => {
    const buttons = [...grid.querySelectorAll(".emoji-button")];
    const at = buttons.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 8, ArrowUp: -8 }[event.key];
    if (!step) return;
    event.preventDefault();
    (buttons[at + step] ?? search).focus();
  });
  grid.addEventListener("click", (event) => {
    const sign = event.target.closest(".emoji-button")?.dataset.sign;
    if (!sign) return;
    remember(sign);
    closePopover();
    choose(sign);
  });
  popover(anchor, h("div", { class: "emoji-picker", data: { testid: "emoji-picker" } }, search, grid), { side });
  search.focus();
}
