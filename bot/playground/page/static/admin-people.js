// The people of this playground: who is in the server, with which roles.

import { del, put } from "./api.js";
import { h } from "./dom.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { nameOf } from "./names.js";
import { state } from "./state.js";
import { addPerson } from "./switcher.js";
import { attempt } from "./toast.js";

export function peopleTab(guild) {
  if (!guild) return h("p", {}, "You are in no server.");
  const members = state.members.get(guild.id) ?? new Map();
  const everybody = new Map([...state.people, state.bot].filter(Boolean).map((user) => [user.id, user]));
  const roles = guild.roles.filter((role) => role.id !== guild.id && !role.managed);
  return h("div", {},
    h("div", { class: "admin-head" }, h("p", { class: "quiet" }, "You can act as any of them: your name below the channels is the switch."),
      h("button", { type: "button", class: "button primary", data: { testid: "add-person" }, on: { click: addPerson } }, icon("plus", 18), "Add a person")),
    h("ul", { class: "admin-list people" }, [...everybody.values()].map((user) => row(guild, user, members.get(user.id), roles))));
}

function row(guild, user, member, roles) {
  const name = nameOf(user, guild.id);
  const path = `/guilds/${guild.id}/members/${user.id}`;
  const owns = guild.owner_id === user.id;
  return h("li", {}, face(user, { size: 32, name }),
    h("span", { class: "admin-name" }, name, user.bot && h("span", { class: "app-tag" }, "APP"), owns && h("span", { class: "quiet" }, " owner")),
    member && h("span", { class: "role-toggles" }, roles.map((role) => {
      const given = member.roles.includes(role.id);
      return h("button", {
        type: "button", class: given ? "role-pill on" : "role-pill", aria: { pressed: String(given), label: `${role.name} for ${name}` },
        on: { click: () => attempt(() => (given ? del(`${path}/roles/${role.id}`) : put(`${path}/roles/${role.id}`))) },
      }, role.name);
    })),
    !owns && (member
      ? h("button", { type: "button", class: "button secondary small-button", aria: { label: `Take ${name} out of the server` }, on: { click: () => attempt(() => del(path)) } }, "Take out")
      : h("button", { type: "button", class: "button primary small-button", aria: { label: `Let ${name} into the server` }, on: { click: () => attempt(() => put(path)) } }, "Let in")));
}
