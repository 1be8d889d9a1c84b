"""The doctor's look at the models: does each endpoint answer, and how does it want to be asked?"""

from bot.compose.findings import Finding
from bot.compose.sampling import operators_sampling
from bot.content.presets import BadPresets
from bot.engine.prompt.roles import RolePolicy
from bot.engine.sampling.values import Sampling
from bot.llm.demo import find_gguf
from bot.llm.endpoint import EndpointReport, Manners, OpenAIEndpoint
from bot.llm.probing import probe_roles
from bot.llm.remembered import remember_roles
from bot.settings import Settings

PATIENCE = Manners(max_retries=0)
SYSTEM_SAID = {
    "anywhere": "system messages anywhere",
    "first": "one system message, first",
    "none": "no system messages",
}


async def model_findings(settings: Settings) -> list[Finding]:
    if settings.llm_base_url is None:
        found = find_gguf(settings.troupe_data, settings.model_gguf)
        says = f"the demo model ({found.name})" if found else "the demo model, not installed yet"
        advice = "Set LLM_BASE_URL and NARRATOR_MODEL for real play."
        return [Finding(about="Model", state="note", says=says, advice=advice)]
    key = settings.llm_api_key.get_secret_value() if settings.llm_api_key else None
    url, wanted = settings.llm_base_url, settings.narrator_model
    findings = await _endpoint(settings, "Model", url=url, key=key, model=wanted)
    if settings.llm_fallback_base_url is not None:
        secret = settings.llm_fallback_api_key
        url = settings.llm_fallback_base_url
        key = None if secret is None else secret.get_secret_value()
    if settings.llm_fallback_base_url or settings.narrator_fallback:
        model = settings.narrator_fallback
        findings += await _endpoint(settings, "Fallback", url=url, key=key, model=model)
    return findings + _sampling(settings)


async def _endpoint(
    settings: Settings, about: str, *, url: str, key: str | None, model: str
) -> list[Finding]:
    async with OpenAIEndpoint(base_url=url, api_key=key, manners=PATIENCE) as endpoint:
        report = await endpoint.probe(model)
        if not report.reachable:
            advice = "Check its address and its key in .env, and that the endpoint runs."
            return [Finding(about=about, state="bad", says=report.trouble, advice=advice)]
        findings = [Finding(about=about, state="good", says=f"{url} answers")]
        findings += _named(about, model, report)
        policy = await probe_roles(endpoint, model)
    if policy is not None:
        remember_roles(settings.troupe_data, base_url=url, model=model, policy=policy)
    findings.append(_roles(about, policy))
    findings += [
        Finding(about=about, state="note", says=f"{name or 'its model'}: {why}")
        for name, why in report.left_alone
    ]
    return findings + _context(about, report, settings)


def _named(about: str, model: str, report: EndpointReport) -> list[Finding]:
    if not model or not report.models or model in report.models:
        return []
    says = f"{model} is not among {', '.join(report.models[:10])}"
    return [Finding(about=f"{about}'s name", state="bad", says=says, advice="Correct it in .env.")]


def _roles(about: str, policy: RolePolicy | None) -> Finding:
    if policy is None:
        says = "could not be found out; the usual layout is used"
        return Finding(about=f"{about}'s roles", state="note", says=says)
    turns = "users and characters must alternate" if policy.alternate else "turns in any order"
    says = f"{SYSTEM_SAID[policy.system]}; {turns}"
    return Finding(about=f"{about}'s roles", state="good", says=says)


def _context(about: str, report: EndpointReport, settings: Settings) -> list[Finding]:
    room = settings.prompt_hard_tokens + settings.max_answer_tokens
    if report.context is None or report.context >= room:
        return []
    says = f"reads {report.context} tokens; prompts and answers may take {room}"
    advice = "Lower PROMPT_HARD_TOKENS."
    return [Finding(about=f"{about}'s context", state="bad", says=says, advice=advice)]


def _sampling(settings: Settings) -> list[Finding]:
    try:
        chosen = operators_sampling(settings)
    except BadPresets as error:
        advice = "Correct SAMPLING_PRESET, or the file."
        return [Finding(about="Sampling", state="bad", says=str(error), advice=advice)]
    told = [
        f"{name} {_value(chosen.values, name)} ({origin.preset or 'SAMPLING'})"
        for name, origin in chosen.origins.items()
    ]
    says = ", ".join(told) or "the endpoint's own"
    return [Finding(about="Sampling", state="note", says=says)]


def _value(sampling: Sampling, name: str) -> object:
    _, _, key = name.partition("extra_body.")
    return sampling.extra_body[key] if key else getattr(sampling, name)
