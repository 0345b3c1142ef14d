#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""page/dist/index.html was built from the current sources. It is in the repository so that users do not need Node.

The page holds a hash of its sources. If Node and the dependencies in page/package.json are installed, it is also
rebuilt.
"""

import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "page"


def main():
    html = (PAGE / "dist" / "index.html").read_text("utf-8")
    digest = hashlib.sha256()
    names = ["package.json", "build.mjs"] + sorted(f"src/{f.name}" for f in (PAGE / "src").iterdir())
    for name in names:
        digest.update(f"{name}\n".encode())
        digest.update((PAGE / name).read_bytes())
    found = re.search(r"Sources: ([0-9a-f]{64}) ", html)
    if not found or found.group(1) != digest.hexdigest():
        sys.exit("page/dist/index.html was not made from page/src: run `npm ci && npm run build` in page/")
    # A single file that makes no requests.
    assert "default-src 'none'" in html
    for outside in re.findall(r"(?:src|href)=[\"']?(https?:)?//", html):
        sys.exit(f"page/dist/index.html refers to something outside: {outside}")
    if shutil.which("node") and (PAGE / "node_modules" / "esbuild").exists():
        subprocess.run(["node", "build.mjs", "--check"], cwd=PAGE, check=True)
    else:
        print("node or esbuild is not there: the hash of the sources was checked only")


if __name__ == "__main__":
    main()
