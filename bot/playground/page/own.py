"""One's own settings (language, whether bots may write to one), and lists of threads."""

from dataclasses import replace

from bot.playground.rest import threads as rest_threads
from bot.playground.rest.call import Call, Reply, route
from bot.playground.world.show.people import user_json


def changed(call: Call) -> Reply:
    form = call.form()
    locale, takes_dms = form.text("locale", least=2, most=10), form.switch("takes_dms")
    form.finish()
    me = call.world.user(call.actor)
    me = replace(
        me,
        locale=locale or me.locale,
        takes_dms=me.takes_dms if takes_dms is None else takes_dms,
    )
    call.world.users[me.id] = me
    return Reply(body=user_json(me))


ROUTES = (
    route("PATCH", "/page/people/@me", changed),
    route("GET", "/page/channels/{channel}/thread-members", rest_threads.members),
    route(
        "GET",
        "/page/channels/{channel}/threads/archived/{which:public|private}",
        rest_threads.archived,
    ),
)
