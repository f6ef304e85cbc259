"""The kernel is one source that runs two ways; `make test PURE=1` runs these interpreted."""

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from passel import exact
from passel.exact import kernel

pytestmark = pytest.mark.kernel

SOURCE = Path(exact.__file__).with_name("kernel.py")


@pytest.mark.skipif("PASSEL_PURE" not in os.environ, reason="either kernel will do")
def test_the_kernel_that_runs_is_the_one_asked_for() -> None:
    assert kernel.COMPILED is (os.environ["PASSEL_PURE"] == "0")


def test_the_source_knows_that_it_is_interpreted() -> None:
    spec = spec_from_file_location("interpreted", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    interpreted = module_from_spec(spec)
    spec.loader.exec_module(interpreted)
    assert interpreted.COMPILED is False


def test_neither_kernel_needs_cython_to_run() -> None:
    code = (
        "import sys; sys.modules['cython'] = sys.modules['Cython'] = None; "
        "import passel.exact.kernel"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
