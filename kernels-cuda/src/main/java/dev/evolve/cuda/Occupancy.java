package dev.evolve.cuda;

import dev.evolve.device.KernelResources;
import java.util.Locale;
import java.util.Map;

/**
 * How many warps of a multiprocessor a kernel can keep resident, by the limits on threads, blocks,
 * registers and shared memory.
 *
 * <p>Source: NVIDIA, "CUDA C++ Programming Guide", technical specifications per compute capability,
 * and the allocation granularities of its occupancy calculator: registers in units of 256 a warp,
 * shared memory in units of 128 bytes with 1 KiB a block reserved by the system.
 *
 * @param blocks resident blocks a multiprocessor
 * @param warps resident warps a multiprocessor
 * @param share resident warps over the most there can be, from 0 to 1
 * @param limitedBy what binds: {@code threads}, {@code blocks}, {@code registers} or {@code shared}
 */
public record Occupancy(int blocks, int warps, double share, String limitedBy) {

  private static final int WARP = 32;
  private static final int REGISTERS = 65_536;
  private static final int REGISTER_UNIT = 256;
  private static final int SHARED_UNIT = 128;
  private static final int SYSTEM_SHARED = 1024;

  /** Limits of a multiprocessor: warps, blocks, shared memory in bytes. */
  private record Limits(int warps, int blocks, int sharedBytes) {}

  private static final Map<String, Limits> BY_ARCHITECTURE =
      Map.of(
          "sm_75", new Limits(32, 16, 64 * 1024),
          "sm_80", new Limits(64, 32, 164 * 1024),
          "sm_86", new Limits(48, 16, 100 * 1024),
          "sm_89", new Limits(48, 24, 100 * 1024),
          "sm_90", new Limits(64, 32, 228 * 1024),
          "sm_100", new Limits(64, 32, 228 * 1024),
          "sm_120", new Limits(48, 24, 100 * 1024));

  /**
   * Occupancy of a kernel.
   *
   * @param kernel what it takes
   * @param threads threads a block, from 1 to 1024
   * @param dynamicSharedBytes shared memory that the launch adds, in bytes
   * @throws IllegalArgumentException for an architecture that is not in the table
   */
  public static Occupancy of(KernelResources kernel, int threads, int dynamicSharedBytes) {
    String architecture = kernel.architecture().toLowerCase(Locale.ROOT).replaceAll("[af]$", "");
    Limits limits = BY_ARCHITECTURE.get(architecture);
    if (limits == null) {
      throw new IllegalArgumentException("no limits known for " + kernel.architecture());
    }
    if (threads < 1 || threads > 1024) {
      throw new IllegalArgumentException("wanted 1 to 1024 threads a block, found " + threads);
    }
    int warpsPerBlock = (threads + WARP - 1) / WARP;
    int byThreads = limits.warps() / warpsPerBlock;
    int byRegisters = byRegisters(kernel, warpsPerBlock, limits);
    int byShared = byShared(kernel.sharedBytes() + dynamicSharedBytes, limits);
    int blocks = Math.min(Math.min(byThreads, limits.blocks()), Math.min(byRegisters, byShared));
    int warps = blocks * warpsPerBlock;
    return new Occupancy(
        blocks,
        warps,
        (double) warps / limits.warps(),
        binding(blocks, byThreads, byRegisters, byShared));
  }

  private static int byRegisters(KernelResources kernel, int warpsPerBlock, Limits limits) {
    if (kernel.registers() == 0) {
      return limits.blocks();
    }
    int perWarp = roundUp(kernel.registers() * WARP, REGISTER_UNIT);
    return REGISTERS / perWarp / warpsPerBlock;
  }

  private static int byShared(int bytes, Limits limits) {
    int perBlock = roundUp(bytes + SYSTEM_SHARED, SHARED_UNIT);
    return limits.sharedBytes() / perBlock;
  }

  private static String binding(int blocks, int byThreads, int byRegisters, int byShared) {
    if (blocks == byRegisters && blocks < byThreads) {
      return "registers";
    }
    if (blocks == byShared && blocks < byThreads) {
      return "shared";
    }
    return blocks == byThreads ? "threads" : "blocks";
  }

  private static int roundUp(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }
}
