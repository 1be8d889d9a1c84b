// Builds DOM nodes. Text always goes in as text nodes; nothing here parses markup.

/** h("button", {class: "x", on: {click}, data: {testid: "y"}, aria: {label: "z"}}, "text", child, [more]) */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(node, name, value);
  append(node, children);
  return node;
}

function setProp(node, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "on") {
    for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
  } else if (name === "data") {
    for (const [key, item] of Object.entries(value)) if (item !== undefined) node.dataset[key] = item;
  } else if (name === "aria") {
    for (const [key, item] of Object.entries(value)) {
      if (item !== undefined && item !== null) node.setAttribute(`aria-${key}`, String(item));
    }
  } else if (name === "vars") {
    for (const [key, item] of Object.entries(value)) node.style.setProperty(`--${key}`, item);
  } else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") {
    node[name] = value;
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

function append(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(node, child);
    else if (child !== undefined && child !== null && child !== false) node.append(child);
  }
}

export function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/** Makes `old` look like `fresh` while keeping every node that can stay: text that grows does not flicker. */
export function morph(old, fresh) {
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  after.forEach((next, index) => {
    const current = before[index];
    if (!current) old.append(next);
    else if (!alike(current, next)) current.replaceWith(next);
    else if (current.nodeType === Node.TEXT_NODE) {
      if (current.data !== next.data) current.data = next.data;
    } else {
      morphAttributes(current, next);
      morph(current, next);
    }
  });
  before.slice(after.length).forEach((node) => node.remove());
}

function alike(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName
    && one.dataset?.kind === other.dataset?.kind;
}

function morphAttributes(old, fresh) {
  const opened = old.classList.contains("revealed");
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (opened) {
    old.classList.add("revealed");
    old.removeAttribute("role");
    old.removeAttribute("tabindex");
    old.removeAttribute("aria-label");
  }
}

/** Calls `handler` for the nearest ancestor of the event's target that matches. */
export function delegate(root, event, selector, handler) {
  root.addEventListener(event, (happened) => {
    const target = happened.target.closest?.(selector);
    if (target && root.contains(target)) handler(target, happened);
  });
}

let counter = 0;
export function uid(prefix = "id") {
  counter += 1;
  return `${prefix}-${counter}`;
}

/** Many reasons to draw at once are one drawing. */
export function soon(draw) {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      draw();
    });
  };
}

export function debounce(wait, run) {
  let timer = 0;
  const later = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}
