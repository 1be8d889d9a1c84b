// Act as: whom this tab speaks for.

import { actAs, addressFor } from "./acting.js";
import { post } from "./api.js";
import { h, replace } from "./dom.js";
import { formDialog } from "./dialog.js";
import { emit, on } from "./emitter.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";
import { nameOf } from "./names.js";
import { connect } from "./socket.js";
import { isMe, state } from "./state.js";
import { toggleTheme } from "./theme.js";
import { attempt, toast } from "./toast.js";

export function becomes(userId) {
  actAs(userId);
  connect();
  toast(`You now act as ${nameOf(state.users.get(userId))}.`);
}

export function accountPanel({ openAdmin }) {
  const node = h("section", { class: "account", aria: { label: "You" } });
  const draw = () => {
    if (!state.me) return;
    const name = nameOf(state.me);
    const opener = h("button", {
      type: "button", class: "account-who", data: { testid: "act-as", userId: state.me.id }, aria: { haspopup: "menu", label: `You act as ${name}. Switch person` },
      on: { click: () => openMenu(opener) },
    }, face(state.me, { size: 32, name }), h("span", { class: "account-words" }, h("strong", {}, name), h("span", { class: "quiet" }, "Act as… ", icon("swap", 13))));
    replace(node, opener,
      h("button", { type: "button", class: "icon-button", title: "Light or dark", aria: { label: "Switch between light and dark" }, data: { testid: "theme" }, on: { click: toggleTheme } }, icon("sun", 20)),
      h("button", { type: "button", class: "icon-button", title: "Server settings", aria: { label: "Server settings" }, data: { testid: "open-admin" }, on: { click: () => openAdmin() } }, icon("gear", 20)));
  };
  on("world", draw);
  on("people", draw);
  draw();
  return node;
}

function openMenu(anchor) {
  menu(anchor, [
    { heading: "Act as" },
    ...state.people.map((user) => ({
      label: nameOf(user), description: user.username, checked: isMe(user.id), href: addressFor(user.id), face: face(user, { size: 28, name: nameOf(user) }),
      data: { testid: "act-as-person", userId: user.id }, act: () => !isMe(user.id) && becomes(user.id),
    })),
    "-",
    { label: "Add a person…", icon: "plus", act: addPerson },
    { heading: "Ctrl + click opens a person in a tab of their own." },
  ], { label: "Act as" });
}

export function addPerson() {
  formDialog("Add a person", [{ name: "name", label: "Name", required: true, max: 32, placeholder: "Cleo" }], {
    verb: "Add", words: "They join the server as a member with ordinary rights.",
    act: async ({ name }, close) => {
      const user = await attempt(() => post("/people", { name }));
      if (!user) return;
      close();
      if (user.id && !state.people.some((other) => other.id === user.id)) state.people = [...state.people, user];
      if (user.id) state.users.set(user.id, user);
      emit("people");
      toast(`${name} has joined.`);
    },
  });
}
