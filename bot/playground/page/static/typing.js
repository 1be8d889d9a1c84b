// Who is typing here, and telling others that I am.

import { post } from "./api.js";
import { h, replace } from "./dom.js";
import { on } from "./emitter.js";
import { pendingIn } from "./interactions.js";
import { nameOfId } from "./names.js";
import { current, state } from "./state.js";

const EVERY = 8000;
const typing = new Map(); // channel id → Map(user id → until)
let lastSent = { channel: "", at: 0 };

export function iType(channelId) {
  const now = Date.now();
  if (lastSent.channel === channelId && now - lastSent.at < EVERY) return;
  lastSent = { channel: channelId, at: now };
  post(`/channels/${channelId}/typing`).catch(() => {});
}

/** A sent message ends it; the next letter tells again. */
export function iSent() {
  lastSent = { channel: "", at: 0 };
}

export function typingLine() {
  const node = h("div", { class: "typing", data: { testid: "typing" }, aria: { live: "polite" } });
  const draw = () => replace(node, ...words());
  on("typing", (channelId, userId) => {
    const here = typing.get(channelId) ?? new Map();
    typing.set(channelId, here);
    clearTimeout(here.get(userId));
    here.set(userId, setTimeout(() => { here.delete(userId); draw(); }, state.typingTimeout * 1000));
    draw();
  });
  on("typing-ended", (channelId, userId) => {
    const here = typing.get(channelId);
    if (!here) return;
    const who = userId || state.bot?.id; // a webhook's line ends the bot's typing
    clearTimeout(here.get(who));
    here.delete(who);
    draw();
  });
  on("place", draw);
  on("pending", draw);
  return node;
}

function words() {
  const place = current();
  const sent = pendingIn(place?.id)[0];
  if (sent) return [dots(), h("span", {}, "Sending ", h("strong", {}, sent), "…")];
  const names = [...(typing.get(place?.id)?.keys() ?? [])].map((id) => nameOfId(id, place?.guild_id));
  if (!names.length) return [];
  if (names.length > 3) return [dots(), h("span", {}, "Several people are typing…")];
  const bold = names.flatMap((name, index) => [index ? (index === names.length - 1 ? " and " : ", ") : "", h("strong", {}, name)]);
  return [dots(), h("span", {}, bold, names.length === 1 ? " is typing…" : " are typing…")];
}

const dots = () => h("span", { class: "dots", aria: { hidden: "true" } }, h("i"), h("i"), h("i"));
