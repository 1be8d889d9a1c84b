// On a phone the channels and the members slide in over the messages; on a wide screen members can be hidden.

import { on } from "./emitter.js";

const narrow = matchMedia("(max-width: 860px)");
const HIDDEN = "members-hidden";

export function drawer() {
  const app = document.getElementById("app");
  const scrim = document.getElementById("scrim");
  if (localStorage.getItem(HIDDEN) === "yes") app.classList.add("no-members");
  const close = () => {
    app.classList.remove("show-sidebar", "show-members");
    scrim.hidden = true;
  };
  const open = (name) => {
    const was = app.classList.contains(name);
    close();
    if (was) return;
    app.classList.add(name);
    scrim.hidden = false;
    document.querySelector(name === "show-sidebar" ? "#sidebar a[aria-current], #sidebar a" : "#members button")?.focus();
  };
  scrim.addEventListener("click", close);
  addEventListener("keydown", (event) => event.key === "Escape" && !scrim.hidden && close());
  on("place", close);
  narrow.addEventListener("change", close);
  swipe(app, open, close);
  return {
    toggleSidebar: () => open("show-sidebar"),
    toggleMembers: () => {
      if (narrow.matches) return open("show-members");
      app.classList.toggle("no-members");
      return localStorage.setItem(HIDDEN, app.classList.contains("no-members") ? "yes" : "no");
    },
  };
}

/** A swipe to the right brings the channels, one to the left sends them away. */
function swipe(app, open, close) {
  let start = null;
  app.addEventListener("touchstart", (event) => {
    const { clientX: x, clientY: y } = event.touches[0];
    start = event.touches.length === 1 && !event.target.closest("pre, input, textarea, .panel") ? { x, y } : null;
  }, { passive: true });
  app.addEventListener("touchend", (event) => {
    if (!start || !narrow.matches) return;
    const { clientX: x, clientY: y } = event.changedTouches[0];
    const across = x - start.x;
    if (Math.abs(across) < 70 || Math.abs(across) < 2 * Math.abs(y - start.y)) return;
    if (across > 0 && !app.classList.contains("show-sidebar")) {
      if (app.classList.contains("show-members")) close();
      else open("show-sidebar");
    } else if (across < 0 && app.classList.contains("show-sidebar")) close();
  }, { passive: true });
}
