"""Compile passel's kernel where a compiler works; elsewhere Python runs the same source.

The environment variable PASSEL_PURE=1 leaves the compiled kernel out; PASSEL_PURE=0 makes it an
error when it can't be compiled. The rest of the set-up is in pyproject.toml.
"""

import os
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import editable_wheel

PURE = os.environ.get("PASSEL_PURE", "")
KERNEL = Path("src/passel/exact/kernel.py")


class BuildKernel(build_ext):
    """Translate the kernel to C and compile it, with arithmetic that is the same everywhere."""

    def build_extension(self, ext: Extension) -> None:
        """Build the one extension there is, and nothing rather than keep an earlier one."""
        from Cython.Build import cythonize

        Path(self.get_ext_fullpath(ext.name)).unlink(missing_ok=True)
        [translated] = cythonize(
            [ext],
            build_dir="build/cython",
            compiler_directives={"language_level": 3, "annotation_typing": False},
            force=True,  # it looks at the times of files, not at the options above
        )
        ext.sources = translated.sources  # and not `translated`, which has lost `optional`
        if self.compiler.compiler_type != "msvc":
            # A fused multiply-add rounds once where the source rounds twice: other last digits.
            ext.extra_compile_args = ["-ffp-contract=off"]
        super().build_extension(ext)


class EditableWheel(editable_wheel):
    """Forget the compiled kernel of an earlier install: Python would prefer it to the source."""

    def run(self) -> None:
        """Remove the binary, then install."""
        for suffix in ("so", "pyd"):
            for stale in KERNEL.parent.glob(f"{KERNEL.stem}.*.{suffix}"):
                stale.unlink()
        super().run()


kernel = Extension(
    "passel.exact.kernel",
    [KERNEL.as_posix()],
    depends=[KERNEL.with_suffix(".pxd").as_posix()],
    optional=PURE != "0",
)

setup(
    ext_modules=[] if PURE == "1" else [kernel],
    cmdclass={"build_ext": BuildKernel, "editable_wheel": EditableWheel},
)
