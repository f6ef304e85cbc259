"""Compile passel's kernels where a compiler works; elsewhere Python runs the same source.

The environment variable PASSEL_PURE=1 leaves the compiled kernels out; PASSEL_PURE=0 makes it an
error when they can't be compiled. The rest of the set-up is in pyproject.toml.
"""

import os
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import editable_wheel

PURE = os.environ.get("PASSEL_PURE", "")
KERNELS = [Path("src/passel/exact/kernel.py"), Path("src/passel/exact/ring.py")]


class BuildKernel(build_ext):
    """Translate a kernel to C and compile it, with arithmetic that is the same everywhere."""

    def build_extension(self, ext: Extension) -> None:
        """Build one extension, and nothing rather than keep an earlier one."""
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
    """Forget the compiled kernels of an earlier install: Python would prefer them to the source."""

    def run(self) -> None:
        """Remove the binaries, then install."""
        for kernel in KERNELS:
            for suffix in ("so", "pyd"):
                for stale in kernel.parent.glob(f"{kernel.stem}.*.{suffix}"):
                    stale.unlink()
        super().run()


extensions = [
    Extension(
        f"passel.exact.{kernel.stem}",
        [kernel.as_posix()],
        depends=[kernel.with_suffix(".pxd").as_posix()],
        optional=PURE != "0",
    )
    for kernel in KERNELS
]

setup(
    ext_modules=[] if PURE == "1" else extensions,
    cmdclass={"build_ext": BuildKernel, "editable_wheel": EditableWheel},
)
