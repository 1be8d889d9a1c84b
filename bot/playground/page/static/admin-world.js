// The world as a whole: other people's proxies in it, and a copy of it as a file.

import { del, get, post } from "./api.js";
import { field } from "./dialog.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { nameOf, nameOfId } from "./names.js";
import { state } from "./state.js";
import { attempt, toast } from "./toast.js";

export function worldTab() {
  return h("div", {}, proxies(), h("h3", {}, "A copy"),
    h("p", { class: "quiet" }, "Everything here in one file, for a bug report or another day. It holds all that was written."),
    h("button", { type: "button", class: "button secondary", on: { click: save } }, icon("download", 18), "Save this world"));
}

async function save() {
  await attempt(async () => {
    const address = URL.createObjectURL(new Blob([JSON.stringify(await get("/world"))], { type: "application/json" }));
    h("a", { href: address, download: "playground.json" }).click();
    URL.revokeObjectURL(address);
  });
}

function proxies() {
  const list = h("ul", { class: "admin-list", data: { testid: "proxies" } });
  const draw = (known) => replace(list, known.length === 0 && h("li", { class: "quiet" }, "Nobody speaks through a proxy."), known.map((proxy) => h("li", {},
    h("strong", {}, proxy.name), h("span", { class: "admin-name quiet" }, `${proxy.prefix}…${proxy.suffix} by ${nameOfId(proxy.user)}, as ${proxy.kind} does`))));
  attempt(async () => draw(await get("/proxies")));
  const fields = [
    { name: "kind", label: "Which bot", kind: "choice", options: [["pluralkit", "Like PluralKit"], ["tupperbox", "Like Tupperbox"]] },
    { name: "user_id", label: "Whose lines", kind: "choice", value: state.me.id, options: state.people.map((user) => [user.id, nameOf(user)]) },
    { name: "name", label: "Speaks as", required: true, max: 80, placeholder: "Raven" },
    { name: "prefix", label: "Before the words", placeholder: "r:" },
    { name: "suffix", label: "After the words" },
  ];
  const form = h("form", { class: "fault-form" }, fields.map(field), h("button", { type: "submit", class: "button primary" }, "Switch on"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = {};
    for (const { name } of fields) if (form.elements[name].value.trim()) body[name] = form.elements[name].value.trim();
    const known = await attempt(() => post("/proxies", body));
    if (!known) return;
    draw(known);
    form.reset();
    toast("Switched on.");
  });
  return h("section", {}, h("h3", {}, "Proxies"),
    h("p", { class: "quiet" }, "A proxy bot deletes a line that bears its mark and says it again under another name. Try how Troupe takes that."), form,
    h("div", { class: "admin-head" }, h("h4", {}, "Switched on"),
      h("button", { type: "button", class: "button secondary small-button", on: { click: () => attempt(async () => { await del("/proxies"); draw([]); }) } }, "Switch all off")), list);
}
