// Message components, old rows and Components V2, as DOM. Clicks are handled by press.js through the data attributes.

import { h } from "./dom.js";
import { covered, fileCard, picture } from "./attachments.js";
import { icon } from "./icons.js";
import { hex } from "./names.js";
import { prose } from "./prose.js";
import { chosenWords } from "./choices.js";

export const KIND = {
  ROW: 1, BUTTON: 2, STRING_SELECT: 3, TEXT_INPUT: 4, USER_SELECT: 5, ROLE_SELECT: 6, MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8, SECTION: 9, TEXT: 10, THUMBNAIL: 11, GALLERY: 12, FILE: 13, SEPARATOR: 14, CONTAINER: 17,
  LABEL: 18, UPLOAD: 19, RADIO_GROUP: 21, CHECKBOX_GROUP: 22, CHECKBOX: 23,
};
export const SELECTS = new Set([KIND.STRING_SELECT, KIND.USER_SELECT, KIND.ROLE_SELECT, KIND.MENTIONABLE_SELECT, KIND.CHANNEL_SELECT]);

/** `message` gives the attachments that `attachment://name` means. */
export function componentTree(components, message, place) {
  return h("div", { class: "components" }, components.map((item) => node(item, message, place)));
}

function node(item, message, place) {
  if (SELECTS.has(item.type)) return select(item, place);
  switch (item.type) {
    case KIND.ROW:
      return h("div", { class: "row", role: "group" }, item.components.map((child) => node(child, message, place)));
    case KIND.BUTTON:
      return button(item);
    case KIND.SECTION:
      return h("div", { class: "section" },
        h("div", { class: "section-words" }, item.components.map((child) => node(child, message, place))),
        item.accessory && h("div", { class: "section-side" }, node(item.accessory, message, place)));
    case KIND.TEXT:
      return prose(item.content, place, "prose v2-text");
    case KIND.THUMBNAIL:
      return h("div", { class: "thumbnail" }, picture(mediaOf(item, message)));
    case KIND.GALLERY:
      return h("div", { class: `gallery count-${Math.min(item.items.length, 5)}` }, item.items.map((entry) => picture(mediaOf(entry, message))));
    case KIND.FILE:
      return file(item, message);
    case KIND.SEPARATOR:
      return h("hr", { class: `separator${item.divider === false ? " bare" : ""}${item.spacing === 2 ? " wide" : ""}` });
    case KIND.CONTAINER:
      return container(item, message, place);
    default:
      return h("div", { class: "quiet" }, `(a component of kind ${item.type} that this page does not know)`);
  }
}

function container(item, message, place) {
  const stripe = item.accent_color === undefined || item.accent_color === null ? {} : { stripe: hex(item.accent_color) };
  const box = h("div", { class: "container", vars: stripe }, item.components.map((child) => node(child, message, place)));
  return item.spoiler ? covered(box) : box;
}

function mediaOf(item, message) {
  const media = item.media ?? item.file ?? {};
  return { ...attachmentFor(media, message), description: item.description, spoiler: item.spoiler };
}

function attachmentFor(media, message) {
  const name = /^attachment:\/\/(.+)$/.exec(media.url ?? "")?.[1];
  const found = (message?.attachments ?? []).find((entry) => entry.filename === name || entry.id === media.attachment_id);
  return { ...media, ...found };
}

function file(item, message) {
  const card = fileCard({ ...attachmentFor(item.file ?? {}, message), filename: item.name ?? attachmentFor(item.file ?? {}, message).filename, size: item.size ?? attachmentFor(item.file ?? {}, message).size });
  return item.spoiler ? covered(card) : card;
}

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };

function button(item) {
  const label = [item.emoji && h("span", { class: "button-emoji" }, item.emoji.id ? `:${item.emoji.name}:` : item.emoji.name), item.label && h("span", {}, item.label)];
  if (item.style === 5) {
    const link = h("a", { class: "button link", href: item.url, target: "_blank", rel: "noopener noreferrer nofollow" }, label, icon("external", 15));
    if (item.disabled) {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
    }
    return link;
  }
  return h("button", {
    type: "button", class: `button ${STYLES[item.style] ?? "secondary"}`, disabled: item.disabled,
    data: { press: "button", customId: item.custom_id }, aria: item.label ? {} : { label: item.emoji?.name ?? "Button" },
  }, label);
}

function select(item, place) {
  const words = chosenWords(item, place);
  const opener = h("button", {
    type: "button", class: "select", disabled: item.disabled, data: { press: "select", customId: item.custom_id, testid: "select" },
    aria: { haspopup: "listbox", expanded: "false", label: words || item.placeholder || "Make a selection" },
  }, h("span", { class: words ? "chosen" : "placeholder" }, words || item.placeholder || "Make a selection"), icon("chevron", 18));
  return opener;
}

/** The component with this custom id, wherever it stands in the tree. */
export function findComponent(components, customId) {
  for (const item of components ?? []) {
    if (item.custom_id === customId) return item;
    const found = findComponent([...(item.components ?? []), item.accessory, item.component].filter(Boolean), customId);
    if (found) return found;
  }
  return null;
}
