"""Ends the program if packages are missing, and says what to install. Import this module first.

It also makes PyTorch's threads sleep while they wait, so that they take no time from the threads of step.c.
"""

import importlib.util
import os
import sys

REQUIRED = ("numpy", "torch")
"""Import names of the packages in requirements.txt."""

_missing = [name for name in REQUIRED if importlib.util.find_spec(name) is None]
if _missing:
    sys.exit(f"Missing {' and '.join(_missing)}: pip install -r train/requirements.txt")

os.environ.setdefault("OMP_WAIT_POLICY", "passive")
