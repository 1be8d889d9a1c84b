// Embeds.

import { h } from "./dom.js";
import { image, ownAddress, picture, safeLink } from "./attachments.js";
import { hex } from "./names.js";
import { line, prose } from "./prose.js";
import { stampOf } from "./times.js";

export function embed(item, place) {
  const body = h("div", { class: "embed-body" },
    item.provider?.name && h("div", { class: "embed-provider quiet" }, item.provider.name),
    item.author && author(item.author),
    item.title && title(item, place),
    item.description && prose(item.description, place, "embed-text prose"),
    item.fields?.length > 0 && h("div", { class: "embed-fields" }, item.fields.map((field) => fieldNode(field, place))));
  return h("article", { class: "embed", vars: item.color === undefined || item.color === null ? {} : { stripe: hex(item.color) } },
    h("div", { class: "embed-top" }, body, item.thumbnail && h("div", { class: "embed-thumbnail" }, picture(item.thumbnail))),
    item.image && h("div", { class: "embed-image" }, picture(item.image)),
    item.video?.url && ownAddress(item.video.url) && h("video", { controls: true, src: ownAddress(item.video.url) }),
    (item.footer || item.timestamp) && footer(item));
}

function author({ name, url, icon_url }) {
  return h("div", { class: "embed-author" },
    ownAddress(icon_url) && image({ url: icon_url }, { className: "embed-icon" }),
    url ? h("a", { href: safeLink(url), target: "_blank", rel: "noopener noreferrer nofollow" }, name) : h("span", {}, name));
}

function title({ title: words, url }, place) {
  const text = line(words, place);
  return h("div", { class: "embed-title" },
    url ? h("a", { href: safeLink(url), target: "_blank", rel: "noopener noreferrer nofollow" }, text) : text);
}

function fieldNode({ name, value, inline }, place) {
  return h("div", { class: inline ? "embed-field inline" : "embed-field" },
    h("div", { class: "embed-field-name" }, line(name, place)), prose(value, place));
}

function footer({ footer: words, timestamp }) {
  const parts = [];
  if (words?.text) parts.push(words.text);
  if (timestamp) parts.push(stampOf(new Date(timestamp)));
  return h("div", { class: "embed-footer" },
    ownAddress(words?.icon_url) && image({ url: words.icon_url }, { className: "embed-icon" }),
    h("span", {}, parts.join(" • ")));
}
