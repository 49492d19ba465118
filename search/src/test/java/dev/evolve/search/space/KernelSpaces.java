package dev.evolve.search.space;

import java.util.List;
import java.util.stream.IntStream;

/** Tuning spaces of GPU kernels as their authors published them, constraints written in CEL. */
public final class KernelSpaces {

  private KernelSpaces() {}

  /** 2-D convolution of the FAIR benchmark hub; 4362 configurations. */
  public static SpaceDefinition convolution() {
    return SpaceDefinition.of(
        "convolution",
        List.of(
            numbers("block_size_x", IntStream.rangeClosed(1, 16).map(i -> 16 * i)),
            numbers("block_size_y", 1, 2, 4, 8, 16),
            numbers("tile_size_x", 1, 2, 3, 4),
            numbers("tile_size_y", 1, 2, 3, 4),
            numbers("read_only", 0, 1),
            numbers("use_padding", 0, 1),
            numbers("use_shmem", 0, 1),
            numbers("use_cmem", 1),
            numbers("filter_height", 15),
            numbers("filter_width", 15)),
        List.of(
            "use_padding == 0 || block_size_x % 32 != 0",
            "block_size_x * block_size_y <= 1024",
            "use_padding == 0 || use_shmem != 0",
            "use_shmem == 0 || (block_size_x * tile_size_x + (filter_width - 1))"
                + " * (block_size_y * tile_size_y + (filter_height - 1)) < 12 * 1024"));
  }

  /** Dedispersion of the FAIR benchmark hub; 11130 configurations. */
  public static SpaceDefinition dedispersion() {
    return SpaceDefinition.of(
        "dedispersion",
        List.of(
            numbers("block_size_x", 1, 2, 4, 8, 16, 32),
            numbers("block_size_y", IntStream.rangeClosed(4, 32).map(i -> 8 * i)),
            numbers("block_size_z", 1),
            numbers("tile_size_x", IntStream.rangeClosed(1, 4)),
            numbers("tile_size_y", IntStream.rangeClosed(1, 8)),
            numbers("tile_stride_x", 0, 1),
            numbers("tile_stride_y", 0, 1),
            numbers("loop_unroll_factor_channel", 0)),
        List.of(
            "32 <= block_size_x * block_size_y && block_size_x * block_size_y <= 1024",
            "tile_size_x > 1 || tile_stride_x == 0",
            "tile_size_y > 1 || tile_stride_y == 0"));
  }

  /** An older 2-D convolution; 6768 configurations. */
  public static SpaceDefinition oldConvolution() {
    return SpaceDefinition.of(
        "old convolution",
        List.of(
            numbers("filter_height", 15),
            numbers("filter_width", 15),
            numbers("block_size_x", 1, 2, 4, 8, 16, 32, 48, 64, 96, 112, 128),
            numbers("block_size_y", 1, 2, 4, 8, 16, 32),
            numbers("tile_size_x", IntStream.rangeClosed(1, 8)),
            numbers("tile_size_y", IntStream.rangeClosed(1, 8)),
            numbers("use_padding", 0, 1),
            numbers("read_only", 0, 1)),
        List.of(
            "block_size_x * block_size_y >= 64",
            "block_size_x * block_size_y <= 1024",
            "tile_size_x * tile_size_y < 30"));
  }

  /** The older CLBlast matrix product; 17956 configurations. */
  public static SpaceDefinition matrixProduct() {
    return SpaceDefinition.of("matrix product", MATRIX_PARAMETERS, MATRIX_CONSTRAINTS);
  }

  /** Hotspot of the FAIR benchmark hub with five values for the blocks of a processor. */
  public static SpaceDefinition hotspot() {
    IntStream wide = IntStream.rangeClosed(1, 32).map(i -> 32 * i);
    return SpaceDefinition.of(
        "hotspot",
        List.of(
            numbers("grid_width", 4096),
            numbers("grid_height", 4096),
            numbers("block_size_x", IntStream.concat(IntStream.of(1, 2, 4, 8, 16), wide)),
            numbers("block_size_y", 1, 2, 4, 8, 16, 32),
            numbers("tile_size_x", IntStream.rangeClosed(1, 10)),
            numbers("tile_size_y", IntStream.rangeClosed(1, 10)),
            numbers("temporal_tiling_factor", IntStream.rangeClosed(1, 10)),
            numbers("loop_unroll_factor_t", IntStream.rangeClosed(1, 10)),
            numbers("sh_power", 0, 1),
            numbers("blocks_per_sm", 0, 1, 2, 3, 4)),
        List.of(
            "block_size_x * block_size_y >= 32",
            "block_size_x * block_size_y <= 1024",
            "temporal_tiling_factor % loop_unroll_factor_t == 0",
            "(block_size_x * tile_size_x + temporal_tiling_factor * 2)"
                + " * (block_size_y * tile_size_y + temporal_tiling_factor * 2)"
                + " * (2 + sh_power) * 4 <= 49152",
            "blocks_per_sm == 0 || ((block_size_x * tile_size_x + temporal_tiling_factor * 2)"
                + " * (block_size_y * tile_size_y + temporal_tiling_factor * 2)"
                + " * (2 + sh_power) * 4 * blocks_per_sm <= 65536"
                + " && block_size_x * block_size_y * blocks_per_sm <= 2048)"));
  }

  private static final List<Parameter> MATRIX_PARAMETERS =
      List.of(
          numbers("MWG", 16, 32, 64, 128),
          numbers("NWG", 16, 32, 64, 128),
          numbers("KWG", 32),
          numbers("MDIMC", 8, 16, 32),
          numbers("NDIMC", 8, 16, 32),
          numbers("MDIMA", 8, 16, 32),
          numbers("NDIMB", 8, 16, 32),
          numbers("KWI", 2),
          numbers("VWM", 1, 2, 4, 8),
          numbers("VWN", 1, 2, 4, 8),
          numbers("STRM", 0),
          numbers("STRN", 0),
          numbers("SA", 0, 1),
          numbers("SB", 0, 1),
          numbers("PRECISION", 32));

  private static final List<String> MATRIX_CONSTRAINTS =
      List.of(
          "KWG % KWI == 0",
          "MWG % (MDIMC * VWM) == 0",
          "NWG % (NDIMC * VWN) == 0",
          "MWG % (MDIMA * VWM) == 0",
          "NWG % (NDIMB * VWN) == 0",
          "KWG % (MDIMC * NDIMC / MDIMA) == 0",
          "KWG % (MDIMC * NDIMC / NDIMB) == 0");

  static Parameter numbers(String name, int... values) {
    return numbers(name, IntStream.of(values));
  }

  static Parameter numbers(String name, IntStream values) {
    return new Parameter.Ordinal(name, values.mapToObj(Integer::toString).toList());
  }
}
