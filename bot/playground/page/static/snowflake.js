// Ids that carry their time. They outgrow a Number, so they stay strings.

const EPOCH = 1420070400000n;

export function timeOf(id) {
  return new Date(Number((BigInt(id) >> 22n) + EPOCH));
}

/** Negative when `one` is older. Lengths first: decimal strings of one length compare as text. */
export function compare(one, other) {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

export function isNewer(one, other) {
  if (!one) return false;
  return !other || compare(one, other) > 0;
}
