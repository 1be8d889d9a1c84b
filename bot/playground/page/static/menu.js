// Menus: a list of acts at a point or under a button, walked by the arrow keys.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { closePopover, popover } from "./popover.js";

/** items: {label, icon, danger, checked, href, act} or "-" for a line or {heading}. */
export function menu(anchor, items, { label = "Menu", side } = {}) {
  const list = h("div", { class: "menu", role: "menu", aria: { label }, data: { testid: "menu" } }, items.filter(Boolean).map(entry));
  list.addEventListener("keydown", walk);
  popover(anchor, list, { side, className: "menu-box" });
  list.querySelector("[role^=menuitem]")?.focus({ preventScroll: true });
}

function entry(item) {
  if (item === "-") return h("hr", { role: "separator" });
  if (item.heading) return h("div", { class: "menu-heading", role: "presentation" }, item.heading);
  const tag = item.href ? "a" : "button";
  const radio = item.checked !== undefined;
  return h(tag, {
    class: item.danger ? "menu-item danger" : "menu-item", role: radio ? "menuitemradio" : "menuitem", tabindex: "-1",
    type: tag === "button" ? "button" : undefined, href: item.href, disabled: item.disabled, data: item.data ?? {},
    aria: radio ? { checked: String(item.checked) } : {},
    on: { click: (event) => choose(event, item) },
  }, item.face, h("span", { class: "menu-words" }, h("span", {}, item.label), item.description && h("span", { class: "quiet" }, item.description)), item.checked ? icon("check", 18) : item.icon && icon(item.icon, 18));
}

function choose(event, item) {
  if (item.href && (event.ctrlKey || event.metaKey || event.button === 1)) {
    closePopover();
    return;
  }
  event.preventDefault();
  closePopover();
  item.act?.();
}

function walk(event) {
  const items = [...event.currentTarget.querySelectorAll("[role^=menuitem]:not([disabled])")];
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    items.at(to % items.length)?.focus();
  } else if (event.key === "Tab") {
    event.preventDefault();
    closePopover();
  } else if (event.key.length === 1) {
    const next = [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase()));
    next?.focus();
  }
}
