"""Prints the integer evaluations of a network file, or compares them with the trained network.

    python3 train/verify.py first.hnet < positions.fen                the integer evaluation of each FEN
    python3 train/verify.py first.hnet --records positions.bin        the integer evaluation of each record
    python3 train/verify.py first.hnet --checkpoint first.ckpt --data data/records
                                                                            how rounding changed the trained network
"""

import requirements_check  # noqa: F401 (first: it says what is missing)

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from checkpoint import load_network
from model import Network
from quantised import Quantised, quantise, read
from records import RecordSet, map_records, record_of_fen
from refusal import refusing_bad_input

SAMPLE = 5000
CALM = 2.5
"""Only outputs up to this magnitude are compared: ±450 centipawns with a scale of 180."""
MEAN_MAX = 0.02
"""Maximum mean difference that rounding may cause: 3.6 centipawns with a scale of 180."""


def compare(options: argparse.Namespace) -> bool:
    """Compares the integer evaluations with those of the floating-point network, and returns whether they agree."""
    quantised = read_network(options.network)
    network = load_origin(options, quantised)
    records = RecordSet(options.data)
    source = records.validation if len(records.validation) > 0 else records.files[0]
    sample = np.array(source[:SAMPLE])
    integers = quantised.evaluate(sample)
    exact = network.outputs_of(sample).astype(np.float64) * quantised.scale
    calm = np.abs(exact) <= CALM * quantised.scale
    difference = np.abs(integers - exact)[calm]
    if len(difference) == 0:
        raise SystemExit(f"Expected evaluations within ±{CALM * quantised.scale} centipawns, but there are none")
    mean = difference.mean()
    print(f"{len(difference)} positions: mean difference {mean:.2f} centipawns, maximum {difference.max():.1f}")
    return bool(mean <= MEAN_MAX * quantised.scale)


def read_network(path: Path) -> Quantised:
    if not path.is_file():
        raise SystemExit(f"Expected {path} to be the file of a network, but there is no such file")
    with refusing_bad_input():
        return read(path)


def load_origin(options: argparse.Namespace, quantised: Quantised) -> Network:
    """The checkpoint's network. Ends the program if `quantised` is not this network, rounded."""
    network, _ = load_network(options.checkpoint, options.last)
    with refusing_bad_input():
        rounded = quantise(network, quantised.scale, {}, quantised.qa)
    if not quantised.computes_like(rounded):
        which = f"the {'newest' if options.last else 'best'} network of {options.checkpoint}"
        raise SystemExit(f"Expected {options.network} to hold {which}, but it holds another network")
    return network


def evaluate_fens(quantised: Quantised, lines: Iterable[str]) -> None:
    for line in lines:
        if line.strip():
            record = np.frombuffer(record_of_fen(line), np.uint8).reshape(1, -1)
            print(f"{quantised.evaluate(record)[0]} {line.strip()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("network", type=Path)
    parser.add_argument("--summary", action="store_true", help="print how the network was trained")
    parser.add_argument("--records", type=Path, help="a file of records to evaluate")
    parser.add_argument("--checkpoint", type=Path, help="the checkpoint from which the network comes")
    parser.add_argument("--data", type=Path, help="folder of records with positions for the comparison")
    parser.add_argument("--last", action="store_true", help="compare with the newest weights instead of the best")
    options = parser.parse_args()
    if options.checkpoint is not None:
        if options.data is None:
            parser.error("expected --data to name a folder of records")
        sys.exit(0 if compare(options) else 1)
    quantised = read_network(options.network)
    if options.summary:
        print(json.dumps(quantised.summary, indent=2))
        return
    if options.records is not None:
        for value in quantised.evaluate(map_records(options.records)):
            print(value)
        return
    with refusing_bad_input():
        evaluate_fens(quantised, sys.stdin)


if __name__ == "__main__":
    main()
