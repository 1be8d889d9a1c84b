// A forum: its posts, the newest first.

import { h, replace } from "./dom.js";
import { on } from "./emitter.js";
import { icon } from "./icons.js";
import { nameOfId } from "./names.js";
import { go } from "./navigation.js";
import { may } from "./permissions.js";
import { compare, timeOf } from "./snowflake.js";
import { current, isForum, threadsOf } from "./state.js";
import { newThread } from "./threads.js";
import { ago } from "./times.js";
import { isUnread } from "./unread.js";

export function forumView() {
  const node = h("div", { class: "forum", data: { testid: "forum" } });
  const draw = () => {
    const channel = current();
    if (isForum(channel) && node.isConnected) replace(node, content(channel));
  };
  on("channels", draw);
  on("unread", draw);
  return { node, draw };
}

function content(channel) {
  const posts = threadsOf(channel.id).sort((one, other) => compare(other.last_message_id ?? other.id, one.last_message_id ?? one.id));
  const mayPost = may(channel, "SEND_MESSAGES");
  return [
    h("div", { class: "forum-head" }, h("div", {}, h("h1", {}, channel.name), channel.topic && h("p", { class: "quiet" }, channel.topic)),
      h("button", { type: "button", class: "button primary", disabled: !mayPost, data: { testid: "new-post" }, on: { click: () => newThread(channel) } }, icon("plus", 18), "New post")),
    posts.length === 0 && h("div", { class: "hint" }, h("p", {}, h("strong", {}, "No posts yet.")), h("p", {}, "Each post is a place of its own: write one, then type /session start in it.")),
    h("ul", { class: "posts" }, posts.map((post) => card(post, channel))),
  ];
}

function card(post, channel) {
  const tags = (post.applied_tags ?? []).map((id) => channel.available_tags?.find((tag) => tag.id === id)?.name).filter(Boolean);
  const count = post.message_count ?? 0;
  return h("li", {}, h("button", { type: "button", class: isUnread(post) ? "post unread" : "post", data: { channelId: post.id, testid: "post" }, on: { click: () => go(post.id) } },
    tags.length > 0 && h("span", { class: "tags" }, tags.map((tag) => h("span", { class: "tag" }, tag))),
    h("strong", {}, post.name, post.thread_metadata?.locked && icon("lock", 14)),
    h("span", { class: "quiet" }, `${nameOfId(post.owner_id, channel.guild_id)} · ${count} ${count === 1 ? "message" : "messages"} · ${ago(timeOf(post.last_message_id ?? post.id))}`)));
}
