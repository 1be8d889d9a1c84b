"""Draws every face anew: `python -m characters.faces.draw`."""

import sys
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

from characters.faces import harbours, stations, streets, taverns
from characters.faces.brush import Brush

PORTRAITS: Mapping[str, Callable[[], Brush]] = {
    "anneke-brandsma": harbours.anneke_brandsma,
    "evander-crane": harbours.evander_crane,
    "juno-adeyemi": stations.juno_adeyemi,
    "kenji-morita": streets.kenji_morita,
    "lucien-fairweather": harbours.lucien_fairweather,
    "mara-quill": taverns.mara_quill,
    "noor-haddad": streets.noor_haddad,
    "ottilie-brandt": harbours.ottilie_brandt,
    "pim": stations.pim,
    "ravi-sundaram": stations.ravi_sundaram,
    "thessaly-orr": taverns.thessaly_orr,
    "vesper": taverns.vesper,
}


def png_of(character: str) -> bytes:
    picture = BytesIO()
    PORTRAITS[character]().picture().save(picture, "PNG", optimize=True)
    return picture.getvalue()


def main() -> None:
    folder = Path(__file__).parent
    for character in PORTRAITS:
        (folder / f"{character}.png").write_bytes(png_of(character))
    sys.stdout.write(f"{len(PORTRAITS)} faces drawn in {folder}\n")


if __name__ == "__main__":
    main()
