#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The Debian package names what it needs and holds what a project needs to build and test with it.
import pathlib
import shutil
import sys
import tempfile

from built import BUILD, SANITIZED, call, consume, skip

if not shutil.which("dpkg-deb"):
    skip("dpkg-deb is not installed")
if SANITIZED:
    skip("no package is made of a sanitized build")
with tempfile.TemporaryDirectory() as folder:
    call("cpack", "--config", BUILD / "CPackConfig.cmake", "-G", "DEB", "-B", f"{folder}/made")
    package = next(pathlib.Path(folder, "made").glob("libwellformed-dev_*.deb"))
    needs = call("dpkg-deb", "--field", package, "Depends")
    if "libboost-dev (>= 1.74)" not in needs:
        sys.exit(f"the package depends on {needs}")
    call("dpkg-deb", "-x", package, f"{folder}/root")
    names = {path.relative_to(f"{folder}/root").as_posix() for path in pathlib.Path(folder, "root").rglob("*")}
    for name in ("usr/include/wellformed/wellformed.hpp", "usr/include/wellformed/testing.hpp",
                 "usr/share/doc/libwellformed-dev/copyright"):
        if name not in names:
            sys.exit(f"the package holds no {name}")
    consume(f"{folder}/root/usr", f"{folder}/build")
print("packed, unpacked, found, built and run")
