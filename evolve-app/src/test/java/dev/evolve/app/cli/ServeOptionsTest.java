package dev.evolve.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.app.serving.ServeSettings;
import dev.evolve.app.serving.http.ServerLimits;
import dev.evolve.serving.decode.DecodeKnobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ServeOptionsTest {

  private static final String EVERYTHING =
      """
      {"host": "::1", "port": 1, "socket": "/s", "model": "tiny", "weights_seed": 9,
       "kernels": "reference", "kv_block_size": 8, "kv_blocks": 9, "prefill_chunk": 10,
       "max_batch": 11, "max_batch_tokens": 12, "draft_length": 2, "draft_ngram": 5,
       "acceptance_threshold": 0.5, "queue_limit": 3, "request_timeout": 0.5,
       "keep_alive_timeout": 2, "write_timeout": 3, "drain_timeout": 0, "max_body_bytes": 4,
       "max_header_bytes": 5, "stream_buffer_bytes": 6, "max_connections": 7, "access_log": true}
      """;

  @Command(name = "holder")
  private static final class Holder {
    @CommandLine.Mixin private final ServeOptions options = new ServeOptions();
  }

  @TempDir private Path directory;

  @Test
  void withoutAnyOptionTheDefaultsHold() {
    ServeSettings settings = parsed().settings();
    assertThat(settings.address()).isEqualTo(new ServeSettings.Address("127.0.0.1", 8000, null));
    assertThat(settings.knobs()).isEqualTo(DecodeKnobs.DEFAULTS);
    assertThat(settings.limits()).isEqualTo(ServerLimits.defaults());
    assertThat(settings.limits().times().request()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.limits().times().drain()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.limits().sizes().bodyBytes()).isEqualTo(1 << 20);
    assertThat(settings.queueLimit()).isEqualTo(256);
    assertThat(settings.model().size()).isEqualTo("small");
    assertThat(settings.model().kernels()).isEqualTo("c");
    assertThat(parsed().hasAccessLog()).isFalse();
  }

  @Test
  void aSocketAloneMeansNoPort() {
    assertThat(parsed("--socket", "/run/s").settings().address())
        .isEqualTo(new ServeSettings.Address("127.0.0.1", -1, Path.of("/run/s")));
    assertThat(parsed("--socket", "/run/s", "--port", "0").settings().address().port()).isZero();
  }

  @Test
  void everyOptionCanComeFromAFile() throws IOException {
    ServeOptions options = fromFile(EVERYTHING);
    assertThat(options.settings())
        .isEqualTo(
            new ServeSettings(
                new ServeSettings.Address("::1", 1, Path.of("/s")),
                new ServeSettings.Model(
                    "tiny", 9, "reference", HomeOption.home().resolve("cache/kernels")),
                new DecodeKnobs(8, 9, 10, 11, 12, 2, 5, 0.5),
                3,
                new ServerLimits(
                    new ServerLimits.Times(
                        Duration.ofMillis(500),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(3),
                        Duration.ZERO),
                    new ServerLimits.Sizes(4, 5, 6),
                    7)));
    assertThat(options.hasAccessLog()).isTrue();
  }

  @Test
  void theFileOfThisTestHasEveryOption() {
    List<String> missing = new ArrayList<>();
    new CommandLine(new Holder())
        .getCommandSpec()
        .options()
        .forEach(
            option -> {
              String key = option.longestName().substring(2).replace('-', '_');
              if (!EVERYTHING.contains("\"" + key + "\"")) {
                missing.add(key);
              }
            });
    assertThat(missing).isEmpty();
  }

  @Test
  void theCommandLineGoesBeforeTheFile() throws IOException {
    ServeSettings settings =
        fromFile("{\"kv_blocks\": 9, \"max_batch\": 4}", "--kv-blocks=64").settings();
    assertThat(settings.knobs().kvBlocks()).isEqualTo(64);
    assertThat(settings.knobs().maxBatch()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"kv_blok\": 9}         | has no key kv_blok; known are [acceptance_threshold, access_log, draft_length,",
        "{\"kv_blocks\": \"9\"}   | kv_blocks must be an integer, found \"9\"",
        "{\"kv_blocks\": 9.5}     | kv_blocks must be an integer, found 9.5",
        "{\"access_log\": 1}      | access_log must be true or false, found 1",
        "{\"drain_timeout\": \"\"}| drain_timeout must be a number, found \"\"",
        "{\"model\": 1}           | model must be a string, found 1",
        "[]                       | must be a JSON object, found []",
        "{                        | is not JSON",
      })
  void aFileThatIsWrongIsRefusedWithTheReason(String content, String reason) {
    assertThatThrownBy(() -> fromFile(content)).hasMessageContaining(reason);
  }

  @Test
  void aFileThatIsNotThereIsRefused() {
    assertThatThrownBy(
            () -> {
              CommandLine line = new CommandLine(new Holder());
              CommandLine.ParseResult result = line.parseArgs();
              OptionFile.apply(directory.resolve("none"), line.getCommandSpec(), result);
            })
        .hasMessageContaining("cannot be read");
  }

  @ParameterizedTest
  @CsvSource({
    "--port, 70000, from -1 to 65535",
    "--port, -1, there must be a --socket",
    "--queue-limit, 0, --queue-limit must be at least 1",
    "--request-timeout, -1, --request-timeout must be from 0",
    "--request-timeout, 0, request must be positive",
    "--max-body-bytes, 0, bodyBytes must be positive",
    "--kv-blocks, 0, kvBlocks at least 1",
    "--acceptance-threshold, 2, acceptanceThreshold above 0"
  })
  void aValueOutOfRangeIsRefusedByName(String name, String value, String reason) {
    assertThatThrownBy(() -> parsed(name, value).settings()).hasMessageContaining(reason);
  }

  private ServeOptions fromFile(String content, String... arguments) throws IOException {
    Path file = Files.writeString(directory.resolve("knobs.json"), content);
    Holder holder = new Holder();
    CommandLine line = new CommandLine(holder);
    OptionFile.apply(file, line.getCommandSpec(), line.parseArgs(arguments));
    return holder.options;
  }

  private static ServeOptions parsed(String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments);
    return holder.options;
  }
}
