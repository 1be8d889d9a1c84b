// Dates and times as Discord words them.

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const clockSeconds = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", second: "2-digit" });
const shortDate = new Intl.DateTimeFormat(undefined, { day: "2-digit", month: "2-digit", year: "numeric" });
const longDate = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long", year: "numeric" });
const fullDate = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

export const hourOf = (date) => clock.format(date);
export const dayOf = (date) => longDate.format(date);
export const fullOf = (date) => `${fullDate.format(date)} ${clock.format(date)}`;

export function sameDay(one, other) {
  return one.toDateString() === other.toDateString();
}

/** Today at 12:03, Yesterday at 12:03, 03/05/2026 12:03. */
export function stampOf(date, now = new Date()) {
  if (sameDay(date, now)) return hourOf(date);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (sameDay(date, yesterday)) return `Yesterday at ${hourOf(date)}`;
  return `${shortDate.format(date)} ${hourOf(date)}`;
}

export function styled(date, style) {
  switch (style) {
    case "t": return hourOf(date);
    case "T": return clockSeconds.format(date);
    case "d": return shortDate.format(date);
    case "D": return longDate.format(date);
    case "F": return fullOf(date);
    case "s": return `${shortDate.format(date)} ${hourOf(date)}`;
    case "S": return `${shortDate.format(date)} ${clockSeconds.format(date)}`;
    case "R": return ago(date);
    default: return `${longDate.format(date)} ${hourOf(date)}`;
  }
}

const UNITS = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function ago(date, now = new Date()) {
  const seconds = (date - now) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size || unit === "second") return relative.format(Math.round(seconds / size), unit);
  }
  return "";
}
