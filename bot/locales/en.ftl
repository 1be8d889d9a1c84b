# Every text that people read. A message's key is its name in the code; blanks are { $name }.
# A line of a text must not begin with * or [ or a dot: Fluent reads those as its own.
# Texts are warm, short and exact. An error says what happened, what was kept, what to do.
# Descriptions of commands stay under 72 characters, so that a translation fits Discord's 100.

## Commands

session-about = The roleplay of this channel
session-start = Start a roleplay here with a character
session-start-character = Who you play with; type a name or a kind to search
session-start-greeting = Which greeting opens it, from 1
session-status = Who plays here, and since when
session-end = End the roleplay of this channel

character-about = The characters you can play with
character-list = Everybody you can play with
character-list-category = Only this kind
character-info = A closer look at a character
character-info-character = Whose

persona-about = Who you are in the story
persona-set = Choose who you are; without options, in a form
persona-set-name = What you are called
persona-set-pronouns = Such as she/her
persona-set-description = What others see of you
persona-show = Who you are now
persona-clear = Be yourself again, with your Discord name

help-about = The first steps
help-text =
    Welcome! I bring characters to life in this channel, and you play with them by simply writing.

    1. `/character list` shows who is there, `/character info` tells you more about one.
    2. `/session start` invites one of them. In a server this takes the permission Manage Channels; in a direct message with me you can always play.
    3. Write what you say and do: `*she sits down* Good evening!` Several people may play at once.
    4. `/persona set` makes you somebody else: a name, pronouns, a few words on how you look.

    While a character speaks, **Stop** ends the line; what was said stays. `//` at the start of a line, or `((…))`, keeps a remark out of the story. `/session end` closes the session, and nothing is lost.

## Characters and personas

cast-all =
    { $count ->
        [one] One character
       *[other] { $count } characters
    }
cast-kind = { $category }: { $count }
cast-empty = Nobody here. Try another category, or none.
cast-page = Page { $page } of { $pages } · /character info shows more about one
cast-broken =
    { $count ->
        [one] One file cannot be used
       *[other] { $count } files cannot be used
    }
card-categories = Kind
card-role = Role
card-greeting =
    { $count ->
        [one] Their greeting
       *[other] The first of their { $count } greetings
    }
card-start = /session start character: { $character }
persona-shown = In the story you are **{ $name }**.
persona-none = You play as yourself: **{ $name }**. `/persona set` makes you somebody else.
form-persona-title = Who are you in the story?
form-persona-name = Name
form-persona-pronouns = Pronouns
form-persona-description = What others see of you

## Sessions

session-started = { $character } is here. Write in the channel to play; lines that begin with `//` stay out of the story.
session-status-shown =
    The session with **{ $lead }** started { $since }.
    Players: { $players }
session-ended = Done. Everything that was said is kept.

notice-started =
    🎭 **{ $character }** is about to enter, invited by { $starter }. What is written here from now on becomes part of the story and is stored until it is erased.
    -# Join in by writing. `//` or `((…))` keeps a remark out of the story · `/persona set` chooses who you are · `/session end` closes it
notice-ended = 🎭 { $who } has ended this session. What was said is kept; `/session start` opens a new one.

## Lines

button-stop = Stop
button-again = Ask again
line-cut-short = …cut short
stop-too-late = That line is already over, so there is nothing left to stop.
again-too-late = That was another session. Write a line here, and you will get an answer.
note-webhooks-needs-permission = -# I speak for the characters myself here. Give me the permission **Manage Webhooks** in this channel, and they get their own names and faces.
note-webhooks-too-many = -# I speak for the characters myself here: this channel already has 15 webhooks, as many as Discord allows. Remove one under Edit Channel → Integrations, and they get their own names and faces.

## Errors: what happened, what was kept, what to do

error-not-playable = That cannot be done here as things stand. Nothing has changed. `/session status` shows what is going on.
error-session-already-running = A session is already running here, and it goes on untouched. `/session status` shows it; `/session end` closes it first.
error-no-session-here = No session is running here, so nothing has changed. `/session start` opens one.
error-unknown-character = I know no character called “{ $wanted }”. Nothing has been started. `/character list` shows everybody.
error-no-such-greeting =
    { $available ->
        [0] This character has no greetings of their own, so there is no number { $wanted }. Leave the number out.
        [one] This character has one greeting, so there is no number { $wanted }. Leave the number out.
       *[other] This character has { $available } greetings, so there is no number { $wanted }. Choose one from 1 to { $available }.
    }
error-may-not =
    { $needs ->
        [manage_channels] Only members with the permission **Manage Channels** may do this here. Nothing has changed; ask one of them.
        [host] Only who started the session, or a member with **Manage Channels**, may do this. Nothing has changed; ask one of them.
        [player] Only who plays in this session may do this. Nothing has changed; write a line to join in.
       *[other] You may not do this here. Nothing has changed.
    }
error-invalid-persona = A persona needs a name, and no text in it may be longer than { $limit } characters. Nothing has changed; please shorten it and try again.
error-broken-card = The file `{ $file }` cannot be used: { $reason }. Nothing has been started. Whoever hosts me can mend the file; a restart is not needed.
error-card-too-large = { $name } does not fit this model: { $section } takes { $tokens } tokens, and there is room for { $room }. What you wrote is kept. Whoever hosts me can shorten the card or choose a model with more room.
error-daily-cap-reached = The models have read and written { $cap } tokens today, as many as whoever hosts me allows for a day. What you wrote is kept, and the story goes on <t:{ $resumes }:R>: then ask again, or write a line.
error-stale-session = Two things happened here at the very same moment. What was written is kept; please try again.
error-storage-unavailable = I cannot reach my memory right now. Lines written here wait in order and are kept as soon as it is back. If this lasts, tell whoever hosts me.
error-unexpected = Something broke on my side, and I am sorry. What was written is kept. If it happens again, give whoever hosts me this reference: `{ $reference }`
error-model-failed = The model did not give an answer. What you wrote is kept; ask again in a moment.
error-model-unavailable = The model cannot be reached: { $reason }. What you wrote is kept; ask again in a moment. If this lasts, tell whoever hosts me.
error-model-silent = The model said nothing for { $seconds } seconds, so I stopped waiting. What you wrote is kept; ask again.
error-prompt-too-long = The story no longer fits what this model can read at once. What you wrote is kept. Whoever hosts me can lower PROMPT_HARD_TOKENS or choose a model with more room.
error-model-said-nothing = The model answered twice without a word to show. What you wrote is kept; ask again, or write something more.
error-line-not-kept = Something broke on my side before I could keep that line, and I am sorry: it is not part of the story. Please write it once more. If it happens again, give whoever hosts me this reference: `{ $reference }`
error-lacks-permission = I lack permissions in this channel. Please grant me: **{ $needs }**. Whatever was already said is kept.
error-channel-gone = I cannot see that channel any more. Everything that was said there is kept.
error-not-shown = Discord did not take my message. What was said is kept in the story; please try again in a moment.

## Going online: printed to whoever hosts the bot

cannot-connect-token = Discord refused the token. Copy a fresh one from the developer portal (your application → Bot → Reset Token) into DISCORD_TOKEN, and start again.
cannot-connect-intents = Discord refused the intents. Switch on “Message Content Intent” in the developer portal (your application → Bot → Privileged Gateway Intents), and start again.
cannot-connect-network = Discord cannot be reached. Check the network (and DISCORD_URL, if it is set), and start again.
