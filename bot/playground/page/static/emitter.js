// Who wants to know what changed: on(topic, listener), emit(topic, …details).

const listeners = new Map();

export function on(topic, listener) {
  const all = listeners.get(topic) ?? new Set();
  listeners.set(topic, all.add(listener));
  return () => all.delete(listener);
}

export function emit(topic, ...details) {
  for (const listener of listeners.get(topic) ?? []) listener(...details);
}
