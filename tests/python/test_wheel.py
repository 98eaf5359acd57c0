"""The wheel by itself: made, unpacked, and played from, with nothing of the build or the tree in reach.

usage: test_wheel.py ROOT BUILD
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

PROGRAM = """
import tricorne
from tricorne.env import Vector
data = tricorne.open()
assert len(data.battles()) > 20, data.battles()
game = data.new("minden/first-battle", seats={"french": "level-1"}, seed=7)
for _ in range(20):
    game.answer(game.acts()[0])
    game.play()
assert data.verify(game.record())["answers"] >= 20
battles = Vector("bayonet/learning", n=4, menu=8)
battles.step()
print(tricorne.__file__)
"""


def main():
    root, build = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, root / "tools/wheel", build, folder], check=True)
        [wheel] = pathlib.Path(folder).glob("tricorne-*.whl")
        with zipfile.ZipFile(wheel) as z:
            z.extractall(pathlib.Path(folder) / "site")
        env = {k: v for k, v in os.environ.items() if not k.startswith("TRICORNE")}
        run = subprocess.run([sys.executable, "-c", PROGRAM], cwd=folder, env={**env, "PYTHONPATH": f"{folder}/site"},
                             capture_output=True, text=True, check=False)
        assert run.returncode == 0 and run.stdout.startswith(folder), run.stdout + run.stderr


main()
