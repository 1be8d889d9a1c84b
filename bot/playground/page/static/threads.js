// Threads and forum posts: starting one, joining, leaving, closing.

import { del, patch, post, put } from "./api.js";
import { formDialog } from "./dialog.js";
import { emit } from "./emitter.js";
import { menu } from "./menu.js";
import { go } from "./navigation.js";
import { may } from "./permissions.js";
import { compare } from "./snowflake.js";
import { isForum, state, takeChannel, threadsOf, TYPE } from "./state.js";
import { attempt } from "./toast.js";

export function newThread(channel, message = null) {
  if (isForum(channel)) return newPost(channel);
  const fields = [
    { name: "name", label: "Thread name", required: true, max: 100, value: message?.content?.slice(0, 40) ?? "", placeholder: "New thread" },
    !message && may(channel, "CREATE_PRIVATE_THREADS") && { name: "private", label: "Private thread", kind: "check", hint: "Only people you invite and moderators can see it." },
    !message && { name: "first", label: "First message (optional)", kind: "long", max: 2000 },
  ].filter(Boolean);
  return formDialog("New thread", fields, {
    verb: "Create thread",
    act: async (values, close) => {
      const path = message ? `/channels/${channel.id}/messages/${message.id}/threads` : `/channels/${channel.id}/threads`;
      const body = { name: values.name };
      if (!message) body.type = values.private ? TYPE.PRIVATE_THREAD : TYPE.THREAD;
      const thread = await attempt(() => post(path, body));
      if (!thread) return;
      close();
      arrive(thread);
      if (values.first) await attempt(() => post(`/channels/${thread.id}/messages`, { content: values.first }));
    },
  });
}

function newPost(channel) {
  const tags = channel.available_tags ?? [];
  return formDialog("New post", [
    { name: "name", label: "Title", required: true, max: 100 },
    { name: "content", label: "Message", kind: "long", required: true, max: 2000 },
    ...tags.map((tag) => ({ name: `tag-${tag.id}`, label: tag.name, kind: "check" })),
  ], {
    verb: "Post",
    act: async (values, close) => {
      const body = { name: values.name, message: { content: values.content } };
      const chosen = tags.filter((tag) => values[`tag-${tag.id}`]).map((tag) => tag.id);
      if (chosen.length) body.applied_tags = chosen;
      const thread = await attempt(() => post(`/channels/${channel.id}/threads`, body));
      if (!thread) return;
      close();
      arrive(thread);
    },
  });
}

/** All threads of a channel, those that are closed too. */
export function threadMenu(anchor, channel) {
  const threads = threadsOf(channel.id).sort((one, other) => compare(other.last_message_id ?? other.id, one.last_message_id ?? one.id));
  menu(anchor, [
    may(channel, "CREATE_PUBLIC_THREADS") && { label: "New thread", icon: "plus", act: () => newThread(channel) },
    { heading: threads.length ? "Threads" : "No threads here yet." },
    ...threads.map((thread) => ({ label: thread.name, description: thread.thread_metadata?.archived ? "closed" : "", icon: thread.thread_metadata?.locked ? "lock" : "thread", act: () => go(thread.id) })),
  ], { label: "Threads", side: "left" });
}

function arrive(thread) {
  takeChannel(thread);
  emit("channels");
  go(thread.id);
}

export function threadItems(thread) {
  const joined = Boolean(thread.member);
  const manages = may(thread, "MANAGE_THREADS") || thread.owner_id === state.me.id;
  const { archived, locked } = thread.thread_metadata ?? {};
  return [
    joined ? { label: "Leave thread", act: () => attempt(() => del(`/channels/${thread.id}/thread-members/${state.me.id}`)) }
      : { label: "Join thread", act: () => attempt(() => put(`/channels/${thread.id}/thread-members/${state.me.id}`)) },
    { label: "Add the bot or a person…", act: () => addTo(thread) },
    manages && { label: archived ? "Open thread again" : "Close thread", act: () => attempt(() => patch(`/channels/${thread.id}`, { archived: !archived })) },
    may(thread, "MANAGE_THREADS") && { label: locked ? "Unlock thread" : "Lock thread", icon: "lock", act: () => attempt(() => patch(`/channels/${thread.id}`, { locked: !locked })) },
  ];
}

function addTo(thread) {
  const members = [...(state.members.get(thread.guild_id)?.values() ?? [])];
  formDialog("Add to thread", [{ name: "user", label: "Who", kind: "choice", options: members.map(({ user, nick }) => [user.id, nick || user.global_name || user.username]) }], {
    verb: "Add",
    act: async ({ user }, close) => {
      if (await attempt(() => put(`/channels/${thread.id}/thread-members/${user}`))) close();
    },
  });
}
