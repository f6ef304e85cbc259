"""Solve the catalogue's own rules afresh and write the tables that come with Passel.

Games of counted rounds have no bound on scores; their cells would need megabytes and are left out.
"""

from pathlib import Path

from passel.exact.shelf import pack, table_name
from passel.exact.solve import Solution
from passel.variants import VARIANTS

FOLDER = Path(__file__).parent.parent / "src" / "passel" / "exact" / "tables"


def main() -> None:
    """Write one file for each variant."""
    FOLDER.mkdir(exist_ok=True)
    total = 0
    for variant in VARIANTS.values():
        rules = variant.rules
        if rules.target is None:
            continue
        data = pack(Solution(rules))
        (FOLDER / table_name(rules)).write_bytes(data)
        total += len(data)
        print(f"{table_name(rules):28} {len(data):8,} bytes")
    print(f"{'':28} {total:8,} bytes")


if __name__ == "__main__":
    main()
