package dev.evolve.app.engine;

import dev.evolve.app.campaigns.PackResolver;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.ConfigurationFiles;
import dev.evolve.pack.PackFiles;
import dev.evolve.pack.PackReader;
import dev.evolve.pack.PackSource;
import dev.evolve.promotion.PackRepositories;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads the pack in the directory to know its name and that it is sound, then everything that
 * counts from the commit that the campaign starts from.
 */
final class GitPackResolver implements PackResolver {

  private final PackReader reader;
  private final PackRepositories repositories;
  private final PackFiles files;

  GitPackResolver(PackReader reader, PackRepositories repositories, PackFiles files) {
    this.reader = reader;
    this.repositories = repositories;
    this.files = files;
  }

  @Override
  public ResolvedPack resolve(Path directory) {
    BenchPack found = reader.read(directory);
    PackSource source = repositories.resolve(directory, found.name());
    BenchPack pack = reader.read(files.read(source, PackReader.FILE_NAME), PackReader.FILE_NAME);
    Configuration baseline =
        new ConfigurationFiles(pack)
            .read(
                new String(
                    files.read(source, pack.configuration().file()), StandardCharsets.UTF_8));
    return new ResolvedPack(source, pack, baseline);
  }
}
