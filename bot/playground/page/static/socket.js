// The page's socket: one at a time, opened again by itself when it breaks.

import { actingAs } from "./acting.js";
import { emit } from "./emitter.js";

const PAUSES = [300, 700, 1500, 3000, 5000];

let socket = null;
const greeted = new WeakSet();
let failures = 0;
let timer = 0;

export function connect() {
  clearTimeout(timer);
  drop();
  const query = actingAs() ? `?as=${encodeURIComponent(actingAs())}` : "";
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const opened = new WebSocket(`${scheme}://${location.host}/page/socket${query}`);
  socket = opened;
  opened.addEventListener("message", (event) => {
    if (opened !== socket) return;
    failures = 0;
    if (!greeted.has(opened)) {
      greeted.add(opened);
      emit("connected");
    }
    const frame = JSON.parse(event.data);
    emit("frame", frame.t, frame.d);
  });
  opened.addEventListener("close", () => {
    if (opened !== socket) return;
    socket = null;
    emit("disconnected");
    timer = setTimeout(connect, PAUSES[Math.min(failures, PAUSES.length - 1)]);
    failures += 1;
  });
}

function drop() {
  const old = socket;
  socket = null;
  old?.close();
}

addEventListener("online", () => !socket && connect());
