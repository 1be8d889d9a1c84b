// Who is here, grouped by role.

import { delegate, h, replace, soon } from "./dom.js";
import { on } from "./emitter.js";
import { face } from "./faces.js";
import { colourOf, nameOf, rolesOfMember } from "./names.js";
import { openProfile, personMenu } from "./people.js";
import { current, isDm, peopleIn } from "./state.js";

export function memberList(root) {
  const draw = soon(() => {
    const channel = current();
    const people = channel ? peopleIn(channel) : [];
    replace(root, groupsOf(channel, people).map(([title, members]) => h("section", {},
      h("h3", {}, `${title} — ${members.length}`), h("ul", {}, members.map((member) => h("li", {}, entry(member, channel)))))));
  });
  for (const topic of ["world", "place", "members", "people"]) on(topic, draw);
  delegate(root, "click", "[data-user-id]", (target) => openProfile(target, target.dataset.userId));
  delegate(root, "contextmenu", "[data-user-id]", (target, event) => {
    event.preventDefault();
    personMenu(event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : target, target.dataset.userId);
  });
}

function groupsOf(channel, people) {
  if (!channel || isDm(channel)) return [["In this conversation", people]];
  const groups = new Map();
  for (const member of people) {
    const hoisted = rolesOfMember(channel.guild_id, member.user.id).find((role) => role.hoist);
    const key = hoisted?.name ?? (member.user.bot ? "Apps" : "Members");
    groups.set(key, [...(groups.get(key) ?? []), { ...member, rank: hoisted?.position ?? (member.user.bot ? -2 : -1) }]);
  }
  return [...groups].sort((one, other) => other[1][0].rank - one[1][0].rank)
    .map(([title, members]) => [title, members.sort((one, other) => nameOf(one.user, channel.guild_id).localeCompare(nameOf(other.user, channel.guild_id)))]);
}

function entry(member, channel) {
  const { user } = member;
  const name = nameOf(user, channel.guild_id);
  const colour = colourOf(channel.guild_id, user.id);
  return h("button", { type: "button", class: user.status === "offline" ? "member away" : "member", data: { userId: user.id, testid: "member" } },
    face(user, { size: 32, name, member }), h("span", { class: "member-name", vars: colour ? { tint: colour } : {} }, name), user.bot && h("span", { class: "app-tag" }, "APP"));
}
