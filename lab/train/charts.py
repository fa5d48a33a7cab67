"""Draws charts from the JSON files that the lab's programs write. It needs matplotlib.

    python3 train/charts.py data/lmr.json lmr.svg                a tuning run: the value of each number over the games
    python3 train/charts.py data/games.json games.svg            games: deno task data report data/first --json=data/games.json
    python3 train/charts.py data/first.losses.json losses.svg    the losses of training
    python3 train/charts.py ledger/curve.json curve.svg          the strength of networks over the games they learned from

The picture's file extension decides its format: .svg, .png or .pdf.
"""

import argparse
import json
import math
from pathlib import Path

try:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot
except ImportError:
    raise SystemExit("Missing matplotlib: pip install matplotlib")

RESULTS = {"Black won": "#4b5a6a", "draw": "#b4bec8", "White won": "#e8b04b"}
LABELS = {
    "training": "during the epoch, with its weight of results",
    "validation": "after the epoch, validation games, final weight of results",
    "learned": "after the epoch, training records, final weight of results",
}
"""Only losses with the same weight of results can be compared from epoch to epoch."""
SIGMOID_SCALE = 180
"""By default, training divides scores by this many centipawns before the sigmoid turns them into expected results."""
MEAN_MIN = 30
"""Bins of scores with fewer positions show no expected result."""


def draw_tuning(state: dict) -> None:
    """Draws a panel for each number. The grey band is one step (c_end) in each direction from the start."""
    parameters, history = state["settings"]["parameters"], state["history"]
    columns = min(4, len(parameters))
    rows = math.ceil(len(parameters) / columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(3.2 * columns, 2.2 * rows), squeeze=False)
    games = [2 * point["pairs"] for point in history]
    for index, panel in enumerate(axes.flat):
        if index >= len(parameters):
            panel.remove()
            continue
        name, start, step = (parameters[index][key] for key in ("name", "start", "cEnd"))
        values = [point["values"][index] for point in history]
        panel.axhspan(start - step, start + step, color="#eee")
        panel.axhline(start, color="#999", linestyle="--", linewidth=1)
        panel.plot(games, values, color="#1f5fbf", linewidth=1.4)
        # The axis shows at least three steps in each direction, so that noise looks small.
        panel.set_ylim(min(start - 3 * step, *values), max(start + 3 * step, *values))
        panel.set_title(f"{name}: {start} → {values[-1]:.4g}", fontsize=9)
        panel.tick_params(labelsize=7)
    figure.suptitle(f"SPSA: {len(parameters)} numbers over {games[-1]} games")


def draw_games(report: dict) -> None:
    """Draws four panels: scores by result, the mean result for each score, game lengths, and pieces on the board."""
    figure, ((scores, worth), (lengths, pieces)) = pyplot.subplots(2, 2, figsize=(12, 8))
    counts = report["scores"]
    bins, width = len(counts[0]), report["scoreBin"]
    middles = [(i - bins / 2 + 0.5) * width for i in range(bins)]
    below = [0] * bins
    for (name, colour), values in zip(RESULTS.items(), counts):
        scores.bar(middles, values, width * 0.9, bottom=below, color=colour, label=name)
        below = [under + value for under, value in zip(below, values)]
    scores.set(title="Scores, by the result of the game", xlabel="score from White's side, centipawns", ylabel="positions")
    # The outermost bins also contain all scores beyond them, so they have no middle.
    means = [
        (won + drawn / 2) / every if every >= MEAN_MIN and 0 < i < bins - 1 else math.nan
        for i, (drawn, won, every) in enumerate(zip(counts[1], counts[2], below))
    ]
    worth.plot(middles, means, color="#5b8db8", label="mean result")
    scales = {f"sigmoid of score / {SIGMOID_SCALE}": (SIGMOID_SCALE, "#b4bec8")}
    if (fitted := report["fittedScale"]) is not None:
        scales[f"best fit: sigmoid of score / {fitted}"] = (fitted, "#b03a2e")
    for name, (scale, colour) in scales.items():
        worth.plot(middles, [1 / (1 + math.exp(-x / scale)) for x in middles], color=colour, label=name)
    worth.set(title="What a score is worth", xlabel="score from White's side, centipawns", ylabel="White's points")
    step = report["lengthBin"]
    lengths.bar([(i + 0.5) * step for i in range(len(report["lengths"]))], report["lengths"], step * 0.9)
    lengths.set(title="Length of the games", xlabel="plies after the opening", ylabel="games")
    pieces.bar(range(len(report["pieces"])), report["pieces"])
    pieces.set(title="Pieces on the board, kings and pawns included", xlabel="pieces", ylabel="positions")
    for panel in (scores, worth):
        panel.legend(fontsize=8)
    figure.suptitle(
        f"{report['games']} games, {report['positions']} positions, {report['kept']} of them worth learning from"
    )


def draw_losses(history: list[dict]) -> None:
    """Draws the losses of each epoch, given as dictionaries with `epoch`, `training`, and `validation` or `learned`."""
    _, panel = pyplot.subplots(figsize=(9, 5))
    for name, label in LABELS.items():
        line = [(entry["epoch"], entry[name]) for entry in history if entry.get(name) is not None]
        if line:
            panel.plot(*zip(*line), marker="o", markersize=3, label=label)
    panel.set(title="Loss: mean squared error of the expected result", xlabel="epoch")
    panel.legend(fontsize=8)


def draw_curve(curve: dict) -> None:
    """Draws Elo over plies of self-play, from points `[plies, Elo, error, label]`. A second axis shows hours."""
    figure, panel = pyplot.subplots(figsize=(7.5, 4.5))
    for series, colour in zip(curve["series"], ("#5b8db8", "#b03a2e", "#e8b04b")):
        plies, elos, errors, labels = zip(*series["points"])
        panel.errorbar(plies, elos, errors, marker="o", markersize=5, capsize=3, color=colour, label=series["name"])
        for x, y, label in zip(plies, elos, labels):
            panel.annotate(label, (x, y), (6, 6), textcoords="offset points", fontsize=8)
    panel.set(xscale="log", xlabel=curve["x"], ylabel=curve["y"])
    ticks = curve["ticks"]
    panel.set_xticks(ticks, [f"{tick / 1e6:g} million" for tick in ticks])
    panel.minorticks_off()
    hours = panel.secondary_xaxis("top")
    hours.set_xticks(ticks, [f"{tick / curve['pliesPerHour']:.2g} h" for tick in ticks])
    hours.minorticks_off()
    hours.set_xlabel(curve["top"])
    panel.grid(alpha=0.3)
    panel.legend(fontsize=9, loc="lower right")
    figure.suptitle(curve["title"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, metavar="FILE", help="state of a tuning run, report of games, losses, or a curve")
    parser.add_argument("picture", type=Path, metavar="PICTURE", help="the picture to write")
    options = parser.parse_args()
    try:
        content = json.loads(options.data.read_text())
    except (OSError, ValueError) as error:
        raise SystemExit(f"Cannot read {options.data}: {error}")
    if isinstance(content, list):
        draw_losses(content)
    elif "series" in content:
        draw_curve(content)
    elif "settings" in content and "history" in content:
        draw_tuning(content)
    elif "scores" in content and "lengths" in content:
        draw_games(content)
    else:
        raise SystemExit(f"Expected {options.data} to be a tuning run, a report of games, losses or a curve")
    pyplot.tight_layout()
    pyplot.savefig(options.picture)


if __name__ == "__main__":
    main()
