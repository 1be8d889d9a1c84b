// Starts the page: views first, then the socket, which brings the world.

import { actAs, actingAs } from "./acting.js";
import { get } from "./api.js";
import { openAdmin } from "./admin.js";
import { forgetCommands } from "./commands.js";
import { emit, on } from "./emitter.js";
import { listen } from "./events.js";
import { drawer } from "./drawer.js";
import { listenForModals } from "./modal.js";
import { memberList } from "./members.js";
import { arrive } from "./navigation.js";
import { Place } from "./place.js";
import { serverRail } from "./servers.js";
import { sidebar } from "./sidebar.js";
import { connect } from "./socket.js";
import { current } from "./state.js";
import * as store from "./store.js";
import { startTheme } from "./theme.js";
import { unreadAnywhere } from "./unread.js";

startTheme();
listen();
listenForModals();

const { toggleSidebar, toggleMembers } = drawer();
new Place(document.getElementById("main"), { toggleSidebar, toggleMembers });
serverRail(document.getElementById("servers"));
sidebar(document.getElementById("sidebar"), { openAdmin });
memberList(document.getElementById("members"));

const banner = document.getElementById("banner");
let greeted = false;

on("connected", () => {
  banner.hidden = true;
  if (greeted) store.distrust();
});
on("world", ({ someoneElse }) => {
  forgetCommands();
  if (someoneElse || !current()) arrive();
  else {
    emit("channels");
    emit("refresh");
  }
  greeted = true;
});
on("lost-place", arrive);
on("disconnected", async () => {
  banner.textContent = greeted ? "The connection to the playground was lost. Trying again…" : "Waiting for the playground…";
  banner.hidden = false;
  const answer = await fetch("/page/people").catch(() => null);
  if (answer?.status === 401) banner.textContent = "This page needs the link that the playground printed when it started: it holds the key.";
  if (answer?.ok) await knowWho(await answer.json());
});
on("unread", () => {
  const link = document.querySelector("link[rel=icon]");
  document.title = `${unreadAnywhere() ? "• " : ""}${document.title.replace(/^• /, "")}`;
  link.toggleAttribute("data-unread", unreadAnywhere());
});
on("channels", forgetCommands);

addEventListener("keydown", (event) => {
  // Letters typed anywhere go to the composer, as people expect.
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
  const at = document.activeElement;
  if (!current() || at?.closest("input, textarea, select, [role=menu], dialog, .message") || document.querySelector("dialog[open]")) return;
  document.querySelector("#composer-input:not([hidden])")?.focus();
});

/** A first visit, or a world that was made anew: somebody must be chosen before the socket opens. */
async function knowWho(people) {
  if (people.some((user) => user.id === actingAs()) || !people.length) return;
  actAs(people[0].id);
}

const people = await get("/people").catch(() => []);
await knowWho(people);
connect();
