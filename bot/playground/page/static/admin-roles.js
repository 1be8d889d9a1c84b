// Roles of the server and what they may do.

import { del, patch, post } from "./api.js";
import { tool } from "./admin-channels.js";
import { confirmation, dialog, field } from "./dialog.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { hex, roleColour } from "./names.js";
import { bit, has, LABELS } from "./permissions.js";
import { attempt } from "./toast.js";

export function rolesTab(guild) {
  if (!guild) return h("p", {}, "You are in no server.");
  const roles = [...guild.roles].sort((one, other) => other.position - one.position);
  return h("div", {},
    h("div", { class: "admin-head" }, h("p", { class: "quiet" }, "Take a permission from the bot's role, or from @everyone, and see what it says."),
      h("button", { type: "button", class: "button primary", on: { click: () => edit(guild, null) } }, icon("plus", 18), "Create role")),
    h("ul", { class: "admin-list" }, roles.map((role) => h("li", {},
      h("span", { class: "role-dot", vars: roleColour(role) ? { tint: hex(roleColour(role)) } : {} }),
      h("span", { class: "admin-name" }, nameOf(role, guild), role.managed && h("span", { class: "app-tag" }, "APP")),
      tool("edit", `Edit ${nameOf(role, guild)}`, () => edit(guild, role)),
      role.id !== guild.id && !role.managed && tool("trash", `Delete ${nameOf(role, guild)}`, () => confirmation(`Delete ${role.name}`, h("p", {}, "Its members lose what it grants."), {
        verb: "Delete role", act: () => attempt(() => del(`/guilds/${guild.id}/roles/${role.id}`)),
      }), true)))));
}

const nameOf = (role, guild) => (role.id === guild.id ? "@everyone" : role.name);

function edit(guild, role) {
  const isEveryone = role?.id === guild.id;
  const granted = role?.permissions ?? "0";
  dialog(role ? `Edit ${nameOf(role, guild)}` : "Create role", (close) => {
    const boxes = Object.entries(LABELS).map(([name, label]) => [name, h("label", { class: "check-line" }, h("input", { type: "checkbox", name, checked: has(granted, name) }), h("span", {}, label))]);
    const form = h("form", { class: "dialog-form" },
      h("div", { class: "dialog-body" },
        !isEveryone && field({ name: "name", label: "Name", required: true, max: 100, value: role?.name ?? "" }),
        !isEveryone && field({ name: "color", label: "Colour", kind: "color", value: role && roleColour(role) ? hex(roleColour(role)) : "#99aab5" }),
        !isEveryone && field({ name: "hoist", label: "Show its members apart", kind: "check", value: role?.hoist }),
        !isEveryone && field({ name: "mentionable", label: "Anyone may mention it", kind: "check", value: role?.mentionable }),
        h("fieldset", { class: "permissions" }, h("legend", {}, "Permissions"), boxes.map(([, node]) => node))),
      h("footer", { class: "dialog-foot" }, h("button", { type: "button", class: "button secondary", on: { click: close } }, "Cancel"), h("button", { type: "submit", class: "button primary" }, role ? "Save" : "Create role")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      // Bits that this list does not name stay as they are.
      let permissions = BigInt(granted);
      for (const [name] of boxes) permissions = form.elements[name].checked ? permissions | bit(name) : permissions & ~bit(name);
      const body = { permissions: String(permissions) };
      if (!isEveryone) {
        Object.assign(body, { name: form.elements.name.value.trim(), hoist: form.elements.hoist.checked, mentionable: form.elements.mentionable.checked });
        const colour = Number.parseInt(form.elements.color.value.slice(1), 16);
        if (colour !== 0x99aab5) body.color = colour;
      }
      const done = await attempt(() => (role ? patch(`/guilds/${guild.id}/roles/${role.id}`, body) : post(`/guilds/${guild.id}/roles`, body)));
      if (done) close();
    });
    return form;
  }, { testid: "role" });
}
