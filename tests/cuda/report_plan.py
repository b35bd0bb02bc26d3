# SPDX-License-Identifier: Apache-2.0
# What test_reports.py expects of single kernels: who may use local memory and why, and who must read and write 16 bytes
# at once with how many bytes in flight.
import dataclasses

# File, pattern of the kernel's name, reason.
ALLOWED = [
    ("device_step.cu", r"\bdecide_kernel\b", "one thread: the cosine of a schedule in double has a table on its stack"),
]


@dataclasses.dataclass
class Plan:
    """`loads` and `stores`: at least so many accesses of 16 bytes in the PTX. With `threads` in a block and `bytes`
    that a thread has asked for before it uses the first, the bytes in flight per multiprocessor are checked too."""
    file: str
    kernel: str
    loads: int
    stores: int
    threads: int = 0
    bytes: int = 0
    shared: int = 0  # dynamic shared memory of a block


ROWS = r"\brows_along<.*categorical_rows<wellformed::%s, false>, .*%s, %d>"


def rows(file, element, held, loads, group, threads, size):
    """A row held in registers: `held` elements a thread, all asked for before the first is used."""
    pattern = (ROWS % (element, group, held)).replace("wellformed::float", "float")
    return Plan(file, pattern, loads, loads, threads, held * size)


def flat(file, name, loads, stores, size=16):
    """A pass over flat buffers by 256 threads."""
    return Plan(file, name, loads, stores, 256, loads * size)


def layer(way, group, held, threads, loads, stores, size, shared=0):
    return Plan("layer_norm.cu", rf"\b{way}_kernel<.*schedule<.*{group}, {held}>, 4, float>", loads, stores, threads, size,
                shared)


PLANNED = [
    # The central kernel reads logits once and writes the gradient once.
    rows("cross_entropy.cu", "float", 16, 4, r"lane_group<\d+>", 128, 4),
    rows("cross_entropy.cu", "float", 32, 8, r"lane_group<\d+>", 128, 4),
    rows("cross_entropy.cu", "float", 32, 8, r"block_group<64, float, 1>", 64, 4),
    rows("cross_entropy.cu", "float", 32, 8, r"block_group<256, float, 1>", 256, 4),
    rows("cross_entropy.cu", "float", 32, 8, r"block_group<1024, float, 1>", 1024, 4),
    Plan("cross_entropy.cu", r"\brows_in_chunks<.*categorical_rows<float, false>, 512, 32>", 8, 8, 512, 128),
    rows("cross_entropy_stored.cu", "half", 32, 4, r"lane_group<\d+>", 128, 2),
    rows("cross_entropy_stored.cu", "bfloat16", 32, 4, r"lane_group<\d+>", 128, 2),
    rows("cross_entropy_stored.cu", "bfloat16", 32, 4, r"block_group<64, float, 1>", 64, 2),
    rows("cross_entropy_stored.cu", "bfloat16", 32, 4, r"block_group<1024, float, 1>", 1024, 2),
    # Softmax: a row in registers; backward two rows, half as long.
    Plan("softmax.cu", r"\brows_along<.*softmax_rows<float, (true|false)>, .*lane_group<32>, 32>", 8, 8, 128, 128),
    Plan("softmax.cu", r"\brows_along<.*softmax_rows<float, (true|false)>, .*block_group<1024, float, 1>, 32>", 8, 8, 1024,
         128),
    Plan("softmax.cu", r"\brows_along<.*softmax_backward_rows<float, (true|false)>, .*lane_group<32>, 16>", 8, 4, 128,
         128),
    Plan("softmax.cu", r"\brows_in_chunks<.*softmax_rows<float, (true|false)>, 512, 32>", 8, 8, 512, 128),
    # Reductions of rows, and rows repeated or scaled.
    Plan("reduce.cu", r"\breduction::along<.*added<float, float>, 32, 4>", 4, 0, 256, 64),
    Plan("reduce.cu", r"\breduction::along<.*(greatest|squares|first_bad)<float.*>, 256, 4>", 4, 0, 256, 64),
    Plan("reduce.cu", r"\brow_pass::pass<.*repeated<float>, 4, ", 0, 4),
    Plan("nll.cu", r"\brow_pass::pass<.*scaled_rows<float>, 4, ", 4, 4, 256, 64),
    # Losses between two tensors: 8 bytes in, 4 out.
    Plan("elementwise_loss.cu", r"\bloss_kernel<4, float, .*\blogits_rule<float>", 4, 2, 256, 64),
    Plan("elementwise_loss.cu", r"\bloss_kernel<4, float, .*square_rule<float>", 4, 2, 256, 64),
    # Optimisers: parameters, state and gradient in, parameters and state out.
    flat("update.cu", r"\bkernel<4, 1, .*of_function<float, 4, 3, .*host_adam<float>", 4, 3),
    flat("update.cu", r"\bkernel<4, 1, .*of_function<float, 4, 3, .*device_adam<float>", 4, 3),
    flat("update.cu", r"\bkernel<4, 1, .*momentum_sgd<float>", 3, 2),
    flat("update.cu", r"\bkernel<4, 2, .*plain_sgd<float>", 4, 2),
    Plan("scan.cu", r"\bscan_kernel<4, float>", 4, 0, 256, 64),
    flat("dropout.cu", r"\bkernel<4, 2, .*dropout_pass<float>", 2, 2),
    flat("vector.cu", r"\bkernel<4, 4, .*of_function<float, 2, 1, .*sum_of_two<float>", 8, 4),
    flat("vector.cu", r"\bkernel<4, 4, .*fill_pass<float>", 0, 4, 0),
    # Layer norm: a row in registers, read once; the way back reads two, and adds up columns beside them.
    layer("forward", r"lane_group<32>", 4, 256, 2, 2, 32),
    layer("forward", r"lane_group<32>", 8, 256, 2, 2, 32),
    layer("forward", r"lane_group<32>", 32, 256, 8, 8, 128),
    layer("forward", r"block_group<512, float, 2>", 16, 512, 4, 4, 64),
    layer("forward", r"block_group<512, float, 2>", 32, 512, 8, 8, 128),
    layer("forward", r"block_group<1024, float, 2>", 32, 1024, 8, 8, 128),
    layer("backward", r"lane_group<32>", 8, 256, 4, 2, 64, 8192),
    layer("backward", r"lane_group<32>", 16, 256, 8, 4, 128, 16384),
    layer("backward", r"block_group<256, float, 2>", 16, 256, 8, 4, 128, 32768),
    layer("backward", r"block_group<512, float, 2>", 16, 512, 8, 4, 128, 65536),
    layer("backward", r"block_group<1024, float, 2>", 16, 1024, 8, 4, 128, 131072),
    # Batch norm: sums of features and what is made of them, down rows (4, 4) and along runs (4, 1).
    Plan("batch_norm.cu", r"\bsum_kernel<4, 4, .*train_pass<float>", 4, 4, 256, 64),
    Plan("batch_norm.cu", r"\bsum_kernel<4, 1, .*backward_pass<float>", 4, 2, 256, 64),
    Plan("batch_norm.cu", r"\bapply_kernel<4, 4, .*train_pass<float>", 4, 4, 256, 64),
    Plan("batch_norm.cu", r"\bapply_kernel<4, 1, .*backward_pass<float>", 4, 2, 256, 64),
    # Rows carried whole: gather, slices, permutations that leave the last axis; and gradients of a gather.
    Plan("gather.cu", r"\brow_copy::short_rows<uint4", 4, 4, 256, 64),
    Plan("gather.cu", r"\brow_copy::long_rows<uint4", 4, 4, 256, 64),
    Plan("layout.cu", r"\brow_copy::short_rows<uint4", 4, 4, 256, 64),
    Plan("layout.cu", r"\brow_copy::long_rows<uint4", 4, 4, 256, 64),
    Plan("gather_backward.cu", r"\badd_windows<float, 4", 4, 1, 256, 64),
    Plan("gather_backward.cu", r"\badd_few<float, 4", 4, 1, 256, 64),
]


def resident_bytes(plan, facts):
    """Bytes in flight per multiprocessor of sm_90: 64 K registers given out 8 a thread of a warp, 2048 threads, 32
    blocks, 227 KB of shared memory with 1 KB a block for the system."""
    warps = -(-plan.threads // 32)
    registers = -(-facts["registers"] // 8) * 8 * 32 * warps
    shared = facts["shared"] + plan.shared + 1024
    blocks = min(32, 2048 // (warps * 32), 65536 // registers, 227 * 1024 // shared)
    return blocks * plan.threads * plan.bytes
