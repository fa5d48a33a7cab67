"""Ends the program with what to install, where the packages that it needs are missing. Import it first."""

import importlib.util
import sys

REQUIRED = ("numpy", "torch")
"""Names of the packages in requirements.txt, as they are imported."""

_missing = [name for name in REQUIRED if importlib.util.find_spec(name) is None]
if _missing:
    sys.exit(f"Missing {' and '.join(_missing)}: pip install -r train/requirements.txt")
