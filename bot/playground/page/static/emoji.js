// The emoji that the picker offers, by the short names people type between colons.

const GROUPS = {
  Faces: "smile 😄 grin 😁 joy 😂 rofl 🤣 slight_smile 🙂 wink 😉 blush 😊 heart_eyes 😍 kissing_heart 😘 thinking 🤔 neutral_face 😐 expressionless 😑 rolling_eyes 🙄 smirk 😏 relieved 😌 sleepy 😪 sleeping 😴 sunglasses 😎 nerd 🤓 confused 😕 worried 😟 open_mouth 😮 flushed 😳 pleading_face 🥺 cry 😢 sob 😭 scream 😱 angry 😠 rage 😡 triumph 😤 innocent 😇 zany_face 🤪 shushing_face 🤫 cowboy 🤠 partying_face 🥳 skull 💀 ghost 👻 robot 🤖 clown 🤡",
  People: "wave 👋 thumbsup 👍 +1 👍 thumbsdown 👎 -1 👎 ok_hand 👌 clap 👏 raised_hands 🙌 pray 🙏 handshake 🤝 muscle 💪 point_up ☝️ point_right 👉 point_left 👈 v ✌️ crossed_fingers 🤞 eyes 👀 brain 🧠 detective 🕵️ mage 🧙 fairy 🧚 vampire 🧛 elf 🧝 dancer 💃 runner 🏃",
  Nature: "dog 🐶 cat 🐱 fox 🦊 bear 🐻 wolf 🐺 owl 🦉 raven 🐦‍⬛ dragon 🐉 unicorn 🦄 spider 🕷️ snake 🐍 fish 🐟 octopus 🐙 rose 🌹 blossom 🌼 tree 🌳 mushroom 🍄 moon 🌙 sun ☀️ star ⭐ sparkles ✨ cloud ☁️ rain 🌧️ snowflake ❄️ fire 🔥 ocean 🌊 zap ⚡",
  Things: "coffee ☕ tea 🍵 beer 🍺 beers 🍻 wine 🍷 bread 🍞 cheese 🧀 apple 🍎 cake 🍰 pizza 🍕 dagger 🗡️ crossed_swords ⚔️ shield 🛡️ bow 🏹 key 🔑 scroll 📜 book 📖 books 📚 candle 🕯️ lantern 🏮 hourglass ⏳ map 🗺️ compass 🧭 ship ⛵ anchor ⚓ castle 🏰 tent ⛺ house 🏠 door 🚪 crown 👑 ring 💍 gem 💎 coin 🪙 music 🎵 violin 🎻 masks 🎭 dice 🎲 bell 🔔 mailbox 📬 bulb 💡 gear ⚙️ lock 🔒 mag 🔍",
  Signs: "heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚 blue_heart 💙 purple_heart 💜 black_heart 🖤 broken_heart 💔 100 💯 tada 🎉 question ❓ exclamation ❗ white_check_mark ✅ x ❌ warning ⚠️ no_entry ⛔ arrow_left ⬅️ arrow_right ➡️ rewind ⏪ fast_forward ⏩ repeat 🔁 pushpin 📌 speech_balloon 💬 thought_balloon 💭 zzz 💤",
};

export const GROUPED = Object.entries(GROUPS).map(([name, line]) => {
  const words = line.split(" ");
  const pairs = [];
  for (let at = 0; at < words.length; at += 2) pairs.push([words[at], words[at + 1]]);
  return [name, pairs];
});

export const EMOJI = Object.fromEntries(GROUPED.flatMap(([, pairs]) => pairs));

export function findEmoji(query, limit = 10) {
  const wanted = query.toLowerCase();
  const all = Object.entries(EMOJI);
  const starts = all.filter(([name]) => name.startsWith(wanted));
  const holds = all.filter(([name]) => !name.startsWith(wanted) && name.includes(wanted));
  return [...starts, ...holds].slice(0, limit);
}

/** `:wave:` as one types it becomes the sign when sent. */
export function withEmoji(text) {
  return text.replace(/(`[^`]*`)|:([a-z0-9_+-]{1,32}):/g, (whole, code, name) => (code ? whole : EMOJI[name] ?? whole));
}
