"""Tables of results: columns and rows, and numpy where there is one."""
from __future__ import annotations

import html
from typing import Any, Iterator, Sequence


class Table:
    """Columns and rows. `table["winner"]` is a column, `table[3]` a row as a dict."""

    about: Any = None

    def __init__(self, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self.columns, self.rows = list(columns), [tuple(r) for r in rows]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, r)) for r in self.rows)

    def __getitem__(self, key: str | int) -> Any:
        if isinstance(key, int):
            return dict(zip(self.columns, self.rows[key]))
        i = self.columns.index(key)
        return [r[i] for r in self.rows]

    def numpy(self) -> Any:
        """A structured array; needs numpy."""
        import numpy as np

        def kind(name: str) -> Any:
            values = [v for v in self[name] if v is not None]
            if values and all(isinstance(v, bool) for v in values):
                return np.bool_
            if values and all(isinstance(v, int) for v in values):
                return np.int64
            return np.float64 if values and all(isinstance(v, (int, float)) for v in values) else object
        kinds = [kind(c) for c in self.columns]
        fill = [-1 if k is np.int64 else float("nan") if k is np.float64 else None for k in kinds]
        rows = [tuple(f if v is None else v for v, f in zip(r, fill)) for r in self.rows]
        return np.array(rows, dtype=list(zip(self.columns, kinds)))

    def __str__(self) -> str:
        cells = [self.columns] + [[f"{v:.4f}" if isinstance(v, float) else str(v) for v in r] for r in self.rows]
        wide = [max(len(r[i]) for r in cells) for i in range(len(self.columns))]
        return "\n".join("  ".join(c.ljust(w) for c, w in zip(r, wide)).rstrip() for r in cells)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        def row(cells: Sequence[Any], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(str(c))}</{tag}>" for c in cells) + "</tr>"
        return "<table>" + row(self.columns, "th") + "".join(row(r, "td") for r in self.rows) + "</table>"
