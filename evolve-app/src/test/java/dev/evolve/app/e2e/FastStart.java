package dev.evolve.app.e2e;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * How the application is started often: from an archive of the classes that it loads, which takes
 * two thirds of the time. The first process that ends in order leaves the archive; the ones before
 * it start without. Archives know classes of jars only, so what was compiled is put into jars.
 */
final class FastStart {

  private static final Path DIRECTORY = Path.of("target", "fast-start").toAbsolutePath();

  /** The class path of this JVM, all of it jars. */
  private static final String CLASSPATH = jars(System.getProperty("java.class.path"));

  private FastStart() {}

  /** Flags of the JVM, the class path among them. */
  static List<String> flags() {
    return List.of(
        "-XX:+AutoCreateSharedArchive",
        "-XX:SharedArchiveFile=" + DIRECTORY.resolve("application.jsa"),
        "-Xlog:cds=off",
        "-Xlog:cds+dynamic=off",
        "-cp",
        CLASSPATH);
  }

  private static String jars(String classpath) {
    List<String> jars = new ArrayList<>();
    for (String entry : classpath.split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        jars.add(jar(path, DIRECTORY.resolve(jars.size() + ".jar")).toString());
      } else if (Files.exists(path)) {
        jars.add(entry);
      }
    }
    return String.join(File.pathSeparator, jars);
  }

  private static Path jar(Path directory, Path jar) {
    try (Stream<Path> walked = Files.walk(directory)) {
      Files.createDirectories(DIRECTORY);
      List<Path> files = walked.filter(path -> !path.equals(directory)).sorted().toList();
      FileTime newest = FileTime.fromMillis(0);
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
        out.setLevel(Deflater.NO_COMPRESSION);
        for (Path file : files) {
          add(out, directory.relativize(file).toString(), file);
          FileTime changed = Files.getLastModifiedTime(file);
          newest = changed.compareTo(newest) > 0 ? changed : newest;
        }
      }
      // An archive is good for jars of the same time: nothing compiled anew, nothing to load anew.
      return Files.setLastModifiedTime(jar, newest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(JarOutputStream out, String name, Path file) throws IOException {
    boolean isDirectory = Files.isDirectory(file);
    // Spring finds classes by the entries of their directories.
    out.putNextEntry(new JarEntry(isDirectory ? name + "/" : name));
    if (!isDirectory) {
      Files.copy(file, out);
    }
    out.closeEntry();
  }
}
