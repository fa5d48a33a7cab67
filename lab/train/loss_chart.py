"""Draws how the loss fell, as SVG."""

from pathlib import Path

WIDTH, HEIGHT = 900, 480
LEFT, RIGHT, TOP, BOTTOM = 90, 30, 60, 60
LETTER_WIDTH = 7
COLOURS = {"training": "#5b8db8", "validation": "#b03a2e", "learned": "#b03a2e"}
LABELS = {
    "training": "while learning, weight of results as it was",
    "validation": "afterwards, validation games, final weight",
    "learned": "afterwards, records learned from, final weight",
}
"""Only losses with the same weight of results can be compared from epoch to epoch."""


def draw(history: list[dict], path: Path) -> None:
    """Draws the losses of each epoch: dictionaries with `epoch`, `training`, and `validation` or `learned`."""
    lines = {
        name: [(entry["epoch"], entry[name]) for entry in history if entry.get(name) is not None] for name in COLOURS
    }
    values = [value for line in lines.values() for _, value in line]
    if not values:
        return
    margin = (max(values) - min(values)) * 0.05 or max(values) * 0.05 or 1e-6
    low, high = max(0.0, min(values) - margin), max(values) + margin
    last = max(2, history[-1]["epoch"])
    to_x = lambda epoch: LEFT + (epoch - 1) / (last - 1) * (WIDTH - LEFT - RIGHT)
    to_y = lambda value: HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)
    font = "font-family='sans-serif' font-size='14' fill='#222'"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}'>",
        "<rect width='100%' height='100%' fill='white'/>",
        f"<text x='{LEFT}' y='28' {font} font-weight='bold'>Loss: mean squared error of the expected result</text>",
    ]
    for step in range(6):
        value = low + (high - low) * step / 5
        y = to_y(value)
        parts.append(f"<line x1='{LEFT}' x2='{WIDTH - RIGHT}' y1='{y:.1f}' y2='{y:.1f}' stroke='#ddd'/>")
        parts.append(f"<text x='{LEFT - 8}' y='{y + 5:.1f}' {font} text-anchor='end'>{value:.5f}</text>")
    stride = max(1, round(last / 10))
    for epoch in range(1, last + 1, stride):
        x, y = to_x(epoch), HEIGHT - BOTTOM + 22
        parts.append(f"<text x='{x:.1f}' y='{y}' {font} text-anchor='middle'>{epoch}</text>")
    parts.append(f"<text x='{(LEFT + WIDTH - RIGHT) / 2}' y='{HEIGHT - 14}' {font} text-anchor='middle'>epoch</text>")
    x = LEFT
    for name, line in lines.items():
        if not line:
            continue
        points = " ".join(f"{to_x(epoch):.1f},{to_y(value):.1f}" for epoch, value in line)
        parts.append(f"<polyline points='{points}' fill='none' stroke='{COLOURS[name]}' stroke-width='2'/>")
        parts += [f"<circle cx='{to_x(e):.1f}' cy='{to_y(v):.1f}' r='3' fill='{COLOURS[name]}'/>" for e, v in line]
        parts.append(f"<rect x='{x}' y='40' width='12' height='12' fill='{COLOURS[name]}'/>")
        parts.append(f"<text x='{x + 18}' y='51' {font}>{LABELS[name]}</text>")
        x += 40 + LETTER_WIDTH * len(LABELS[name])
    path.write_text("\n".join(parts + ["</svg>", ""]))
