"""How the host wants models to choose their words: from the settings and the presets' file."""

from bot.content.places import place_of
from bot.content.presets import FILE, BadPresets, load_presets
from bot.engine.sampling.cascade import Chosen, Layer, cascade
from bot.engine.sampling.values import DEFAULT_SAMPLING
from bot.settings import Settings

USUAL, FOR_THE_DEMO = "balanced", "demo"


def operators_sampling(settings: Settings) -> Chosen:
    """The operator's level of the cascade; channels, servers and cards will stand before it.

    Raises:
        BadPresets: the file cannot be read, or has no preset of the name that the settings give.
    """
    # A host's own prompts may lack the file: our names must hold there too.
    presets = {USUAL: DEFAULT_SAMPLING, **load_presets(place_of(settings.prompts))}
    wanted = settings.sampling_preset
    if wanted and wanted not in presets:
        msg = f"{FILE}: no preset is called {wanted}; there are {', '.join(sorted(presets))}"
        raise BadPresets(msg)
    usual = FOR_THE_DEMO if settings.demo and FOR_THE_DEMO in presets else USUAL
    layer = Layer(level="operator", preset=wanted or usual, values=settings.sampling)
    return cascade([layer], presets=presets)
