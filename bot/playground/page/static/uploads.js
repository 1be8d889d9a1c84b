// Files that wait in the composer to go with the next message.

import { h, replace } from "./dom.js";
import { sizeOf } from "./attachments.js";
import { icon } from "./icons.js";
import { toast } from "./toast.js";

const MOST = 10;

export class Tray {
  constructor(changed) {
    this.changed = changed;
    this.items = [];
    this.node = h("ul", { class: "tray", hidden: true, aria: { label: "Files to send" }, data: { testid: "tray" } });
    this.input = h("input", { type: "file", multiple: true, hidden: true, data: { testid: "file-input" } });
    this.input.addEventListener("change", () => {
      this.add([...this.input.files]);
      this.input.value = "";
    });
  }

  add(files) {
    for (const file of files) {
      if (this.items.length === MOST) {
        toast(`At most ${MOST} files go with one message.`, { bad: true });
        break;
      }
      this.items.push({ file, spoiler: false, preview: file.type.startsWith("image/") ? URL.createObjectURL(file) : "" });
    }
    this.draw();
    this.changed();
  }

  /** As files to send: a spoiler is marked in its name, as Discord does. */
  files() {
    return this.items.map(({ file, spoiler }) => (spoiler ? new File([file], `SPOILER_${file.name}`, { type: file.type }) : file));
  }

  take() {
    const files = this.files();
    this.clear();
    return files;
  }

  clear() {
    for (const item of this.items) if (item.preview) URL.revokeObjectURL(item.preview);
    this.items = [];
    this.draw();
  }

  draw() {
    this.node.hidden = this.items.length === 0;
    replace(this.node, this.items.map((item) => this.card(item)));
  }

  card(item) {
    const { file } = item;
    const toggle = () => {
      item.spoiler = !item.spoiler;
      this.draw();
    };
    const drop = () => {
      this.items = this.items.filter((other) => other !== item);
      this.draw();
      this.changed();
    };
    return h("li", { class: item.spoiler ? "tray-card is-spoiler" : "tray-card" },
      h("div", { class: "tray-picture" }, item.preview ? h("img", { src: item.preview, alt: "" }) : icon("file", 36), item.spoiler && h("span", { class: "spoiler-label" }, "Spoiler")),
      h("span", { class: "tray-name", title: file.name }, file.name), h("span", { class: "quiet" }, sizeOf(file.size)),
      h("div", { class: "tray-acts" },
        h("button", { type: "button", class: "icon-button", aria: { label: `Mark ${file.name} as spoiler`, pressed: String(item.spoiler) }, on: { click: toggle } }, icon("eye", 18)),
        h("button", { type: "button", class: "icon-button danger", aria: { label: `Remove ${file.name}` }, on: { click: drop } }, icon("trash", 18))));
  }
}

/** The whole page takes files that are dropped on it. */
export function listenForDrops(root, taken) {
  const veil = h("div", { class: "drop-veil", hidden: true }, h("div", {}, icon("download", 48), h("strong", {}, "Drop files to add them to your message")));
  root.append(veil);
  let depth = 0;
  const isFiles = (event) => event.dataTransfer?.types.includes("Files");
  root.addEventListener("dragenter", (event) => {
    if (!isFiles(event)) return;
    depth += 1;
    veil.hidden = false;
  });
  root.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (!depth) veil.hidden = true;
  });
  root.addEventListener("dragover", (event) => isFiles(event) && event.preventDefault());
  root.addEventListener("drop", (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    depth = 0;
    veil.hidden = true;
    taken([...event.dataTransfer.files]);
  });
}
