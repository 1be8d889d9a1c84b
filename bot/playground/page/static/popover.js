// Things that float over the page: one at a time, closed by Escape, by a click elsewhere, by what it was opened for.

import { h } from "./dom.js";

let open = null;

/** Shows `content` near `anchor` (an element or {x, y}); returns a function that closes it. */
export function popover(anchor, content, { side = "below", onClose = () => {}, className = "", width } = {}) {
  closePopover();
  const box = h("div", { class: `popover ${className}`.trim() }, content);
  if (width) box.style.width = `${width}px`;
  const home = document.querySelector("dialog[open]:last-of-type") ?? document.body;
  home.append(box);
  place(box, anchor, side);
  const before = document.activeElement;
  open = { box, anchor, onClose, before };
  addEventListener("pointerdown", outside, true);
  addEventListener("keydown", escape, true);
  addEventListener("resize", closePopover);
  return closePopover;
}

export function isOpen(box) {
  return open?.box === box || Boolean(box && open?.box.contains(box));
}

export function closePopover() {
  if (!open) return;
  const { box, onClose, before } = open;
  const held = box.contains(document.activeElement);
  open = null;
  removeEventListener("pointerdown", outside, true);
  removeEventListener("keydown", escape, true);
  removeEventListener("resize", closePopover);
  box.remove();
  if (held && before?.isConnected) before.focus();
  onClose();
}

function outside(event) {
  if (!open || open.box.contains(event.target)) return;
  if (open.anchor instanceof Element && open.anchor.contains(event.target)) {
    // The opener itself closes what it opened; its click must not open it again.
    addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    event.preventDefault();
  }
  closePopover();
}

function escape(event) {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  closePopover();
}

function place(box, anchor, side) {
  const edge = 8;
  const at = anchor instanceof Element ? anchor.getBoundingClientRect() : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y, width: 0 };
  const { width, height } = box.getBoundingClientRect();
  let left = side === "left" ? at.right - width : at.left;
  let top = at.bottom + 4;
  if (side === "above" || top + height > innerHeight - edge) top = Math.max(edge, at.top - height - 4);
  if (side === "above" && at.top - height - 4 < edge) top = Math.min(at.bottom + 4, innerHeight - height - edge);
  if (side === "beside") {
    left = at.left - width - edge;
    top = Math.min(at.top, innerHeight - height - edge);
  }
  left = Math.max(edge, Math.min(left, innerWidth - width - edge));
  box.style.left = `${left}px`;
  box.style.top = `${Math.max(edge, top)}px`;
}
