// The list above the composer: commands, people, channels, emoji, an option's choices. The input keeps the focus.

import { h, replace, uid } from "./dom.js";

export class Panel {
  constructor(testid) {
    this.id = uid("panel");
    this.heading = h("div", { class: "panel-heading" });
    this.list = h("ul", { class: "panel-list", role: "listbox", id: this.id, aria: { label: "Suggestions" } });
    this.node = h("div", { class: "panel", hidden: true, data: { testid } }, this.heading, this.list);
    this.items = [];
    this.active = 0;
    this.node.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const node = event.target.closest("[data-index]");
      if (node) this.choose(Number(node.dataset.index));
    });
    this.list.addEventListener("pointermove", (event) => {
      const node = event.target.closest("[data-index]");
      if (node && Number(node.dataset.index) !== this.active) this.activate(Number(node.dataset.index), { scroll: false });
    });
  }

  /** items: anything; `draw(item)` gives its content; `pick(item)` is called with the chosen one. */
  show({ items, draw, pick, heading = "", empty = "", testid = "", input, active = 0 }) {
    Object.assign(this, { items, pick, input });
    replace(this.heading, heading);
    this.heading.hidden = !heading;
    replace(this.list, items.map((item, index) => h("li", { id: `${this.id}-${index}`, class: "panel-item", role: "option", data: { index: String(index), testid }, aria: { selected: "false" } }, draw(item))),
      items.length === 0 && empty && h("li", { class: "panel-empty quiet" }, empty));
    this.node.hidden = items.length === 0 && !empty && !heading;
    this.input?.setAttribute("aria-controls", this.id);
    this.input?.setAttribute("aria-expanded", String(!this.node.hidden));
    this.activate(Math.min(active, items.length - 1));
  }

  hide() {
    if (this.node.hidden) return;
    this.node.hidden = true;
    this.items = [];
    replace(this.list);
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  get isOpen() {
    return !this.node.hidden && this.items.length > 0;
  }

  activate(index, { scroll = true } = {}) {
    this.list.querySelector("[aria-selected='true']")?.setAttribute("aria-selected", "false");
    this.active = index;
    const node = this.list.children[index];
    if (!node || index < 0) return;
    node.setAttribute("aria-selected", "true");
    this.input?.setAttribute("aria-activedescendant", node.id);
    if (scroll) node.scrollIntoView({ block: "nearest" });
  }

  choose(index = this.active) {
    const item = this.items[index];
    if (item !== undefined) this.pick(item);
  }

  /** Arrow keys, Enter and Tab; true when the key was for the panel. */
  takeKey(event) {
    if (!this.isOpen || event.isComposing) return false;
    const count = this.items.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.activate((this.active + step + count) % count);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && this.active >= 0) this.choose();
    else return false;
    event.preventDefault();
    return true;
  }
}
