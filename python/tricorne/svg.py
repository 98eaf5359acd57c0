"""A scene (docs/scene.md) as a small SVG picture, for notebooks. `tricorne draw` draws the fine ones."""
from __future__ import annotations

import math
from html import escape
from typing import Any

_GROUND = (("wood", "#b9c79a"), ("forest", "#b9c79a"), ("marsh", "#b7cdc4"), ("water", "#a9c4cf"), ("river", "#a9c4cf"),
           ("stream", "#a9c4cf"), ("brook", "#a9c4cf"), ("pond", "#a9c4cf"), ("town", "#cfa58f"), ("village", "#cfa58f"),
           ("build", "#cfa58f"), ("road", "#c8b083"), ("hill", "#e0d0a4"), ("ridge", "#e0d0a4"), ("slope", "#e0d0a4"))


def _colour(kind: str) -> str:
    return next((c for word, c in _GROUND if word in kind), "#e6dcc0")


def _hex(x: float, y: float, flat: bool) -> str:
    r = 500 / math.cos(math.pi / 6)
    turn = 0.0 if flat else math.pi / 6
    return " ".join(f"{x + r * math.cos(turn + i * math.pi / 3):.0f},{y + r * math.sin(turn + i * math.pi / 3):.0f}" for i in range(6))


def _ground(g: dict[str, Any], flat: bool, line: float) -> str:
    title, points = f"<title>{escape(g.get('label') or g['kind'])}</title>", g["points"]
    if g["form"] == "hex":
        return "".join(f'<polygon points="{_hex(x, y, flat)}" fill="{_colour(g["kind"])}">{title}</polygon>' for x, y in points)
    path = " ".join(f"{x},{y}" for x, y in points)
    if g["form"] == "area":
        return f'<polygon points="{path}" fill="{_colour(g["kind"])}">{title}</polygon>'
    return f'<polyline points="{path}" fill="none" stroke="{_colour(g["kind"])}" stroke-width="{line:.0f}">{title}</polyline>'


def _piece(p: dict[str, Any], sides: list[dict[str, Any]], least: float) -> str:
    colour = (sides[p["side"]].get("colour") or "#777") if p.get("side") is not None else "#999"
    w, d = max(p["w"], least), max(p["d"], least / 2)
    turn = (p.get("facing") or 0) * 360 / 65536
    cut = f'<path d="M{-w / 2:.0f} {d / 2:.0f}L{w / 2:.0f} {-d / 2:.0f}" stroke="#fff" stroke-width="{least / 12:.0f}"/>' if "horse" in p["arm"] else ""
    text = escape(f"{p.get('label') or p['key']} {p.get('strength', '')} {p.get('formation') or ''} {', '.join(p.get('badges') or [])}".strip())
    return (f'<g transform="translate({p["x"]} {p["y"]}) rotate({turn:.1f})"><title>{text}</title><rect x="{-w / 2:.0f}" y="{-d / 2:.0f}" '
            f'width="{w:.0f}" height="{d:.0f}" fill="{colour}" stroke="#251c16" stroke-width="{least / 20:.0f}"/>{cut}</g>')


def draw(scene: dict[str, Any]) -> str:
    """The picture: ground, then troops; every piece says what it is when pointed at."""
    w, h = scene["width"], scene["height"]
    flat, least = bool((scene.get("hex") or {}).get("flat_top")), max(w, h) / 90
    parts = [_ground(g, flat, least / 2) for g in scene["grounds"]] + [_piece(p, scene["sides"], least) for p in scene["pieces"]]
    title = escape(f"{scene.get('title', '')} {scene.get('status', '')}".strip())
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{min(900, 900 * w // max(w, h))}">'
            f'<title>{title}</title><rect width="{w}" height="{h}" fill="#f3e9d0"/>{"".join(parts)}</svg>')
