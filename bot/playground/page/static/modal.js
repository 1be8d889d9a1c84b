// The forms that the bot opens: every part that discord.py 2.7 can put into one.

import { h, replace, uid } from "./dom.js";
import { KIND, SELECTS } from "./components.js";
import { chosenWords, defaultsOf } from "./choices.js";
import { dialog } from "./dialog.js";
import { icon } from "./icons.js";
import { placeOf, send } from "./interactions.js";
import { openChoices } from "./listbox.js";
import { on } from "./emitter.js";
import { nameOf } from "./names.js";
import { prose } from "./prose.js";
import { channelOf, current, state } from "./state.js";
import { sizeOf } from "./attachments.js";

export function listenForModals() {
  on("modal", openModal);
}

function openModal(modal) {
  const place = channelOf(placeOf(modal.interaction_id)) ?? current();
  const files = [];
  const parts = modal.components.map((item) => top(item, place, files));
  dialog(modal.title, (close, box) => {
    const form = h("form", { class: "dialog-form", novalidate: true },
      h("div", { class: "dialog-body" }, h("p", { class: "modal-by quiet" }, `This form goes to ${nameOf(state.bot, place?.guild_id)}. Do not share passwords or other secrets.`), parts.map((part) => part.node)),
      h("footer", { class: "dialog-foot" },
        h("button", { type: "button", class: "button secondary", on: { click: close } }, "Cancel"),
        h("button", { type: "submit", class: "button primary" }, "Submit")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submit(modal, place, parts, files, close, form);
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
    return form;
  }, { className: "modal", testid: "modal" });
}

async function submit(modal, place, parts, files, close, form) {
  const wrong = parts.map((part) => part.check()).filter((ok) => !ok).length;
  if (wrong) {
    form.querySelector(".invalid input, .invalid textarea, .invalid button")?.focus();
    return;
  }
  files.length = 0;
  const components = parts.map((part) => part.value());
  const payload = {
    type: 5, channel_id: place.id,
    data: { custom_id: modal.custom_id, components },
  };
  if (files.length) payload.data.attachments = files.map((file, index) => ({ id: String(index), filename: file.name }));
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  try {
    await send(payload, { files, label: modal.title });
    close();
  } catch {
    button.disabled = false;
  }
}

/** A part: {node, value() → what is sent, check() → may it be sent}. */
function top(item, place, files) {
  const id = item.id === undefined ? {} : { id: item.id };
  if (item.type === KIND.TEXT) {
    return { node: prose(item.content, place), value: () => ({ type: KIND.TEXT, ...id }), check: () => true };
  }
  if (item.type === KIND.ROW) {
    const inner = item.components.map((child) => labelled({ label: child.label, component: child }, place, files));
    return {
      node: h("div", {}, inner.map((part) => part.node)),
      value: () => ({ type: KIND.ROW, ...id, components: inner.map((part) => part.value().component) }),
      check: () => inner.map((part) => part.check()).every(Boolean),
    };
  }
  return labelled(item, place, files);
}

function labelled(item, place, files) {
  const inputId = uid("input");
  const control = controlFor(item.component, inputId, place, files);
  const required = item.component.required !== false && item.component.type !== KIND.CHECKBOX;
  const problem = h("div", { class: "problem", role: "alert" });
  const grouped = [KIND.RADIO_GROUP, KIND.CHECKBOX_GROUP].includes(item.component.type);
  const words = [item.label, required && h("span", { class: "required", title: "Required" }, " *")];
  const label = grouped ? h("legend", {}, words) : h("label", { for: inputId }, words);
  const node = h(grouped ? "fieldset" : "div", { class: "field", data: { customId: item.component.custom_id } },
    label, item.description && h("small", { class: "quiet" }, item.description), control.node, problem);
  return {
    node,
    value: () => ({ type: KIND.LABEL, ...(item.id === undefined ? {} : { id: item.id }), component: { type: item.component.type, custom_id: item.component.custom_id, ...(item.component.id === undefined ? {} : { id: item.component.id }), ...control.value() } }),
    check: () => {
      const words = control.problem(required);
      problem.textContent = words;
      node.classList.toggle("invalid", Boolean(words));
      return !words;
    },
  };
}

function controlFor(item, id, place, files) {
  if (SELECTS.has(item.type)) return selectControl(item, id, place);
  switch (item.type) {
    case KIND.UPLOAD: return uploadControl(item, id, files);
    case KIND.RADIO_GROUP: return groupControl(item, id, "radio");
    case KIND.CHECKBOX_GROUP: return groupControl(item, id, "checkbox");
    case KIND.CHECKBOX: return checkboxControl(item, id);
    default: return textControl(item, id);
  }
}

function textControl(item, id) {
  const long = item.style === 2;
  const input = h(long ? "textarea" : "input", {
    id, name: item.custom_id, placeholder: item.placeholder, maxlength: item.max_length ?? 4000, value: item.value ?? "",
    ...(long ? { rows: 5 } : { type: "text", autocomplete: "off" }),
  });
  const count = item.max_length ? h("small", { class: "quiet counter" }, `${input.value.length} / ${item.max_length}`) : null;
  input.addEventListener("input", () => count && (count.textContent = `${input.value.length} / ${item.max_length}`));
  return {
    node: h("div", {}, input, count),
    value: () => ({ value: input.value }),
    problem: (required) => {
      if (required && !input.value.trim()) return "This is required.";
      if (input.value && item.min_length && input.value.length < item.min_length) return `At least ${item.min_length} characters, please.`;
      return "";
    },
  };
}

function selectControl(item, id, place) {
  let values = defaultsOf(item);
  const words = h("span");
  const opener = h("button", { type: "button", id, class: "select", aria: { haspopup: "listbox", expanded: "false" }, data: { testid: "select" } }, words, icon("chevron", 18));
  const least = item.required === false ? 0 : item.min_values ?? 1;
  function draw() {
    const chosen = chosenWords(item, place, values);
    words.textContent = chosen || item.placeholder || "Make a selection";
    words.className = chosen ? "chosen" : "placeholder";
  }
  opener.addEventListener("click", () => openChoices(opener, { ...item, min_values: least }, place, values, (chosen) => {
    values = chosen;
    draw();
  }));
  draw();
  return {
    node: opener,
    value: () => ({ values }),
    problem: (required) => (required && values.length < Math.max(1, least) ? `Choose at least ${Math.max(1, least)}.` : ""),
  };
}

function uploadControl(item, id, files) {
  let chosen = [];
  const most = item.max_values ?? 1;
  const input = h("input", { type: "file", id, name: item.custom_id, multiple: most > 1 });
  const list = h("ul", { class: "upload-list" });
  const take = (fresh) => {
    chosen = most === 1 ? fresh.slice(0, 1) : [...chosen, ...fresh].slice(0, most);
    input.value = "";
    draw();
  };
  function draw() {
    replace(list, chosen.map((file) => h("li", {}, icon("file", 18), h("span", {}, file.name), h("span", { class: "quiet" }, sizeOf(file.size)),
      h("button", { type: "button", class: "icon-button", aria: { label: `Remove ${file.name}` }, on: { click: () => { chosen = chosen.filter((other) => other !== file); draw(); } } }, icon("close", 16)))));
  }
  input.addEventListener("change", () => take([...input.files]));
  const zone = h("div", { class: "drop-zone" }, input, h("small", { class: "quiet" }, most > 1 ? `Drop up to ${most} files here, or choose them.` : "Drop a file here, or choose one."), list);
  zone.addEventListener("dragover", (event) => event.preventDefault());
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    take([...event.dataTransfer.files]);
  });
  return {
    node: zone,
    value: () => {
      const first = files.length;
      files.push(...chosen);
      return { values: chosen.map((_, index) => String(first + index)) };
    },
    problem: (required) => {
      const least = required ? Math.max(1, item.min_values ?? 1) : 0;
      return chosen.length < least ? `Choose at least ${least === 1 ? "one file" : `${least} files`}.` : "";
    },
  };
}

function groupControl(item, id, kind) {
  const boxes = item.options.map((option, index) => h("input", { type: kind, name: item.custom_id, value: option.value, checked: option.default, id: index ? undefined : id }));
  const node = h("div", { class: "option-group" }, item.options.map((option, index) => h("label", { class: "check-line" }, boxes[index],
    h("span", {}, option.label, option.description && h("small", { class: "quiet" }, option.description)))));
  const values = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const least = item.min_values ?? 1;
  const most = item.max_values ?? item.options.length;
  return {
    node,
    value: () => (kind === "radio" ? { value: values()[0] ?? null } : { values: values() }),
    problem: (required) => {
      const count = values().length;
      if (required && count < Math.max(1, kind === "radio" ? 1 : least)) return kind === "radio" ? "Choose one." : `Choose at least ${Math.max(1, least)}.`;
      return kind === "checkbox" && count > most ? `Choose at most ${most}.` : "";
    },
  };
}

function checkboxControl(item, id) {
  const box = h("input", { type: "checkbox", id, name: item.custom_id, checked: item.default });
  return { node: h("div", { class: "check-line" }, box), value: () => ({ value: box.checked }), problem: () => "" };
}
