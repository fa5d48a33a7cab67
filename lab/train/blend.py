"""Writes the weighted mean of networks: each weight is the mean of the corresponding weights.

    python3 train/blend.py mean.hnet first.hnet second.hnet         equal parts
    python3 train/blend.py mean.hnet first.hnet=0.4 second.ckpt=0.6  40 % and 60 %
    python3 train/blend.py mean.hnet first.ckpt second.ckpt --round-with data/records

If training runs started from the same network, the mean keeps the changes that they share (Wortsman et al., "Model
soups", 2022). Networks without a common origin must not be blended. With `--round-with`, the weights are adjusted so
that rounding changes the evaluations of these records as little as possible; see rounding.py.
"""

import requirements_check  # noqa: F401 (first: it says what is missing)

import argparse
import math
from pathlib import Path

import torch

from arguments import check_new_network, check_range
from checkpoint import load_network
from data_folder import find_records
from export import summary_of
from model import Network
from quantised import NETWORK_SUFFIXES, dequantise, quantise
from records import RecordSet
from refusal import refusing_bad_input
from rounding import fit_rounding
from verify import read_network

SHAPE = ("hidden", "mirror", "king_buckets", "layers")


class Part:

    def __init__(self, path: Path, share: float):
        self.path = path
        self.share = share
        self.network: Network
        self.summary: dict
        if path.suffix in NETWORK_SUFFIXES:
            quantised = read_network(path)
            self.network, self.scale, self.qa = dequantise(quantised), quantised.scale, quantised.qa
            self.summary = quantised.summary
        else:
            self.network, state = load_network(path, last=False)
            self.scale, self.qa = state["shape"]["scale"], state["shape"].get("qa", 255)
            self.summary = summary_of(state, last=False)

    @property
    def shape(self) -> dict[str, int]:
        """The properties that must be the same in all blended networks."""
        own = {name: int(getattr(self.network, name)) for name in SHAPE}
        return {**own, "scale": self.scale, "qa": self.qa}


def parse_part(text: str) -> tuple[Path, float]:
    """Reads `FILE` or `FILE=NUMBER`. Raises ValueError if the number is not above 0."""
    name, separator, number = text.rpartition("=")
    if separator == "":
        return Path(text), 1.0
    try:
        part = float(number)
    except ValueError:
        part = math.nan
    if not 0 < part < math.inf:
        raise ValueError(f"expected a number above 0 after {name}=, but got {number}")
    return Path(name), part


@torch.no_grad()
def blend(parts: list[Part]) -> Network:
    """Returns the weighted mean of networks of the same shape. Their shares sum to 1."""
    first = parts[0].network
    mean = Network(first.hidden, first.mirror, first.king_buckets, first.layers)
    for parameter in mean.parameters():
        parameter.zero_()
    for part in parts:
        for parameter, other in zip(mean.parameters(), part.network.parameters(), strict=True):
            parameter.add_(other, alpha=part.share)
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path, help="file of the mean, *.hnet")
    parser.add_argument("networks", nargs="+", help="FILE or FILE=PART: networks or checkpoints of the same shape")
    parser.add_argument("--round-with", type=Path, help="folder of records or games to which the rounding is fitted")
    steps = "integer that stands for a weight of 1, 1 to 255: a smaller one compresses better (as in the first network)"
    parser.add_argument("--qa", type=int, help=steps)
    parser.add_argument("--overwrite", action="store_true", help="replace an existing network")
    options = parser.parse_args()
    try:
        files = [parse_part(text) for text in options.networks]
        check_new_network(options.out, options.overwrite)
        if options.qa is not None:
            check_range("qa", options.qa)
    except ValueError as error:
        parser.error(str(error))
    whole = sum(part for _, part in files)
    parts = [Part(path, part / whole) for path, part in files]
    shape = parts[0].shape
    for part in parts:
        if part.shape != shape:
            raise SystemExit(f"Expected {part.path} to be like {parts[0].path} ({shape}), but got {part.shape}")
    made = [{"file": part.path.name, "part": round(part.share, 4), "summary": part.summary} for part in parts]
    mean, summary = blend(parts), {"blend": made}
    scale, qa = parts[0].scale, parts[0].qa if options.qa is None else options.qa
    with refusing_bad_input():
        if options.round_with is not None:
            records = RecordSet(find_records(options.round_with, expand=False))
            mean, summary["rounding"] = fit_rounding(mean, records, scale, qa)
            before, after = (summary["rounding"][name] for name in ("differenceBefore", "difference"))
            print(f"Rounding changes expected results by {after:.4f} (root mean square); without the fit, by {before:.4f}")
        quantised = quantise(mean, scale, summary, qa)
    quantised.write(options.out)
    print(f"{options.out}: the mean of {len(parts)} networks, {options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
