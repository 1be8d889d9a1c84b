// Files under a message: pictures, sound, film, text and the rest; spoilers stay covered.

import { h } from "./dom.js";
import { icon } from "./icons.js";

export function attachmentList(attachments) {
  const pictures = attachments.filter(isPicture);
  const others = attachments.filter((item) => !isPicture(item));
  return h("div", { class: "attachments" },
    pictures.length > 0 && h("div", { class: `gallery count-${Math.min(pictures.length, 5)}` }, pictures.map(picture)),
    others.map(other));
}

export const isSpoiler = (file) => Boolean((file.flags ?? 0) & 8) || /^SPOILER_/.test(file.filename ?? "");

const kindOf = (file) => file.content_type ?? guess(file.filename ?? "");
const isPicture = (file) => kindOf(file).startsWith("image/");

function guess(name) {
  if (/\.(png|jpe?g|gif|webp|avif)$/i.test(name)) return "image/*";
  if (/\.(mp3|ogg|wav|m4a)$/i.test(name)) return "audio/*";
  if (/\.(mp4|webm|mov)$/i.test(name)) return "video/*";
  return "application/octet-stream";
}

/** Only addresses on this host are loaded; the page asks no other. */
export function ownAddress(address) {
  if (!address) return "";
  if (address.startsWith("blob:") || address.startsWith("data:image/")) return address;
  try {
    const url = new URL(address, location.href);
    if (url.host === location.host) return url.href;
    const local = ["127.0.0.1", "localhost", "[::1]"];
    const sameServer = local.includes(url.hostname) && local.includes(location.hostname) && url.port === location.port;
    return sameServer ? `${url.pathname}${url.search}` : "";
  } catch {
    return "";
  }
}

export function image(media, { className = "", alt = "" } = {}) {
  const address = ownAddress(media.proxy_url || media.url) || ownAddress(media.url);
  if (!address) {
    return h("a", { class: `foreign-picture ${className}`, href: safeLink(media.url), target: "_blank", rel: "noopener noreferrer nofollow" },
      icon("external", 16), " Picture on another site");
  }
  const size = media.width && media.height ? { width: media.width, height: media.height } : {};
  return h("img", { class: className, src: address, alt: alt || media.description || "", ...size, decoding: "async" });
}

export function safeLink(address) {
  return /^(https?:|blob:|\/)/i.test(address ?? "") ? address : "#";
}

export function picture(file) {
  const label = file.description || file.title || file.filename || "Picture";
  const opener = h("button", {
    type: "button", class: "picture", data: { kind: "picture", src: ownAddress(file.url) || file.url }, aria: { label: `Open ${label}` },
  }, image(file, { alt: label }));
  return isSpoiler(file) || file.spoiler ? covered(opener) : opener;
}

export function covered(inner) {
  return h("div", { class: "spoiler media-spoiler", role: "button", tabindex: "0", data: { kind: "spoiler" }, aria: { label: "Spoiler, press to reveal" } },
    h("div", { class: "hidden-words" }, inner), h("span", { class: "spoiler-label", aria: { hidden: "true" } }, "Spoiler"));
}

function other(file) {
  const kind = kindOf(file);
  const address = ownAddress(file.url);
  let player = null;
  if (kind.startsWith("audio/") && address) player = h("audio", { controls: true, preload: "metadata", src: address });
  if (kind.startsWith("video/") && address) player = h("video", { controls: true, preload: "metadata", src: address });
  const card = fileCard(file, player);
  return isSpoiler(file) ? covered(card) : card;
}

export function fileCard(file, player = null) {
  return h("div", { class: "file-card" },
    icon("file", 28),
    h("div", { class: "file-words" },
      h("a", { href: safeLink(file.url), target: "_blank", rel: "noopener noreferrer nofollow", download: file.filename }, file.title || file.filename || "file"),
      h("span", { class: "quiet" }, sizeOf(file.size))),
    player);
}

export function sizeOf(bytes) {
  if (bytes === undefined || bytes === null) return "";
  if (bytes < 1024) return `${bytes} bytes`;
  const units = ["KB", "MB", "GB"];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1024 && unit < 2) {
    size /= 1024;
    unit += 1;
  }
  return `${size.toFixed(2)} ${units[unit]}`;
}
