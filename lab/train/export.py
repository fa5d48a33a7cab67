"""Writes the network in a checkpoint to a file for the engine.

    python3 train/export.py first.ckpt first.hnet            the best epoch
    python3 train/export.py first.ckpt last.hnet --last      the newest weights

Training itself writes the best network so far. This program writes the newest one, or changes QA or the scale.
"""

import requirements_check  # noqa: F401 (first: it says what is missing)

import argparse
from pathlib import Path

from arguments import check_new_network, check_range
from checkpoint import load_network
from quantised import quantise
from refusal import refusing_bad_input


def summary_of(state: dict, last: bool) -> dict:
    """Describes how the network was trained; old checkpoints say little about it."""
    summary = state.get("summary" if last or state["best"] is None else "best_summary")
    return summary or {**state["shape"], "epochs": state.get("epoch")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("network", type=Path)
    parser.add_argument("--last", action="store_true", help="the newest weights instead of the best")
    parser.add_argument("--overwrite", action="store_true", help="replace an existing network")
    parser.add_argument("--qa", type=int, default=255, help="integer for a weight of 1 in the file, 1 to 255 (255)")
    parser.add_argument("--scale", type=int, help="centipawns per unit of output, 1 to 65535 (as in training)")
    options = parser.parse_args()
    try:
        check_range("qa", options.qa)
        if options.scale is not None:
            check_range("scale", options.scale)
        check_new_network(options.network, options.overwrite)
    except ValueError as error:
        parser.error(str(error))
    network, state = load_network(options.checkpoint, options.last)
    scale = state["shape"]["scale"] if options.scale is None else options.scale
    with refusing_bad_input():
        quantised = quantise(network, scale, summary_of(state, options.last), options.qa)
    quantised.write(options.network)
    print(f"{options.network}: {quantised.hidden} neurons, {options.network.stat().st_size} bytes")


if __name__ == "__main__":
    main()
