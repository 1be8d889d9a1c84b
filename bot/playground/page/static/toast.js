// Short notes at the edge of the page, and the answer to an act that the server refused.

import { ApiError } from "./api.js";
import { h } from "./dom.js";

export function toast(words, { bad = false } = {}) {
  const note = h("div", { class: bad ? "toast bad" : "toast", data: { testid: "toast" } }, words);
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), bad ? 7000 : 3500);
}

/** Runs an act; what the server refuses is said, not thrown. Returns undefined then. */
export async function attempt(act) {
  try {
    return (await act()) ?? true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.words, { bad: true });
    return undefined;
  }
}
