// The messages of each channel that this page has read, oldest first.

import { get } from "./api.js";
import { emit } from "./emitter.js";
import { compare } from "./snowflake.js";

const PAGE = 50;
const KEEP = 400; // as many stay in the page while one looks at the newest

const books = new Map();

function bookOf(channelId) {
  let book = books.get(channelId);
  if (!book) {
    book = { list: [], loaded: false, loading: null, atStart: false, atEnd: true, error: null, deleted: new Set() };
    books.set(channelId, book);
  }
  return book;
}

export const book = bookOf;
export const messageOf = (channelId, id) => bookOf(channelId).list.find((message) => message.id === id);

export function forget() {
  books.clear();
}

/** After a lost connection: what is cached may have gaps. Private answers exist only here and stay. */
export function distrust() {
  for (const one of books.values()) {
    one.loaded = false;
    one.loading = null;
  }
}

export async function open(channelId) {
  const one = bookOf(channelId);
  if (one.loaded) return one;
  one.loading ??= load(channelId, one);
  await one.loading;
  return one;
}

/** What came, changed or went while the page was on its way is newer than the page. */
async function load(channelId, one) {
  const before = new Set(one.list);
  one.gone = new Set();
  try {
    const page = await get(`/channels/${channelId}/messages?limit=${PAGE}`);
    const fresh = one.list.filter((message) => message.local || isEphemeral(message) || !before.has(message));
    one.list = page.filter((message) => !one.gone.has(message.id));
    merge(one, fresh);
    one.atStart = page.length < PAGE;
    one.atEnd = true;
    one.loaded = true;
    one.error = null;
  } catch (error) {
    one.error = error;
  } finally {
    one.loading = null;
    one.gone = null;
  }
}

export async function older(channelId) {
  const one = bookOf(channelId);
  const first = one.list.find((message) => !message.local && !isEphemeral(message));
  if (one.atStart || one.paging || !first) return false;
  one.paging = true;
  try {
    const page = await get(`/channels/${channelId}/messages?limit=${PAGE}&before=${first.id}`);
    one.atStart = page.length < PAGE;
    merge(one, page);
    return page.length > 0;
  } finally {
    one.paging = false;
  }
}

export async function newer(channelId) {
  const one = bookOf(channelId);
  const last = one.list.findLast((message) => !message.local && !isEphemeral(message));
  if (one.atEnd || one.paging || !last) return false;
  one.paging = true;
  try {
    const page = await get(`/channels/${channelId}/messages?limit=${PAGE}&after=${last.id}`);
    one.atEnd = page.length < PAGE;
    merge(one, page);
    return page.length > 0;
  } finally {
    one.paging = false;
  }
}

/** Shows the page of history around one message, for links to what is far away. */
export async function around(channelId, messageId) {
  const one = bookOf(channelId);
  if (one.list.some((message) => message.id === messageId)) return;
  const page = await get(`/channels/${channelId}/messages?limit=${PAGE}&around=${messageId}`);
  one.list = [];
  merge(one, page);
  one.loaded = true;
  one.atStart = false;
  one.atEnd = false;
}

export async function toEnd(channelId) {
  const one = bookOf(channelId);
  if (one.atEnd) return;
  one.loaded = false;
  await open(channelId);
}

function merge(one, page) {
  const known = new Map(one.list.map((message) => [message.id, message]));
  for (const message of page) known.set(message.id, message);
  one.list = [...known.values()].sort(inOrder);
}

function inOrder(first, second) {
  if (Boolean(first.local) !== Boolean(second.local)) return first.local ? 1 : -1;
  return first.local ? first.order - second.order : compare(first.id, second.id);
}

export const isEphemeral = (message) => Boolean((message.flags ?? 0) & 64);

/** The answer to sending may come after the news that it was deleted, as with proxies. */
export const wasDeleted = (message) => bookOf(message.channel_id).deleted.has(message.id);

export function add(message) {
  const one = bookOf(message.channel_id);
  if (wasDeleted(message)) return;
  const echo = one.list.find((item) => item.local && item.state === "sending" && sameWords(item, message));
  if (echo) remove(message.channel_id, echo.id, { quiet: true });
  // A channel that nobody has opened, or whose history is on show, reads this line when it gets there.
  if (!message.local && !isEphemeral(message) && (one.loaded ? !one.atEnd : !one.loading)) return;
  if (one.list.some((item) => item.id === message.id)) {
    change(message);
    return;
  }
  const last = one.list.at(-1);
  one.list.push(message);
  if (last && inOrder(last, message) > 0) one.list.sort(inOrder);
  emit("message-added", message, echo);
}

function sameWords(echo, message) {
  return echo.author.id === message.author.id && echo.content === message.content && !message.webhook_id;
}

export function change(part) {
  const one = bookOf(part.channel_id);
  const index = one.list.findIndex((item) => item.id === part.id);
  if (index < 0) return null;
  const before = one.list[index];
  // An event's `mentions`, `author` and the rest replace what was; what it leaves out stays.
  one.list[index] = { ...before, ...part };
  emit("message-changed", one.list[index], before);
  return one.list[index];
}

export function remove(channelId, id, { quiet = false } = {}) {
  const one = bookOf(channelId);
  one.gone?.add(id);
  if (!quiet) one.deleted.add(id);
  const index = one.list.findIndex((item) => item.id === id);
  if (index < 0) return null;
  const [gone] = one.list.splice(index, 1);
  if (!quiet) emit("message-removed", gone);
  return gone;
}

/** The webhooks that spoke in what this page has read: id → whose name they last bore. */
export function webhooks() {
  const seen = new Map();
  for (const { list } of books.values()) {
    for (const message of list) if (message.webhook_id && message.author.id === message.webhook_id) seen.set(message.webhook_id, message.author.username);
  }
  return [...seen];
}

/** Drops the oldest while one reads the newest; scrolling up brings them back. */
export function trim(channelId) {
  const one = bookOf(channelId);
  if (one.list.length <= KEEP) return [];
  const gone = one.list.splice(0, one.list.length - KEEP + 100);
  one.atStart = false;
  return gone;
}
