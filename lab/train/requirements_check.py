"""Ends the program with what to install, where the packages that it needs are missing. Import it first.

It also tells PyTorch's threads to sleep while they wait: they would take half of the processor from step.c's.
"""

import importlib.util
import os
import sys

REQUIRED = ("numpy", "torch")
"""Names of the packages in requirements.txt, as they are imported."""

_missing = [name for name in REQUIRED if importlib.util.find_spec(name) is None]
if _missing:
    sys.exit(f"Missing {' and '.join(_missing)}: pip install -r train/requirements.txt")

os.environ.setdefault("OMP_WAIT_POLICY", "passive")
