// Commands, presses, choices and forms on their way to the bot, and what becomes of them.

import { ApiError, post, withFiles } from "./api.js";
import { emit, on } from "./emitter.js";
import { state } from "./state.js";
import * as store from "./store.js";
import { toast } from "./toast.js";

const PATIENCE = 4000; // a little more than the 3 s that the bot has

const pending = new Map(); // interaction id → {channelId, messageId, label, done}
const places = new Map(); // interaction id → channel id
const early = new Set(); // answers that overtook the reply to our own request

export async function send(payload, { files = [], label = "", done = () => {} } = {}) {
  const key = {};
  const entry = { channelId: payload.channel_id, messageId: payload.message_id, label, done };
  pending.set(key, entry);
  emit("pending");
  if (payload.message_id) store.change({ channel_id: payload.channel_id, id: payload.message_id, interaction_failed: false });
  try {
    const { interaction_id: id } = await post("/interactions", withFiles(payload, files));
    pending.delete(key);
    places.set(id, payload.channel_id);
    if (early.delete(id)) finish(entry);
    else {
      pending.set(id, entry);
      entry.timer = setTimeout(() => settle(id), PATIENCE);
    }
    return id;
  } catch (error) {
    pending.delete(key);
    finish(entry);
    if (!(error instanceof ApiError)) throw error;
    toast(error.words, { bad: true });
    throw error;
  }
}

/** Where an interaction was started: its form may open after one has looked elsewhere. */
export const placeOf = (id) => places.get(id);

function settle(id) {
  const entry = pending.get(id);
  if (!entry) {
    early.add(id);
    return null;
  }
  pending.delete(id);
  clearTimeout(entry.timer);
  finish(entry);
  return entry;
}

function finish(entry) {
  entry.done();
  emit("pending");
}

on("interaction-answered", settle);

on("interaction-failed", (id) => {
  const entry = settle(id);
  if (!entry) return;
  early.delete(id);
  if (entry.messageId) {
    store.change({ channel_id: entry.channelId, id: entry.messageId, interaction_failed: true });
    return;
  }
  tellPrivately(entry.channelId, "The application did not respond");
});

on("message-touched", (message) => {
  for (const [id, entry] of pending) if (typeof id === "string" && entry.messageId === message.id) settle(id);
});

let order = 0;
export function tellPrivately(channelId, content) {
  order += 1;
  store.add({
    id: `local-${Date.now()}-${order}`, local: true, order: Date.now() + order, channel_id: channelId, author: { ...state.bot, bot: true },
    content, flags: 64, timestamp: new Date().toISOString(), type: 0,
  });
}

export function pendingIn(channelId) {
  return [...pending.values()].filter((entry) => entry.channelId === channelId && entry.label).map((entry) => entry.label);
}
