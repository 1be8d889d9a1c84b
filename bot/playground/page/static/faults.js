// Trouble on demand: what the local Discord does wrong to the bot next.

import { del, get, post } from "./api.js";
import { h, replace } from "./dom.js";
import { webhooks } from "./store.js";
import { channelsOf, isThread, state, TYPE } from "./state.js";
import { LABELS, bit } from "./permissions.js";
import { field } from "./dialog.js";
import { attempt, toast } from "./toast.js";

const GROUPS = [
  ["The bot's requests", [["429", "429: slow down (one route)"], ["429_global", "429: slow down (all routes)"], ["500", "500: server error"], ["502", "502: bad gateway"],
    ["slow", "Slow answer"], ["reset_before", "Connection reset before it happens"], ["reset_after", "Connection reset after it happened"]]],
  ["Events to the bot", [["duplicate", "Comes twice"], ["late", "Comes late"], ["lost", "Is lost"]]],
  ["The bot's gateway", [["gateway_drop", "Drop it; it may resume"], ["gateway_lose", "Drop it; events are lost"], ["gateway_reconnect", "Ask it to reconnect"], ["gateway_invalidate", "Invalidate its session"]]],
  ["The server", [["take_permission", "Take a permission from the bot"], ["delete_channel", "Delete a channel"], ["delete_webhook", "Delete a webhook"], ["move_webhook", "Move a webhook"]]],
];

const ROUTES = [
  "*", "POST /channels/{channel}/messages", "PATCH /channels/{channel}/messages/{message}", "POST /webhooks/{webhook}/{token}", "PATCH /webhooks/{webhook}/{token}/messages/{message}",
  "POST /interactions/{interaction}/{token}/callback", "POST /channels/{channel}/typing", "POST /channels/{channel}/webhooks",
];
const EVENTS = ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "INTERACTION_CREATE", "TYPING_START", "CHANNEL_DELETE", "WEBHOOKS_UPDATE"];

const REQUESTS = new Set(GROUPS[0][1].map(([kind]) => kind));
const TWISTS = new Set(GROUPS[1][1].map(([kind]) => kind));

export function faultsTab(guild) {
  const pending = h("ul", { class: "admin-list", data: { testid: "faults" } });
  const draw = (list) => replace(pending, list.length ? list.map(row) : h("li", { class: "quiet" }, "Nothing is wrong at the moment."));
  const read = () => attempt(async () => draw(await get("/faults")));
  const form = faultForm(guild, (list) => Array.isArray(list) && draw(list));
  read();
  return h("div", {}, h("p", { class: "quiet" }, "Let the local Discord misbehave towards the bot, and watch what it makes of that."), form,
    h("div", { class: "admin-head" }, h("h3", {}, "Waiting to happen"),
      h("button", { type: "button", class: "button secondary small-button", on: { click: () => attempt(async () => { await del("/faults"); draw([]); }) } }, "Clear all")), pending);
}

function faultForm(guild, done) {
  const kind = h("select", { aria: { label: "Fault" }, data: { testid: "fault-kind" } }, GROUPS.map(([label, kinds]) => h("optgroup", { label }, kinds.map(([value, words]) => h("option", { value }, words)))));
  const more = h("div", { class: "fault-fields" });
  const form = h("form", { class: "fault-form" }, h("div", { class: "field" }, kind), more, h("button", { type: "submit", class: "button danger" }, "Make it happen"));
  const draw = () => replace(more, fieldsFor(kind.value, guild).map(field));
  kind.addEventListener("change", draw);
  draw();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = { kind: kind.value };
    for (const item of fieldsFor(kind.value, guild)) {
      const value = form.elements[item.name].value.trim();
      if (value !== "") body[item.name] = item.kind === "number" ? Number(value) : value;
    }
    const list = await attempt(() => post("/faults", body));
    if (!list) return;
    done(list);
    toast("Done.");
  });
  return form;
}

function fieldsFor(kind, guild) {
  if (REQUESTS.has(kind)) {
    return [
      { name: "route", label: "Route", kind: "choice", options: ROUTES.map((route) => [route, route === "*" ? "Any" : route]) },
      { name: "times", label: "How many times", kind: "number", least: 1, value: "1" },
      { name: "seconds", label: "Seconds", kind: "number", least: 0, step: "0.1", value: "1" },
    ];
  }
  if (TWISTS.has(kind)) return [{ name: "event", label: "Event", kind: "choice", options: EVENTS.map((event) => [event, event]) }];
  if (kind === "take_permission") {
    return [
      { name: "guild_id", label: "Server", kind: "choice", options: [...state.guilds.values()].map((item) => [item.id, item.name]), value: guild?.id },
      { name: "permission", label: "Permission", kind: "choice", options: Object.entries(LABELS).map(([name, label]) => [String(bit(name)), label]) },
    ];
  }
  if (kind === "delete_channel") return [{ name: "id", label: "Channel", kind: "choice", options: places(guild) }];
  if (kind === "delete_webhook") return [webhook()];
  if (kind === "move_webhook") return [webhook(), { name: "to", label: "To channel", kind: "choice", options: places(guild) }];
  return [];
}

function webhook() {
  const options = webhooks().map(([id, name]) => [id, `the one that ${name} speaks through`]);
  return options.length ? { name: "id", label: "Webhook", kind: "choice", options } : { name: "id", label: "Webhook ID", required: true, hint: "Once a character has spoken here, you can choose it from a list." };
}

const places = (guild) => channelsOf(guild?.id).filter((channel) => channel.type !== TYPE.CATEGORY).map((channel) => [channel.id, `${isThread(channel) ? "" : "#"}${channel.name}`]);

function row(fault) {
  const where = fault.event ?? (fault.route === "*" ? "any route" : fault.route);
  return h("li", {}, h("strong", {}, fault.kind), h("span", { class: "admin-name" }, where ?? ""), fault.times && h("span", { class: "quiet" }, `${fault.times} ×`));
}
