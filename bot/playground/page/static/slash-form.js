// A chosen command in the composer: its options side by side, filled by keyboard or mouse.

import { h, replace } from "./dom.js";
import { dataOf } from "./commands.js";
import { send } from "./interactions.js";
import { drawnChoice, OPTION, SlashField } from "./slash-field.js";
import { current } from "./state.js";

export class SlashForm {
  /** `leave(text)` gives the composer back to plain text. */
  constructor(panel, leave) {
    this.panel = panel;
    this.leave = leave;
    this.fields = [];
    this.name = h("span", { class: "slash-name", tabindex: "-1" });
    this.more = h("span", { class: "slash-more" });
    this.row = h("span", { class: "slash-fields" });
    this.node = h("div", { class: "slash-form", hidden: true, role: "group", data: { testid: "slash-form" } }, this.name, this.row, this.more);
    this.name.addEventListener("focus", () => this.describe(null));
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.node.addEventListener("focusout", () => setTimeout(() => {
      if (!this.node.contains(document.activeElement)) panel.hide();
    }));
    this.node.addEventListener("click", (event) => {
      if (event.target === this.node || event.target === this.row) (this.firstOpen() ?? this.fields.at(-1))?.input.focus();
    });
  }

  get isOpen() {
    return !this.node.hidden;
  }

  open(entry, typed = "") {
    this.entry = entry;
    this.place = current();
    this.fields = [];
    this.name.textContent = `/${entry.path}`;
    this.node.setAttribute("aria-label", `Command /${entry.path}`);
    this.node.hidden = false;
    replace(this.row);
    this.panel.hide();
    const given = pairs(typed, entry.options);
    for (const option of entry.options) {
      if (!option.required && !given.has(option.name)) continue;
      const field = this.add(option, { focus: false });
      if (given.has(option.name)) field.text = given.get(option.name);
    }
    this.drawMore();
    const first = this.firstOpen() ?? this.fields.at(-1);
    if (first) first.input.focus();
    else this.name.focus();
  }

  close() {
    this.node.hidden = true;
    this.panel.hide();
    this.fields = [];
    this.focused = null;
  }

  firstOpen() {
    return this.fields.find((field) => field.isEmpty);
  }

  add(option, { focus = true } = {}) {
    const field = new SlashField(option, this);
    this.fields.push(field);
    this.row.append(field.node);
    this.drawMore();
    if (focus) field.input.focus();
    return field;
  }

  removeField(field) {
    const at = this.fields.indexOf(field);
    this.fields.splice(at, 1);
    field.node.remove();
    this.drawMore();
    (this.fields[at - 1]?.input ?? this.fields[0]?.input ?? this.name).focus();
  }

  drawMore() {
    const taken = new Set(this.fields.map((field) => field.option.name));
    replace(this.more, this.entry.options.filter((option) => !taken.has(option.name)).map((option) => h("button", {
      type: "button", class: "slash-add", title: option.description, data: { testid: "slash-add-option", option: option.name }, aria: { label: `Add option ${option.name}: ${option.description}` },
      on: { click: () => this.add(option) },
    }, `+ ${option.name_localized ?? option.name}`)));
  }

  // --- what the panel says -----------------------------------------------------------------

  describe(field) {
    this.focused = field;
    this.heading = field
      ? h("span", {}, h("strong", {}, field.option.name_localized ?? field.option.name), ` ${field.option.description_localized ?? field.option.description}`, field.option.required ? "" : h("em", { class: "quiet" }, " (optional)"))
      : h("span", {}, h("strong", {}, `/${this.entry.path}`), ` ${this.entry.description}`, h("em", { class: "quiet" }, " Enter sends it."));
    if (!field) this.panel.show({ items: [], heading: this.heading, input: null, draw: drawnChoice, pick: () => {} });
  }

  list(field, items, empty = "") {
    if (this.focused !== field || !this.isOpen) return;
    this.panel.show({
      items, empty: this.problem ?? empty, heading: this.heading, input: field.input, testid: "autocomplete-item", draw: drawnChoice,
      pick: (item) => {
        field.choose(item);
        this.panel.hide();
        this.next(field);
      },
    });
    this.problem = undefined;
  }

  next(field) {
    const open = this.fields.slice(this.fields.indexOf(field) + 1).find((other) => other.isEmpty);
    if (open) open.input.focus();
    else field.offer();
  }

  // --- keys ----------------------------------------------------------------------------------

  key(event) {
    if (event.isComposing || event.target.classList?.contains("slash-add")) {
      if (event.key === "Escape") this.cancel(event);
      return;
    }
    const field = this.fields.find((one) => one.input === event.target);
    if (event.key === "Escape") this.cancel(event);
    else if (this.panel.takeKey(event)) return;
    else if (event.key === "Enter") {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Backspace") this.backspace(event, field);
  }

  backspace(event, field) {
    if (!field) {
      event.preventDefault();
      this.toText();
    } else if (field.isEmpty) {
      event.preventDefault();
      if (!field.option.required) this.removeField(field);
      else if (this.fields.indexOf(field) === 0) this.toText();
      else this.fields[this.fields.indexOf(field) - 1].input.focus();
    }
  }

  cancel(event) {
    event.preventDefault();
    event.stopPropagation();
    this.close();
    this.leave("");
  }

  toText() {
    const { path } = this.entry;
    this.close();
    this.leave(`/${path}`);
  }

  takeFiles(files) {
    const field = this.fields.find((one) => one.option.type === OPTION.ATTACHMENT && one.isEmpty);
    if (!field) return false;
    field.takeFile(files[0]);
    return true;
  }

  // --- sending -------------------------------------------------------------------------------

  /** The interaction as far as it is filled in; `focus` marks the option that asks for completion. */
  payload(type, focus = null) {
    const options = [];
    for (const field of this.fields) {
      const { name, type: kind } = field.option;
      if (field === focus) options.push({ name, type: kind, value: field.text, focused: true });
      else if (!field.isEmpty && kind !== OPTION.ATTACHMENT) {
        const { value } = field.worth();
        if (value !== undefined) options.push({ name, type: kind, value });
      }
    }
    return { type, channel_id: this.place.id, data: dataOf(this.entry, options) };
  }

  async submit() {
    const options = [];
    const files = [];
    for (const field of this.fields) {
      if (field.isEmpty && !field.option.required) continue;
      const { value, problem } = field.worth();
      if (problem) {
        field.mark();
        this.problem = problem;
        if (document.activeElement === field.input) field.offer();
        else field.input.focus();
        return;
      }
      if (value instanceof File) {
        files.push(value);
        options.push({ name: field.option.name, type: field.option.type, value: String(files.length - 1) });
      } else options.push({ name: field.option.name, type: field.option.type, value });
    }
    const data = dataOf(this.entry, options);
    if (files.length) data.attachments = files.map((file, index) => ({ id: String(index), filename: file.name }));
    try {
      await send({ type: 2, channel_id: this.place.id, data }, { files, label: `/${this.entry.path}` });
      this.close();
      this.leave("");
    } catch {
      this.fields[0]?.input.focus();
    }
  }
}

/** `character:Mira greeting:the long one` → the values by option. */
function pairs(typed, options) {
  const names = options.map((option) => option.name);
  const out = new Map();
  if (!typed) return out;
  const starts = [...typed.matchAll(/(^|\s)([\p{Ll}\p{N}_-]+):/gu)].filter((found) => names.includes(found[2]));
  starts.forEach((found, index) => {
    const from = found.index + found[0].length;
    out.set(found[2], typed.slice(from, starts[index + 1]?.index).trim());
  });
  return out;
}
