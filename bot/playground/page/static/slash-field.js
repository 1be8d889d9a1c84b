// One option of a command in the composer: its input, what it offers, what it is worth.

import { h, replace, uid } from "./dom.js";
import { post } from "./api.js";
import { channels, matching, people, roles } from "./choices.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { current } from "./state.js";

export const OPTION = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11 };
const WAIT = 120;

export class SlashField {
  /** `form` is asked for the other options' values, and told what happens. */
  constructor(option, form) {
    this.option = option;
    this.form = form;
    this.chosen = null; // {label, value} when taken from a list
    this.file = null;
    this.asked = 0;
    const id = uid("option");
    this.input = option.type === OPTION.ATTACHMENT ? this.fileInput(id) : this.textInput(id);
    this.label = h("label", { for: id }, option.name_localized ?? option.name, option.required && h("span", { class: "required", title: "Required" }, "*"));
    this.node = h("span", { class: "slash-field", data: { option: option.name } }, this.label, this.input, this.extra);
  }

  textInput(id) {
    const numeric = [OPTION.INTEGER, OPTION.NUMBER].includes(this.option.type);
    const input = h("input", {
      id, type: "text", autocomplete: "off", spellcheck: "false", inputmode: numeric ? "decimal" : undefined, role: "combobox",
      data: { testid: "slash-option", option: this.option.name }, aria: { expanded: "false", autocomplete: "list", required: String(Boolean(this.option.required)), description: this.option.description },
    });
    input.addEventListener("input", () => {
      this.chosen = null;
      this.unmark();
      this.offer();
    });
    input.addEventListener("focus", () => this.offer());
    input.addEventListener("click", () => this.form.panel.node.hidden && this.offer());
    return input;
  }

  fileInput(id) {
    const input = h("input", { id, type: "file", class: "visually-hidden", data: { testid: "slash-option", option: this.option.name } });
    this.extra = h("span", { class: "slash-file" });
    const draw = () => replace(this.extra, icon("file", 16), this.file ? this.file.name : "choose or drop a file");
    this.extra.addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      this.file = input.files[0] ?? this.file;
      this.unmark();
      draw();
    });
    input.addEventListener("focus", () => this.offer());
    draw();
    return input;
  }

  takeFile(file) {
    this.file = file;
    replace(this.extra, icon("file", 16), file.name);
    this.unmark();
  }

  get text() {
    return this.input.type === "file" ? "" : this.input.value;
  }

  set text(words) {
    if (this.input.type !== "file") this.input.value = words;
  }

  get isEmpty() {
    return this.input.type === "file" ? !this.file : this.text.trim() === "";
  }

  /** What is listed under this option's description. */
  async offer() {
    const { option, form } = this;
    form.describe(this);
    if (this.chosen) return form.list(this, []);
    if (option.autocomplete) return this.complete();
    const fixed = this.fixed();
    return form.list(this, fixed ? matching(fixed, this.text).slice(0, 25) : [], fixed ? "No options match what you typed." : "");
  }

  fixed() {
    const place = current();
    switch (this.option.type) {
      case OPTION.BOOLEAN: return [{ label: "True", value: true }, { label: "False", value: false }];
      case OPTION.USER: return people(place);
      case OPTION.CHANNEL: return channels(place, this.option.channel_types);
      case OPTION.ROLE: return roles(place);
      case OPTION.MENTIONABLE: return [...people(place), ...roles(place)];
      default: return this.option.choices?.map((choice) => ({ label: choice.name_localized ?? choice.name, value: choice.value }));
    }
  }

  complete() {
    clearTimeout(this.timer);
    this.asked += 1;
    const mine = this.asked;
    if (!this.answered) this.form.list(this, [], "Loading options…");
    this.timer = setTimeout(async () => {
      let items = [];
      let words = "No options match your search.";
      try {
        const { choices } = await post("/autocomplete", this.form.payload(4, this));
        items = choices.map((choice) => ({ label: choice.name_localized ?? choice.name, value: choice.value }));
      } catch (error) {
        words = error.status === 0 ? error.words : "Loading options failed.";
      }
      if (mine !== this.asked || this.form.focused !== this) return;
      this.answered = true;
      this.form.list(this, items, words);
    }, this.answered ? WAIT : 0);
  }

  choose(item) {
    this.chosen = item;
    this.text = item.label;
    this.unmark();
  }

  /** → {value} or {problem}. */
  worth() {
    const { option } = this;
    if (option.type === OPTION.ATTACHMENT) return this.file ? { value: this.file } : { problem: "This option needs a file." };
    if (this.isEmpty) return { problem: "This option is required. Specify a value." };
    if (this.chosen) return { value: this.chosen.value };
    const fixed = this.fixed();
    if (fixed) return this.fromList(fixed);
    return this.bounded(this.text.trim());
  }

  fromList(fixed) {
    const typed = this.text.trim().toLowerCase().replace(/^[@#]/, "");
    const plain = (label) => label.toLowerCase().replace(/^[@#]/, "");
    const found = fixed.find((item) => plain(item.label) === typed || String(item.value) === this.text.trim());
    return found ? { value: found.value } : { problem: "Choose one of the options." };
  }

  bounded(text) {
    const { option } = this;
    if (option.type === OPTION.STRING) {
      if (option.min_length && text.length < option.min_length) return { problem: `At least ${option.min_length} characters.` };
      if (option.max_length && text.length > option.max_length) return { problem: `At most ${option.max_length} characters.` };
      return { value: this.text };
    }
    const number = Number(text);
    const whole = option.type === OPTION.INTEGER;
    if (Number.isNaN(number) || (whole && !Number.isInteger(number))) return { problem: whole ? "Must be a whole number." : "Must be a number." };
    if (option.min_value !== undefined && number < option.min_value) return { problem: `Must be at least ${option.min_value}.` };
    if (option.max_value !== undefined && number > option.max_value) return { problem: `Must be at most ${option.max_value}.` };
    return { value: number };
  }

  mark() {
    this.node.classList.add("invalid");
    this.input.setAttribute("aria-invalid", "true");
  }

  unmark() {
    this.node.classList.remove("invalid");
    this.input.removeAttribute("aria-invalid");
  }
}

export function drawnChoice(item) {
  return [item.kind === "user" && face(item.of, { size: 22, name: item.label }), item.kind === "channel" && icon("hash", 16),
    h("span", { class: "panel-label" }, item.label), item.description && h("span", { class: "quiet" }, item.description)];
}
