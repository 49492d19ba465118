package dev.evolve.app.serving;

import dev.evolve.app.serving.http.ServerLimits;
import dev.evolve.serving.decode.DecodeKnobs;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Everything that {@code evolve serve} is told.
 *
 * @param address where it listens
 * @param model what it serves
 * @param knobs how it decodes
 * @param queueLimit how many requests may wait for room
 * @param limits bounds of the server
 */
public record ServeSettings(
    Address address, Model model, DecodeKnobs knobs, int queueLimit, ServerLimits limits) {

  /**
   * Where a server listens; on at least one of both.
   *
   * @param host name or address for TCP
   * @param port port for TCP, 0 to let the system choose, -1 for no TCP
   * @param socket path of a Unix domain socket
   */
  public record Address(String host, int port, @Nullable Path socket) {}

  /**
   * What a server serves.
   *
   * @param size {@code small} or {@code tiny}
   * @param seed seed of the weights
   * @param kernels {@code c} or {@code reference}
   * @param kernelCache where built kernels are kept
   */
  public record Model(String size, long seed, String kernels, Path kernelCache) {}
}
