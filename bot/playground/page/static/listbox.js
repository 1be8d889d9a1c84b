// The list that a select opens: search, one or several, arrow keys, Enter; used in messages and in modals.

import { h, replace, uid } from "./dom.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { choicesOf, matching } from "./choices.js";
import { hex, roleColour } from "./names.js";
import { closePopover, popover } from "./popover.js";

/** Opens the choices of `item` under `anchor`; calls `choose(values)` once, when the person is done. */
export function openChoices(anchor, item, place, chosen, choose) {
  const least = item.min_values ?? 1;
  const most = item.max_values ?? 1;
  const several = most > 1 || least === 0;
  const all = choicesOf(item, place);
  const picked = new Set(chosen.filter((value) => all.some((choice) => choice.value === value)));
  const id = uid("choices");
  let shown = all;
  let active = Math.max(0, all.findIndex((choice) => picked.has(choice.value)));

  const list = h("ul", { class: "choices", role: "listbox", id, aria: { multiselectable: String(several), label: item.placeholder || "Choices" } });
  const search = h("input", {
    type: "text", class: "choices-search", placeholder: "Search", autocomplete: "off", role: "combobox", aria: { controls: id, expanded: "true", label: "Search the choices" },
  });
  const done = h("button", { type: "button", class: "button primary small-button", on: { click: () => finish() } }, "Done");
  const count = h("span", { class: "quiet" });
  const panel = h("div", { class: "choices-panel", data: { testid: "select-panel" } }, search, list, several && h("div", { class: "choices-foot" }, count, done));
  const before = JSON.stringify([...picked]);
  let finished = false;

  function draw() {
    replace(list, shown.map((choice, index) => option(choice, index, picked.has(choice.value), index === active, `${id}-${index}`, several)),
      shown.length === 0 && h("li", { class: "quiet empty" }, "No results found."));
    search.setAttribute("aria-activedescendant", shown.length ? `${id}-${active}` : "");
    count.textContent = least === most ? `Choose ${most}` : `${picked.size} of at most ${most} chosen`;
    done.disabled = picked.size < least || picked.size > most;
    list.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  }

  function take(choice) {
    if (!several) {
      picked.clear();
      picked.add(choice.value);
      finish();
      return;
    }
    if (picked.has(choice.value)) picked.delete(choice.value);
    else if (picked.size < most) picked.add(choice.value);
    draw();
  }

  function finish() {
    if (picked.size < least) return;
    finished = true;
    closePopover();
    choose([...picked]);
  }

  list.addEventListener("click", (event) => {
    const node = event.target.closest("[data-index]");
    if (node) take(shown[Number(node.dataset.index)]);
  });
  search.addEventListener("input", () => {
    shown = matching(all, search.value);
    active = 0;
    draw();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      active = (active + (event.key === "ArrowDown" ? 1 : -1) + shown.length) % Math.max(1, shown.length);
      draw();
    } else if (event.key === "Enter" || (event.key === " " && several && !search.value)) {
      event.preventDefault();
      if (event.key === "Enter" && several && (event.ctrlKey || event.metaKey)) finish();
      else if (shown[active]) take(shown[active]);
    } else if (event.key === "Tab" && several) {
      event.preventDefault();
      done.focus();
    }
  });

  draw(); // before it is placed: the place depends on the height
  anchor.setAttribute("aria-expanded", "true");
  popover(anchor, panel, {
    className: "choices-box", width: Math.max(260, Math.min(420, anchor.getBoundingClientRect().width)),
    onClose: () => {
      anchor.setAttribute("aria-expanded", "false");
      if (!finished && several && JSON.stringify([...picked]) !== before && picked.size >= least) choose([...picked]);
    },
  });
  list.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  search.focus();
}

function option(choice, index, picked, active, id, several) {
  return h("li", {
    id, class: active ? "choice active" : "choice", role: "option", data: { index: String(index), value: choice.value, testid: "select-option" }, aria: { selected: String(picked) },
  }, sign(choice),
  h("span", { class: "choice-words" }, h("span", { class: "choice-label", vars: choice.kind === "role" && roleColour(choice.of) ? { tint: hex(roleColour(choice.of)) } : {} }, choice.label),
    choice.description && h("span", { class: "quiet" }, choice.description)),
  several ? h("span", { class: picked ? "box ticked" : "box" }, picked && icon("check", 14)) : picked && icon("check", 18));
}

function sign(choice) {
  if (choice.emoji) return h("span", { class: "choice-emoji" }, choice.emoji);
  if (choice.kind === "user") return face(choice.of, { size: 24, name: choice.label });
  if (choice.kind === "role") return icon("at", 18);
  if (choice.kind === "channel") return icon("hash", 18);
  return null;
}
