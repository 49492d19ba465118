package dev.evolve.serving.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The kernels in C, built on first use by the system's compiler for this very processor and called
 * through the foreign function interface. See ADR 5 for why C and not the Vector API.
 */
public final class NativeKernels implements Kernels {

  private static final String SYSTEM_COMPILER = "cc";

  private final MethodHandle matmul;
  private final MethodHandle matmulPacked;
  private final MethodHandle rmsNorm;
  private final MethodHandle softmax;
  private final MethodHandle gatedSilu;
  private final MethodHandle addScaled;
  private final MethodHandle rotate;
  private final MethodHandle attention;

  private NativeKernels(SymbolLookup library) {
    matmul = handle(library, "evolve_matmul", 3, 3);
    matmulPacked = handle(library, "evolve_matmul_packed", 3, 3);
    rmsNorm = handle(library, "evolve_rms_norm", 3, 2);
    softmax = handle(library, "evolve_softmax", 2, 2);
    gatedSilu = handle(library, "evolve_gated_silu", 3, 1);
    addScaled =
        link(
            library,
            "evolve_add_scaled",
            FunctionDescriptor.ofVoid(ADDRESS, JAVA_FLOAT, ADDRESS, JAVA_LONG));
    rotate = handle(library, "evolve_rotate", 4, 3);
    attention = handle(library, "evolve_attention", 6, 5);
  }

  /**
   * Builds the library, unless the cache has it, and loads it.
   *
   * @param cacheDirectory where built libraries are kept
   * @throws KernelsUnavailableException if there is no compiler or it fails
   */
  public static NativeKernels load(Path cacheDirectory) {
    return load(SYSTEM_COMPILER, cacheDirectory);
  }

  /** As {@link #load(Path)}, in the user's own cache directory. */
  public static NativeKernels loadFromUserCache() {
    return load(Path.of(System.getProperty("user.home"), ".cache", "evolve", "kernels"));
  }

  @SuppressWarnings("restricted") // Loading the library that was built here is what this is for.
  static NativeKernels load(String compiler, Path cacheDirectory) {
    Path library = new KernelLibrary(compiler, cacheDirectory).file();
    return new NativeKernels(SymbolLookup.libraryLookup(library.toAbsolutePath(), Arena.global()));
  }

  private static MethodHandle handle(SymbolLookup library, String name, int segments, int extents) {
    List<MemoryLayout> arguments = new ArrayList<>();
    for (int i = 0; i < segments; i++) {
      arguments.add(ADDRESS);
    }
    for (int i = 0; i < extents; i++) {
      arguments.add(JAVA_LONG);
    }
    return link(library, name, FunctionDescriptor.ofVoid(arguments.toArray(MemoryLayout[]::new)));
  }

  @SuppressWarnings("restricted") // The descriptors are those of kernels.c.
  private static MethodHandle link(
      SymbolLookup library, String name, FunctionDescriptor descriptor) {
    return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), descriptor);
  }

  @Override
  public String name() {
    return "c";
  }

  @Override
  public void matmul(MemorySegment a, MemorySegment b, MemorySegment c, int m, int k, int n) {
    KernelChecks.matmul(a, b, c, m, k, n);
    try {
      matmul.invokeExact(a, b, c, (long) m, (long) k, (long) n);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  @Override
  public void matmulPacked(MemorySegment a, PackedMatrix b, MemorySegment c, int m) {
    KernelChecks.matmul(a, b, c, m);
    try {
      matmulPacked.invokeExact(a, b.panels(), c, (long) m, (long) b.k(), (long) b.n());
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  @Override
  public void rmsNorm(
      MemorySegment x, MemorySegment weight, MemorySegment out, int rows, int width) {
    KernelChecks.rows(x, out, rows, width);
    KernelChecks.requireFloats("weight", weight, width);
    try {
      rmsNorm.invokeExact(x, weight, out, (long) rows, (long) width);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  @Override
  public void softmax(MemorySegment x, MemorySegment out, int rows, int width) {
    KernelChecks.rows(x, out, rows, width);
    try {
      softmax.invokeExact(x, out, (long) rows, (long) width);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  @Override
  public void gatedSilu(MemorySegment gate, MemorySegment up, MemorySegment out, int count) {
    KernelChecks.elements(gate, up, count);
    KernelChecks.requireFloats("out", out, count);
    try {
      gatedSilu.invokeExact(gate, up, out, (long) count);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  @Override
  public void addScaled(MemorySegment x, float scale, MemorySegment into, int count) {
    KernelChecks.elements(x, into, count);
    try {
      addScaled.invokeExact(x, scale, into, (long) count);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  @Override
  public void rotate(
      MemorySegment x, RotaryAngles angles, MemorySegment positions, int rows, int heads) {
    KernelChecks.rotate(x, angles, positions, rows, heads);
    try {
      rotate.invokeExact(
          x,
          angles.cosines(),
          angles.sines(),
          positions,
          (long) rows,
          (long) heads,
          (long) angles.headDim());
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  @Override
  public void attention(
      MemorySegment queries, PagedKeyValues cache, AttentionRows rows, MemorySegment out) {
    KernelChecks.attention(queries, cache, rows, out);
    try {
      attention.invokeExact(
          queries,
          cache.keys(),
          cache.values(),
          rows.spans(),
          rows.tables(),
          out,
          (long) rows.count(),
          (long) cache.heads(),
          (long) cache.headDim(),
          (long) cache.blockSize(),
          (long) cache.queriesPerHead());
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** A handle declares any throwable; what a call can really throw is unchecked. */
  private static RuntimeException failed(Throwable cause) {
    if (cause instanceof RuntimeException unchecked) {
      return unchecked;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("a native kernel failed", cause);
  }
}
