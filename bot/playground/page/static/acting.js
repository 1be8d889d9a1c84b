// Whom this tab acts as: in the address (?as=) and, for a reload without it, in the tab's own storage.

const KEY = "act-as";

export function actingAs() {
  return new URLSearchParams(location.search).get("as") || sessionStorage.getItem(KEY) || "";
}

export function actAs(id) {
  sessionStorage.setItem(KEY, id);
  const url = new URL(location.href);
  url.searchParams.set("as", id);
  history.replaceState(history.state, "", url);
}

export function addressFor(id) {
  const url = new URL(location.href);
  url.searchParams.set("as", id);
  return `${url.pathname}${url.search}${url.hash}`;
}
