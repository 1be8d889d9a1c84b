// Light or dark: the system's wish until one chooses.

const KEY = "theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

export function startTheme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen) document.documentElement.dataset.theme = chosen;
}

export function toggleTheme() {
  const now = document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem(KEY, next);
}
