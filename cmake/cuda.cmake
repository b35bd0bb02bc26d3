# SPDX-License-Identifier: Apache-2.0
# Compiling the public headers with nvcc, where it is found.
