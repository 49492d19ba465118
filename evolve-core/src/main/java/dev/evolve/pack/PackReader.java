package dev.evolve.pack;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads an {@code evolve.yaml}. The file is hostile input: whatever is wrong with it is gathered
 * and reported at once, each with its line and field, and nothing in it is executed.
 */
public final class PackReader {

  /** The name of a pack's file. */
  public static final String FILE_NAME = PackChecks.PACK_FILE;

  private static final int LARGEST_BYTES = 4 * YamlTreeReader.MAXIMUM_CHARACTERS;

  /**
   * Reads the pack of a directory, or the given file.
   *
   * @throws InvalidPackException with everything that is wrong
   * @throws EvolveException with {@link ErrorCode#NOT_FOUND} if there is no such file
   */
  public BenchPack read(Path directoryOrFile) {
    Path file =
        Files.isDirectory(directoryOrFile) ? directoryOrFile.resolve(FILE_NAME) : directoryOrFile;
    if (!Files.isRegularFile(file)) {
      throw new EvolveException(
          ErrorCode.NOT_FOUND, "no bench pack: " + file + " is not a file; add one there");
    }
    return read(bytesOf(file), String.valueOf(file.getFileName()));
  }

  /**
   * Reads bytes, as they lie in a git tree.
   *
   * @param displayName what messages call the file
   * @throws InvalidPackException with everything that is wrong
   */
  public BenchPack read(byte[] content, String displayName) {
    try {
      return read(
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(content))
              .toString(),
          displayName);
    } catch (CharacterCodingException e) {
      PackProblems problems = new PackProblems(displayName);
      problems.add(1, "", "the file is not UTF-8 text");
      throw problems.refusal();
    }
  }

  /**
   * Reads a text.
   *
   * @param displayName what messages call the file
   * @throws InvalidPackException with everything that is wrong
   */
  public BenchPack read(String content, String displayName) {
    PackProblems problems = new PackProblems(displayName);
    YamlDocument document = YamlTreeReader.read(content, problems);
    if (!document.root().isMissingNode()) {
      PackSchema.check(document, problems);
      if (document.root().isObject()) {
        new PackChecks(document, problems).run();
      }
    }
    problems.throwIfAny();
    return new PackBinder(document.root()).pack();
  }

  private static byte[] bytesOf(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(LARGEST_BYTES + 1);
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.NOT_FOUND, "cannot read the bench pack " + file, e);
    }
  }
}
