// Faces: the picture if there is one, else a letter on a colour that always fits the same name.

import { h } from "./dom.js";

const COLOURS = ["#5865f2", "#3b8a5a", "#b5651d", "#a33b6f", "#2f7f95", "#7a5cc7", "#b04a3f", "#5d6b2f"];

export function faceAddress(user, member) {
  if (!user) return "";
  if (user.avatar_url) return user.avatar_url;
  const hash = member?.avatar ?? user.avatar;
  if (!hash) return "";
  if (/^(https?:)?\//.test(hash)) return hash;
  return `/avatars/${user.id}/${hash}.png`;
}

export function face(user, { size = 40, name = "", member, className = "" } = {}) {
  const label = name || user?.global_name || user?.username || "?";
  const shell = h("span", { class: `face ${className}`.trim(), vars: { size: `${size}px` }, aria: { hidden: "true" } });
  const address = faceAddress(user, member);
  if (!address) return letter(shell, label);
  const image = h("img", { src: address, alt: "", width: size, height: size, loading: "lazy", draggable: "false" });
  image.addEventListener("error", () => letter(shell, label), { once: true });
  shell.append(image);
  return shell;
}

function letter(shell, label) {
  shell.replaceChildren([...label.trim()][0]?.toUpperCase() ?? "?");
  shell.style.setProperty("--colour", COLOURS[hash(label) % COLOURS.length]);
  shell.classList.add("letter");
  return shell;
}

function hash(text) {
  let sum = 7;
  for (const sign of text) sum = (sum * 31 + sign.codePointAt(0)) % 1_000_003;
  return sum;
}

export function guildIcon(guild) {
  const initials = guild.name.split(/\s+/).map((word) => [...word][0]).join("").slice(0, 3);
  return h("span", {}, initials);
}
