// Dialogs on the browser's own <dialog>: focus stays inside, Escape closes, the opener gets the focus back.

import { h, uid } from "./dom.js";
import { icon } from "./icons.js";

/** Opens a dialog; `build(close)` gives its content. The form's submit is the caller's. */
export function dialog(title, build, { className = "", onClose = () => {}, testid = "dialog" } = {}) {
  const id = uid("title");
  const box = h("dialog", { class: `dialog ${className}`.trim(), aria: { labelledby: id }, data: { testid } });
  const close = () => box.close();
  box.append(
    h("header", { class: "dialog-head" }, h("h2", { id }, title),
      h("button", { type: "button", class: "icon-button", aria: { label: "Close" }, on: { click: close } }, icon("close"))));
  const content = build(close, box);
  box.append(...[content].flat());
  box.addEventListener("close", () => {
    box.remove();
    onClose();
  });
  box.addEventListener("pointerdown", (event) => {
    if (event.target === box && isOutside(box, event)) close();
  });
  document.body.append(box);
  box.showModal();
  (box.querySelector("[autofocus]") ?? box.querySelector("input, textarea, select, .dialog-body button"))?.focus();
  return box;
}

function isOutside(box, { clientX, clientY }) {
  const area = box.getBoundingClientRect();
  return clientX < area.left || clientX > area.right || clientY < area.top || clientY > area.bottom;
}

export function confirmation(title, words, { act, verb = "Delete", danger = true }) {
  dialog(title, (close) => [
    h("div", { class: "dialog-body" }, words),
    h("footer", { class: "dialog-foot" },
      h("button", { type: "button", class: "button secondary", on: { click: close } }, "Cancel"),
      h("button", { type: "button", class: danger ? "button danger" : "button primary", autofocus: true, on: { click: () => { close(); act(); } } }, verb)),
  ], { className: "small" });
}

/** A small form of fields: [{name, label, kind, value, required, hint, options}] → act(values, close). */
export function formDialog(title, fields, { verb = "Save", act, words, className = "small" }) {
  return dialog(title, (close) => {
    const form = h("form", { class: "dialog-form" },
      h("div", { class: "dialog-body" }, words && h("p", { class: "quiet" }, words), fields.map(field)),
      h("footer", { class: "dialog-foot" },
        h("button", { type: "button", class: "button secondary", on: { click: close } }, "Cancel"),
        h("button", { type: "submit", class: "button primary" }, verb)));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      act(valuesOf(form, fields), close);
    });
    return form;
  }, { className });
}

export function field(item) {
  const id = uid("field");
  if (item.kind === "check") {
    return h("label", { class: "check-line" },
      h("input", { type: "checkbox", name: item.name, checked: item.value }),
      h("span", {}, item.label, item.hint && h("small", { class: "quiet" }, item.hint)));
  }
  return h("div", { class: "field" },
    h("label", { for: id }, item.label, item.required && h("span", { class: "required", aria: { hidden: "true" } }, " *")),
    control(item, id), item.hint && h("small", { class: "quiet" }, item.hint));
}

function control(item, id) {
  const shared = { id, name: item.name, required: item.required, placeholder: item.placeholder, maxlength: item.max };
  if (item.kind === "choice") {
    return h("select", shared, item.options.map(([value, label]) => h("option", { value, selected: value === item.value }, label)));
  }
  if (item.kind === "long") return h("textarea", { ...shared, rows: 4, value: item.value });
  return h("input", { ...shared, type: item.kind ?? "text", value: item.value, min: item.least, step: item.step, autocomplete: "off" });
}

function valuesOf(form, fields) {
  const values = {};
  for (const { name, kind } of fields) {
    const input = form.elements[name];
    values[name] = kind === "check" ? input.checked : input.value.trim();
  }
  return values;
}
