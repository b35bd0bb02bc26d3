# SPDX-License-Identifier: Apache-2.0
# What test_reports.py expects of single kernels: who may use local memory and why, and who must read and write 16 bytes
# at once with how many bytes in flight.
import dataclasses

# File, pattern of the kernel's name, reason.
ALLOWED = []


@dataclasses.dataclass
class Plan:
    """`loads` and `stores`: at least so many accesses of 16 bytes in the PTX. With `threads` in a block and `bytes` that
    a thread has asked for before it uses the first, the bytes in flight per multiprocessor are checked as well."""
    file: str
    kernel: str
    loads: int
    stores: int
    threads: int = 0
    bytes: int = 0
    shared: int = 0  # dynamic shared memory of a block


PLANNED = []


def resident_bytes(plan, facts):
    """Bytes in flight per multiprocessor of sm_90: 64 K registers given out 8 a thread of a warp, 2048 threads, 32
    blocks, 227 KB of shared memory with 1 KB a block for the system."""
    warps = -(-plan.threads // 32)
    registers = -(-facts["registers"] // 8) * 8 * 32 * warps
    shared = facts["shared"] + plan.shared + 1024
    blocks = min(32, 2048 // (warps * 32), 65536 // registers, 227 * 1024 // shared)
    return blocks * plan.threads * plan.bytes
