// The administrator's view: channels, roles, people, faults, in one dialog with tabs.

import { channelsTab } from "./admin-channels.js";
import { worldTab } from "./admin-world.js";
import { peopleTab } from "./admin-people.js";
import { rolesTab } from "./admin-roles.js";
import { dialog } from "./dialog.js";
import { h, replace, uid } from "./dom.js";
import { on } from "./emitter.js";
import { faultsTab } from "./faults.js";

import { state } from "./state.js";

const TABS = [["channels", "Channels", channelsTab], ["roles", "Roles", rolesTab], ["people", "People", peopleTab], ["faults", "Faults", faultsTab], ["world", "World", worldTab]];

/** Tabs with a form: what happens elsewhere must not empty it. */
const QUIET = new Set(["faults", "world"]);

export function openAdmin(first = "channels") {
  const guild = () => state.guilds.get(state.currentGuild) ?? [...state.guilds.values()][0];
  const panelId = uid("panel");
  const panel = h("div", { class: "admin-panel", id: panelId, role: "tabpanel", tabindex: "0" });
  let chosen = first;
  const draw = () => {
    for (const tab of tabs.children) {
      const isIt = tab.dataset.tab === chosen;
      tab.setAttribute("aria-selected", String(isIt));
      tab.tabIndex = isIt ? 0 : -1;
    }
    panel.setAttribute("aria-label", TABS.find(([key]) => key === chosen)[1]);
    const held = panel.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const from = panel.scrollTop;
    replace(panel, TABS.find(([key]) => key === chosen)[2](guild(), draw));
    panel.scrollTop = from;
    if (held) panel.querySelector(`[aria-label="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  };
  const tabs = h("div", { class: "tabs", role: "tablist", aria: { label: "Settings" } }, TABS.map(([key, label]) => h("button", {
    type: "button", class: "tab", role: "tab", data: { tab: key, testid: `tab-${key}` }, aria: { controls: panelId }, on: { click: () => { chosen = key; draw(); } },
  }, label)));
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const all = [...tabs.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    chosen = next.dataset.tab;
    draw();
    next.focus();
  });
  const stops = ["channels", "members", "people", "world"].map((topic) => on(topic, () => !QUIET.has(chosen) && draw()));
  dialog(guild() ? `${guild().name}: settings` : "Settings", () => h("div", { class: "admin" }, tabs, panel), {
    className: "wide", testid: "admin", onClose: () => stops.forEach((stop) => stop()),
  });
  draw();
}
