// Buttons and selects on messages.

import { delegate } from "./dom.js";
import { findComponent } from "./components.js";
import { defaultsOf } from "./choices.js";
import { send } from "./interactions.js";
import { openChoices } from "./listbox.js";
import { current } from "./state.js";
import * as store from "./store.js";

export function listenForPresses(root) {
  delegate(root, "click", "[data-press]", (target) => {
    const row = target.closest("[data-message-id]");
    const message = store.messageOf(current()?.id, row?.dataset.messageId);
    const item = findComponent(message?.components, target.dataset.customId);
    if (!item || target.disabled) return;
    if (target.dataset.press === "button") press(message, { component_type: 2, custom_id: item.custom_id }, target);
    else {
      openChoices(target, item, current(), defaultsOf(item), (values) =>
        press(message, { component_type: item.type, custom_id: item.custom_id, values }, target, { item, values }));
    }
  });
}

async function press(message, data, target, chosen) {
  target.classList.add("waiting");
  target.setAttribute("aria-busy", "true");
  const done = () => {
    target.classList.remove("waiting");
    target.removeAttribute("aria-busy");
  };
  if (chosen) keepChoice(message, chosen);
  await send({ type: 3, channel_id: message.channel_id, message_id: message.id, data }, { done }).catch(() => {});
}

/** Discord goes on showing what one chose until the bot sends the component anew. */
function keepChoice(message, { item, values }) {
  if (item.options) for (const option of item.options) option.default = values.includes(option.value);
  else item.default_values = values.map((id) => ({ id }));
  store.change({ channel_id: message.channel_id, id: message.id, components: structuredClone(message.components) });
}
