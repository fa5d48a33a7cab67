"""Adjusts a network's weights so that, once rounded, it evaluates like the unrounded network.

Averaging networks changes most weights by less than a step, so rounding each weight separately undoes up to half of the
improvement. Instead, quantisation-aware training (model.py) adjusts the weights a little, with the unrounded network's
scores as targets. (AdaRound by Nagel and others, 2020, is similar.)
"""

import copy
import math

import numpy as np
import torch

from model import Network
from quantised import dequantise, quantise
from records import BLOCKS_PER_BATCH, RecordSet
from steps import make_steps

BATCH = 4096
"""The number of positions in a step. If there are too few records, it is halved until they suffice."""
EPOCHS = 2
STEPS_MIN = 400
"""The minimum number of steps. With few records, more epochs are needed to reach it."""
RATE = 2e-5
"""Learning rate at the start: about 1/200 of a weight's step in the hidden layer. It falls linearly to zero."""
SCORE_MAX = 32_000
JUDGES_MAX = 16_384
"""The maximum number of positions on which the effect of rounding is measured."""


def fit_rounding(network: Network, records: RecordSet, scale: int, qa: int) -> tuple[Network, dict]:
    """Returns a network that, once rounded, evaluates like `network`, and data about the fit. Ignores the scores in
    `records`. Ends the program if there are too few records for a step.
    """
    batch = batch_size(records)
    judges = records.sample(JUDGES_MAX)
    scored = copy.copy(records)
    scored.files = [with_scores_of(network, file, scale) for file in records.files]
    pupil = copy.deepcopy(network)
    pupil.qa = qa
    steps = make_steps(pupil, scale, 1.0, torch.device("cpu"), "auto")
    optimiser = torch.optim.AdamW(pupil.parameters(), lr=RATE, weight_decay=0, fused=True)
    batches = records.batches_per_epoch(batch)
    epochs = max(EPOCHS, math.ceil(STEPS_MIN / batches))
    count = epochs * batches
    done = 0
    for epoch in range(epochs):
        for positions in scored.batches(batch, epoch + 1):
            for group in optimiser.param_groups:
                group["lr"] = RATE * (1 - done / count)
            steps.learn(positions, 0.0)
            optimiser.step()
            pupil.clip()
            done += 1
    pupil.qa = None
    about = {
        "positions": records.count,
        "epochs": epochs,
        "batch": batch,
        "learningRate": RATE,
        "differenceBefore": round(difference(network, network, judges, scale, qa), 6),
        "difference": round(difference(network, pupil, judges, scale, qa), 6),
    }
    return pupil, about


def batch_size(records: RecordSet) -> int:
    size = BATCH
    while size >= BLOCKS_PER_BATCH:
        if records.batches_per_epoch(size) > 0:
            return size
        size //= 2
    raise SystemExit(f"Expected at least {BLOCKS_PER_BATCH} records in each file, but there are {records.count} in all")


def with_scores_of(network: Network, records: np.ndarray, scale: int) -> np.ndarray:
    """A copy of records in memory, with a network's evaluations as scores, in centipawns."""
    scores = np.clip(np.round(network.outputs_of(records) * scale), -SCORE_MAX, SCORE_MAX).astype("<i2")
    copied = np.array(records)
    copied[:, 24:26] = scores.view(np.uint8).reshape(-1, 2)
    return copied


def difference(network: Network, other: Network, records: np.ndarray, scale: int, qa: int) -> float:
    """How much a network's expected results differ from those of the rounded `other` (root mean square)."""
    rounded = dequantise(quantise(other, scale, {}, qa))
    expected = [1 / (1 + np.exp(-each.outputs_of(records))) for each in (network, rounded)]
    return math.sqrt(np.mean((expected[0] - expected[1]) ** 2))
