# SPDX-License-Identifier: Apache-2.0
# Conan 2 recipe, for the checkout that it stands in: conan create cmake/conan
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, CMakeDeps, cmake_layout
from conan.tools.files import copy, load

PARTS = ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "kernels/*")


class Wellformed(ConanFile):
    name = "wellformed"
    license = "Apache-2.0"
    description = "Tensors whose types carry what they mean"
    topics = ("tensor", "autograd", "machine-learning")
    package_type = "static-library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"fPIC": [True, False]}
    default_options = {"fPIC": True, "boost/*:header_only": True}

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "..", "..", "CMakeLists.txt"))
        self.version = re.search(r"project\(wellformed VERSION ([\d.]+)", text)[1]

    def export_sources(self):
        for part in PARTS:
            copy(self, part, os.path.join(self.recipe_folder, "..", ".."), self.export_sources_folder)

    def requirements(self):
        self.requires("boost/[>=1.74 <2]", transitive_headers=True)
        self.requires("eigen/[>=3.4 <4]")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for option in ("WELLFORMED_TESTS", "WELLFORMED_EXAMPLES", "WELLFORMED_CUDA"):
            toolchain.cache_variables[option] = "OFF"
        toolchain.cache_variables["WELLFORMED_INSTALL"] = "ON"
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build(target="wellformed")

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # The library's own package file is used: it brings wellformed_add_refusal.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "wellformed"))
        self.cpp_info.libs = ["wellformed"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
