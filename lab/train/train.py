"""Trains a network from games or records.

    python3 train/train.py --data data/first --out first.hnet --hidden 256 --epochs 20

The folder holds records (from `deno task data expand`), or games, which are expanded first. The best network so far is
written to --out, with the losses and a checkpoint beside it. Ctrl-C saves the checkpoint and ends the run.
"""

import requirements_check  # noqa: F401 (first: it says what is missing)

import argparse
import json
import math
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import torch

from arguments import STEPS, parse_arguments
from checkpoint import checkpoint_beside, expect_entries, load_network, read_checkpoint, write_checkpoint
from data_folder import find_records
from model import Network
from quantised import NETWORK_SUFFIXES, dequantise, quantise, read
from records import BLOCKS_PER_BATCH, RecordSet
from refusal import refusing_bad_input
from steps import make_steps

RUN = (
    *("hidden", "mirror", "king_buckets", "layers", "qa", "qat", "batch", "epochs", "scale", "seed"),
    *("lr", "lr_end", "schedule", "average", "decay", "wdl_start", "wdl_end", "huber", "penalty"),
)
"""Options that must not change when a run is resumed."""
PROGRESS = (
    *("epoch", "batch", "loss_sum", "history", "best", "best_loss", "best_summary", "without_gain"),
    *("started_from", "mean", "mean_steps"),
)
"""The trainer's fields that are stored in a checkpoint, besides the network and the optimiser."""
JUDGES_MAX = 2_000_000
"""The maximum number of records used to judge an epoch."""
VALIDATION_MIN = 1000
"""With fewer validation records, the best epoch would be a matter of chance, so training records are used."""
CHECKPOINT_SECONDS = 600
PROGRESS_SECONDS = 30


class Trainer:

    def __init__(self, options: argparse.Namespace, records: RecordSet):
        self.options = options
        self.records = records
        self.device = torch.device(options.device)
        torch.manual_seed(options.seed)
        self.network = Network(options.hidden, options.mirror, options.king_buckets, options.layers).to(self.device)
        self.network.qa = options.qa if options.qat else None
        self.network.penalty = options.penalty
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=options.lr, weight_decay=options.decay, fused=True
        )
        self.steps = make_steps(self.network, options.scale, options.huber, self.device, options.kernel)
        self.epoch = 0
        self.batch = 0
        self.loss_sum = 0.0
        self.history: list[dict] = []
        self.best: dict | None = None
        self.best_loss = math.inf
        self.best_summary: dict | None = None
        self.without_gain = 0
        self.started_from: str | None = None
        self.mean: dict[str, torch.Tensor] = {}
        """The mean of the weights over the steps in the last part of the run (see `--average`)."""
        self.mean_steps = 0
        self.stopping = False
        self.batches = records.batches_per_epoch(options.batch)
        if self.batches == 0:
            needed = f"{BLOCKS_PER_BATCH} blocks of {options.batch // BLOCKS_PER_BATCH} records"
            got = f"{records.count_blocks(options.batch)}: --batch {options.batch} is too large for {records.count}"
            raise SystemExit(f"Expected {needed} for a batch, but got {got} records")
        self.has_validation = len(records.validation) >= VALIDATION_MIN
        self.judges = records.validation[:JUDGES_MAX] if self.has_validation else records.sample(JUDGES_MAX)
        about = records.about
        if about.get("lambda", 0) > 0 and about.get("scale") != options.scale:
            expected = f"--scale {about.get('scale')}, as when the records were made with --lambda"
            raise SystemExit(f"Expected {expected}, but got {options.scale}")

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1."""
        return min(1.0, (self.epoch * self.batches + self.batch) / (self.options.epochs * self.batches))

    def learning_rate(self) -> float:
        start, end = self.options.lr, self.options.lr_end
        if self.options.schedule == "step":
            return start * (end / start) ** (min(STEPS, math.floor(self.progress * (STEPS + 1))) / STEPS)
        return end + (start - end) * (1 + math.cos(math.pi * self.progress)) / 2

    def wdl(self) -> float:
        """The weight of game results in the next step."""
        return self.options.wdl_start + (self.options.wdl_end - self.options.wdl_start) * self.progress

    def learn(self, records: np.ndarray) -> torch.Tensor | float:
        """Makes one optimiser step with a batch, and returns the loss before the step."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.learning_rate()
        loss = self.steps.learn(records, self.wdl())
        self.optimiser.step()
        self.network.clip()
        if self.progress >= 1 - self.options.average:
            self.take_weights()
        return loss

    @torch.no_grad()
    def take_weights(self) -> None:
        """Adds the current weights to the mean."""
        self.mean_steps += 1
        for name, weights in self.network.state_dict().items():
            self.mean.setdefault(name, weights.clone()).lerp_(weights, 1 / self.mean_steps)

    @contextmanager
    def averaged(self) -> Iterator[None]:
        """In the `with` block, the network has the mean weights, if there is a mean yet."""
        newest = {name: weights.clone() for name, weights in self.network.state_dict().items()}
        self.network.load_state_dict(self.mean or newest)
        yield
        self.network.load_state_dict(newest)

    def run_epoch(self) -> bool:
        """Trains for one epoch, or for the rest of an interrupted one.

        Returns false if it was stopped before the end.
        """
        total = torch.zeros((), dtype=torch.float64, device=self.device)
        seed = self.options.seed * 1_000_003 + self.epoch
        started = shown = saved = time.monotonic()
        first = self.batch
        for index, records in enumerate(self.records.batches(self.options.batch, seed)):
            if index < first:
                continue
            total += self.learn(records)
            self.batch += 1
            now = time.monotonic()
            if now - shown >= PROGRESS_SECONDS:
                shown = now
                speed = (self.batch - first) / (now - started)
                left = (self.options.epochs * self.batches - self.epoch * self.batches - self.batch) / speed / 60
                self.take_loss(total)
                mean, positions = self.loss_sum / self.batch, speed * self.options.batch
                done = f"epoch {self.epoch + 1}: {self.batch}/{self.batches}"
                say(f"{done}, loss {mean:.6f}, {positions:.0f}/s, {left:.0f} min left")
            if self.stopping or now - saved >= CHECKPOINT_SECONDS:
                saved = now
                self.take_loss(total)
                self.save()
                if self.stopping:
                    return False
        self.take_loss(total)
        return True

    def take_loss(self, total: torch.Tensor) -> None:
        """Adds the losses of some batches to the epoch's sum. It is called rarely, because it waits for the GPU."""
        self.loss_sum += self.expect_finite(total.item())
        total.zero_()

    def expect_finite(self, loss: float) -> float:
        """Ends the run if a loss is not finite; the files of the best network and the checkpoint remain."""
        if not math.isfinite(loss):
            raise SystemExit(f"Expected a finite loss, but got {loss} in epoch {self.epoch + 1}; try a smaller --lr")
        return loss

    def final_loss(self, records: np.ndarray) -> float:
        """The loss with the run's final weight of results, so that epochs can be compared."""
        total = 0.0
        for begin in range(0, len(records), self.options.batch):
            part = np.array(records[begin : begin + self.options.batch])
            total += self.steps.loss(part, self.options.wdl_end) * len(part)
        return total / len(records)

    def judge(self, training: float) -> tuple[float, bool]:
        """Returns the network's loss after an epoch, and whether it is the best so far. If so, writes the network."""
        judged = self.expect_finite(self.final_loss(self.judges))
        name = "validation" if self.has_validation else "learned"
        self.history.append({"epoch": self.epoch, "training": training, name: judged})
        if judged >= self.best_loss:
            return judged, False
        self.best_loss = judged
        self.best_summary = self.summary()
        self.best = {name: value.detach().cpu().clone() for name, value in self.network.state_dict().items()}
        with refusing_bad_input("; try a smaller --lr"):
            quantised = quantise(self.network, self.options.scale, self.best_summary, self.options.qa)
        quantised.write(self.options.out)
        return judged, True

    def run(self) -> None:
        """Trains until all epochs are done, `--patience` epochs in a row brought no gain, or a signal stops the run."""
        while self.epoch < self.options.epochs:
            if 0 < self.options.patience <= self.without_gain:
                say(f"No improvement in {self.without_gain} epochs: done")
                return
            started = time.monotonic()
            if not self.run_epoch():
                say(f"Stopped; --resume continues from {self.checkpoint_path}")
                return
            training = self.loss_sum / self.batches
            rate, wdl = self.learning_rate(), self.wdl()
            self.epoch, self.batch, self.loss_sum = self.epoch + 1, 0, 0.0
            with self.averaged():
                judged, is_best = self.judge(training)
            self.without_gain = 0 if is_best else self.without_gain + 1
            self.save()
            self.options.out.with_suffix(".losses.json").write_text(json.dumps(self.history) + "\n")
            judge = "validation" if self.has_validation else "training records at the final wdl"
            seconds = time.monotonic() - started
            say(
                f"epoch {self.epoch}/{self.options.epochs}: training {training:.6f}, {judge} {judged:.6f}"
                f"{' (best)' if is_best else ''}, rate {rate:.2e}, wdl {wdl:.2f}, {seconds:.0f} s"
            )

    def summary(self) -> dict:
        """Data about the training run, which become part of the network's file."""
        options = self.options
        about = self.records.about
        made = {"lambda": about["lambda"], "recordsScale": about.get("scale")} if "lambda" in about else {}
        return {
            "trainer": f"torch {torch.__version__.split('+')[0]}",
            "hidden": options.hidden,
            "mirror": options.mirror,
            "kingBuckets": options.king_buckets,
            "layers": options.layers,
            "quantisationAware": options.qat,
            "positions": self.records.count,
            "validationPositions": len(self.records.validation),
            "games": about.get("games"),
            "epochs": self.epoch,
            "plannedEpochs": options.epochs,
            "batch": options.batch,
            "learningRate": [options.lr, options.lr_end, options.schedule],
            "average": options.average,
            "huber": options.huber,
            "penalty": options.penalty,
            "weightDecay": options.decay,
            "wdl": [options.wdl_start, options.wdl_end],
            "scale": options.scale,
            "seed": options.seed,
            "startFrom": self.started_from,
            "loss": {name: rounded(value) for name, value in self.history[-1].items()} if self.history else {},
            **made,
        }

    @property
    def checkpoint_path(self) -> Path:
        return checkpoint_beside(self.options.out)

    def save(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "summary": self.summary(),
            "shape": self.shape(),
            **{name: getattr(self, name) for name in PROGRESS},
        }
        write_checkpoint(self.checkpoint_path, state)

    def load(self) -> None:
        state = read_checkpoint(self.checkpoint_path, self.device)
        theirs, ours = state["shape"], self.shape()
        value = lambda run, name: run.get(name, "unknown")
        differing = [name for name in {**ours, **theirs} if value(theirs, name) != value(ours, name)]
        if differing:
            said = lambda run: ", ".join(f"{name.replace('_', '-')} {value(run, name)}" for name in differing)
            raise SystemExit(f"Expected the run of {self.checkpoint_path}: {said(theirs)}, but got {said(ours)}")
        expect_entries(self.checkpoint_path, state, ("optimiser", *PROGRESS))
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        for name in PROGRESS:
            setattr(self, name, state[name])

    def start_from(self, path: Path) -> None:
        """Begins with the best network of another run, or with a network from a file, instead of random weights."""
        if path.suffix in NETWORK_SUFFIXES:
            with refusing_bad_input():
                quantised = read(path)
            narrower, scale = dequantise(quantised), quantised.scale
        else:
            narrower, state = load_network(path, last=False)
            scale = state["shape"]["scale"]
        ours = self.options
        is_alike = narrower.mirror == ours.mirror and scale == ours.scale and narrower.layers == ours.layers
        if ours.layers:
            is_alike = is_alike and narrower.hidden == ours.hidden
        has_buckets = narrower.king_buckets in (1, ours.king_buckets)
        if not is_alike or not has_buckets or narrower.hidden > ours.hidden:
            buckets = "1" if ours.king_buckets == 1 else f"1 or {ours.king_buckets}"
            expected = f"mirror {ours.mirror}, scale {ours.scale}, {buckets} king buckets, at most {ours.hidden} neurons"
            actual = f"{narrower.mirror}, {scale}, {narrower.king_buckets} and {narrower.hidden}"
            raise SystemExit(f"Expected {path} to hold a network with {expected}, but got {actual}")
        self.network.take_over(narrower)
        self.started_from = path.name

    def shape(self) -> dict:
        """The values that must not change when a run is resumed."""
        options = {name: getattr(self.options, name) for name in RUN}
        about = {f"records {name}": value for name, value in self.records.about.items()}
        return {**options, "positions": self.records.count, **about}


def rounded(value: float | int | None) -> float | int | None:
    """Rounds a loss to seven decimal places."""
    return round(value, 7) if isinstance(value, float) else value


def say(text: str) -> None:
    """Prints a line immediately, even into a pipe."""
    print(text, flush=True)


def main() -> None:
    options = parse_arguments(sys.argv[1:])
    if options.threads > 0:
        torch.set_num_threads(options.threads)
    records = RecordSet(find_records(options.data, options.expand))
    trainer = Trainer(options, records)
    if options.resume:
        trainer.load()
        if trainer.epoch >= options.epochs:
            say(f"The run of {trainer.checkpoint_path} is complete, with epoch {trainer.epoch} of {options.epochs}")
            return
        say(f"Continuing from epoch {trainer.epoch + 1}, batch {trainer.batch}")
    elif options.start_from is not None:
        trainer.start_from(options.start_from)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: setattr(trainer, "stopping", True))
    judges = f"{len(trainer.judges)} {'validation' if trainer.has_validation else 'training'} records"
    say(
        f"{records.count} records to learn from, {len(records.validation)} kept apart; "
        f"each epoch is judged by {judges}, with wdl {options.wdl_end}; "
        f"{trainer.batches} batches per epoch; {options.device}, {torch.get_num_threads()} threads, {trainer.steps.NAME}"
    )
    trainer.run()


if __name__ == "__main__":
    main()
