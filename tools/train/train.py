"""Trains a network from games or records.

    python3 tools/train/train.py --data data/first --out first.hnet --hidden 256 --epochs 20

The folder holds records (from `deno task data expand`), or games, which are expanded first. After every epoch the network is judged
on games that it does not learn from; the best one so far is written to --out, a picture of the losses beside it, and a checkpoint from
which --resume goes on. Ctrl-C ends the run in good order.
"""

import argparse
import math
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import torch

import loss_chart
from model import Network
from quantised import quantise
from records import Batch, RecordSet, decode

STEP_FACTOR = 0.3
STEPS = 5
VALIDATION_MAX = 2_000_000
VALIDATION_MIN = 1000
CHECKPOINT_SECONDS = 600
PROGRESS_SECONDS = 30
CPU_SLICE = 512
"""Positions for each processor thread that a step looks at together: what they need stays in its caches, which is three times as
fast as the whole batch at once."""


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of records, or of games")
    parser.add_argument("--out", type=Path, required=True, help="file of the network, *.hnet")
    parser.add_argument("--hidden", type=int, default=256, help="neurons of each side, a multiple of 32 (256)")
    parser.add_argument("--mirror", action="store_true", help="exchange left and right where the king is on e to h")
    parser.add_argument("--epochs", type=int, default=20, help="how often all records are seen (20)")
    parser.add_argument("--batch", type=int, default=16384, help="positions of a step (16384)")
    parser.add_argument("--lr", type=float, default=0.001, help="learning rate at the start (0.001)")
    parser.add_argument("--lr-end", type=float, help="learning rate at the end (that of the start times 0.3^5)")
    parser.add_argument("--schedule", choices=("cosine", "step"), default="cosine", help="how it falls: cosine, or five steps")
    parser.add_argument("--decay", type=float, default=0.01, help="weight decay (0.01)")
    parser.add_argument("--wdl-start", type=float, default=0.2, help="weight of game results at the start, 0 to 1 (0.2)")
    parser.add_argument("--wdl-end", type=float, default=0.4, help="weight of game results at the end (0.4)")
    parser.add_argument("--scale", type=int, default=400, help="centipawns of one unit of the network's output (400)")
    parser.add_argument("--patience", type=int, default=0, help="end after so many epochs without a better one (0: never)")
    parser.add_argument("--threads", type=int, default=0, help="processor threads (as many as there are cores)")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu", help="cpu or cuda")
    parser.add_argument("--seed", type=int, default=1, help="seed of weights and order (1)")
    parser.add_argument("--start-from", type=Path, help="checkpoint of a run as wide or narrower whose best network is trained on")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint beside --out")
    parser.add_argument("--expand", action="store_true", help="expand games even if there are records")
    options = parser.parse_args(arguments)
    if options.hidden % 32 != 0 or not 32 <= options.hidden <= 1024:
        parser.error(f"expected --hidden to be a multiple of 32 from 32 to 1024, but got {options.hidden}")
    for name in ("wdl_start", "wdl_end"):
        if not 0 <= getattr(options, name) <= 1:
            parser.error(f"expected --{name.replace('_', '-')} to be from 0 to 1, but got {getattr(options, name)}")
    for name in ("epochs", "batch", "scale"):
        if getattr(options, name) < 1:
            parser.error(f"expected --{name} to be at least 1, but got {getattr(options, name)}")
    if options.lr_end is None:
        options.lr_end = options.lr * STEP_FACTOR**STEPS
    return options


def find_records(folder: Path, expand: bool) -> Path:
    """The folder of records; made from the games in `folder` if it holds none."""
    has_games = any(folder.glob("**/*.vf"))
    if any(folder.glob("positions-*.bin")) and not expand:
        return folder
    records = folder / "records"
    if any(records.glob("positions-*.bin")) and not expand:
        made = (records / "about.json").stat().st_mtime
        if any(path.stat().st_mtime > made for path in folder.glob("*.vf")):
            say(f"There are games newer than the records in {records}; --expand takes them in")
        return records
    if not has_games:
        raise SystemExit(f"Expected records (positions-*.bin) or games (*.vf) in {folder}, but there are none")
    deno = shutil.which("deno")
    if deno is None:
        raise SystemExit(f"Expected deno in the PATH to expand the games in {folder}; or run: deno task data expand")
    root = Path(__file__).resolve().parents[2]
    script = root / "tools" / "data.ts"
    command = [deno, "run", "--no-prompt", "--allow-read", "--allow-write", f"--config={root / 'deno.json'}", script]
    subprocess.run([*command, "expand", folder.resolve(), f"--out={records.resolve()}"], check=True)
    return records


class Trainer:
    """A training run: the network, the optimiser, how far it is, and what is best so far."""

    def __init__(self, options: argparse.Namespace, records: RecordSet):
        self.options = options
        self.records = records
        self.device = torch.device(options.device)
        torch.manual_seed(options.seed)
        self.network = Network(options.hidden, options.mirror).to(self.device)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=options.lr, weight_decay=options.decay)
        self.epoch = 0
        self.batch = 0
        self.loss_sum = 0.0
        self.history: list[dict] = []
        self.best: dict | None = None
        self.best_loss = math.inf
        self.batches = records.batches_per_epoch(options.batch)
        if self.batches == 0:
            raise SystemExit(f"Expected at least {options.batch} records for a batch, but there are {records.count}")
        self.stopping = False

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1."""
        return min(1.0, (self.epoch * self.batches + self.batch) / (self.options.epochs * self.batches))

    def learning_rate(self) -> float:
        """The learning rate of the next step."""
        start, end = self.options.lr, self.options.lr_end
        if self.options.schedule == "step":
            return start * (end / start) ** (min(STEPS, math.floor(self.progress * (STEPS + 1))) / STEPS)
        return end + (start - end) * (1 + math.cos(math.pi * self.progress)) / 2

    def wdl(self) -> float:
        """The weight of game results in the next step."""
        return self.options.wdl_start + (self.options.wdl_end - self.options.wdl_start) * self.progress

    def loss(self, batch: Batch, wdl: float) -> torch.Tensor:
        """Mean squared error of the expected result, against a mixture of the search's score and the game's result."""
        target = wdl * batch.result + (1 - wdl) * torch.sigmoid(batch.score / self.options.scale)
        return (torch.sigmoid(self.network(batch)) - target).square().mean()

    def learn(self, records: np.ndarray) -> torch.Tensor:
        """One step of the optimiser, for a batch; the loss before it."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.learning_rate()
        self.optimiser.zero_grad(set_to_none=True)
        size = len(records) if self.device.type == "cuda" else CPU_SLICE * torch.get_num_threads()
        total = torch.zeros((), device=self.device)
        for begin in range(0, len(records), size):
            part = records[begin : begin + size]
            loss = self.loss(self.to_batch(part), self.wdl()) * (len(part) / len(records))
            loss.backward()
            total += loss.detach()
        self.optimiser.step()
        self.network.clip()
        return total

    def to_batch(self, records: np.ndarray) -> Batch:
        """Decodes records on the device."""
        return decode(torch.from_numpy(records).to(self.device), self.options.mirror)

    def run_epoch(self) -> bool:
        """Sees all records once, from where the epoch was left; false if it was told to stop."""
        total = torch.zeros((), device=self.device)
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
                mean = (self.loss_sum + total.item()) / self.batch
                positions = speed * self.options.batch
                say(f"epoch {self.epoch + 1}: {self.batch}/{self.batches}, loss {mean:.6f}, {positions:.0f}/s, {left:.0f} min left")
            if self.stopping or now - saved >= CHECKPOINT_SECONDS:
                saved = now
                self.loss_sum, total = self.loss_sum + total.item(), torch.zeros((), device=self.device)
                self.save()
                if self.stopping:
                    return False
        self.loss_sum += total.item()
        return True

    @torch.no_grad()
    def validation_loss(self) -> float | None:
        """The loss on games that are not learned from, with the weight of results that the run ends with.

        `None` if there are too few of them to say which epoch is better.
        """
        records = self.records.validation[:VALIDATION_MAX]
        if len(records) < VALIDATION_MIN:
            return None
        total = 0.0
        for begin in range(0, len(records), self.options.batch):
            part = np.array(records[begin : begin + self.options.batch])
            total += self.loss(self.to_batch(part), self.options.wdl_end).item() * len(part)
        return total / len(records)

    def run(self) -> None:
        """Trains until all epochs are done, none is better for long, or the run is told to stop."""
        without_gain = 0
        while self.epoch < self.options.epochs:
            started = time.monotonic()
            if not self.run_epoch():
                say(f"Stopped; --resume goes on from {self.checkpoint_path}")
                return
            training = self.loss_sum / self.batches
            validation = self.validation_loss()
            rate, wdl = self.learning_rate(), self.wdl()
            self.epoch, self.batch, self.loss_sum = self.epoch + 1, 0, 0.0
            self.history.append({"epoch": self.epoch, "training": training, "validation": validation})
            judged = training if validation is None else validation
            is_best = judged < self.best_loss
            if is_best:
                self.best_loss = judged
                self.best = {name: value.detach().cpu().clone() for name, value in self.network.state_dict().items()}
                quantise(self.network, self.options.scale, self.summary()).write(self.options.out)
            without_gain = 0 if is_best else without_gain + 1
            self.save()
            loss_chart.draw(self.history, self.options.out.with_suffix(".svg"))
            said = "none" if validation is None else f"{validation:.6f}"
            seconds = time.monotonic() - started
            say(
                f"epoch {self.epoch}/{self.options.epochs}: training {training:.6f}, validation {said}"
                f"{' (best)' if is_best else ''}, rate {rate:.2e}, wdl {wdl:.2f}, {seconds:.0f} s"
            )
            if self.options.patience and without_gain >= self.options.patience:
                say(f"No better epoch for {without_gain}: done")
                return

    def summary(self) -> dict:
        """How the network was trained: part of its file."""
        options = self.options
        about = self.records.about
        return {
            "trainer": f"torch {torch.__version__.split('+')[0]}",
            "hidden": options.hidden,
            "mirror": options.mirror,
            "positions": self.records.count,
            "validationPositions": len(self.records.validation),
            "games": about.get("games"),
            "epochs": self.epoch,
            "plannedEpochs": options.epochs,
            "batch": options.batch,
            "learningRate": [options.lr, options.lr_end, options.schedule],
            "weightDecay": options.decay,
            "wdl": [options.wdl_start, options.wdl_end],
            "scale": options.scale,
            "seed": options.seed,
            "startFrom": options.start_from.name if options.start_from is not None else None,
            "loss": {name: rounded(value) for name, value in self.history[-1].items()} if self.history else {},
        }

    @property
    def checkpoint_path(self) -> Path:
        """Where the checkpoint is: beside the network."""
        return self.options.out.with_suffix(".ckpt")

    def save(self) -> None:
        """Writes a checkpoint, whole or not at all."""
        part = self.checkpoint_path.with_suffix(".ckpt.part")
        state = {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "best": self.best,
            "best_loss": self.best_loss,
            "epoch": self.epoch,
            "batch": self.batch,
            "loss_sum": self.loss_sum,
            "history": self.history,
            "shape": self.shape(),
        }
        torch.save(state, part)
        part.replace(self.checkpoint_path)

    def load(self) -> None:
        """Goes on from the checkpoint."""
        state = torch.load(self.checkpoint_path, map_location=self.device, weights_only=True)
        if state["shape"] != self.shape():
            raise SystemExit(f"Expected the run of the checkpoint, {state['shape']}, but this one is {self.shape()}")
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        for name in ("best", "best_loss", "epoch", "batch", "loss_sum", "history"):
            setattr(self, name, state[name])
        say(f"Going on from epoch {self.epoch + 1}, batch {self.batch}")

    def start_from(self, path: Path) -> None:
        """Begins with the best network of another run instead of random weights.

        If that network has fewer neurons, the ones added have random weights and no effect on the output yet.
        """
        state = torch.load(path, map_location=self.device, weights_only=True)
        theirs = state["shape"]
        if theirs["mirror"] != self.options.mirror or theirs["hidden"] > self.options.hidden:
            expected = f"mirror {self.options.mirror} and at most {self.options.hidden} neurons"
            raise SystemExit(f"Expected {path} to hold a network with {expected}, but it has {theirs}")
        narrower = Network(theirs["hidden"], theirs["mirror"])
        narrower.load_state_dict(state["best"] or state["network"])
        self.network.take_over(narrower)

    def shape(self) -> dict:
        """What must not change when a run is resumed."""
        options = self.options
        names = ("hidden", "mirror", "batch", "epochs", "scale", "seed")
        return {**{name: getattr(options, name) for name in names}, "positions": self.records.count}


def rounded(value: float | int | None) -> float | int | None:
    """A loss with as many digits as matter."""
    return round(value, 7) if isinstance(value, float) else value


def say(text: str) -> None:
    """Prints a line at once, also into a pipe."""
    print(text, flush=True)


def main() -> None:
    """Runs the program."""
    options = parse_arguments(sys.argv[1:])
    if options.threads > 0:
        torch.set_num_threads(options.threads)
    records = RecordSet(find_records(options.data, options.expand))
    trainer = Trainer(options, records)
    if options.resume:
        trainer.load()
    elif options.start_from is not None:
        trainer.start_from(options.start_from)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: setattr(trainer, "stopping", True))
    say(
        f"{records.count} records to learn from, {len(records.validation)} to judge by; {trainer.batches} batches an epoch; "
        f"{options.device}, {torch.get_num_threads()} threads"
    )
    trainer.run()


if __name__ == "__main__":
    main()
