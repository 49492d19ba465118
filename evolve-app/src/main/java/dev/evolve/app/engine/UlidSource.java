package dev.evolve.app.engine;

import dev.evolve.loop.port.IdSource;
import java.security.SecureRandom;
import java.time.InstantSource;

/**
 * Identities in the format of ULIDs: 48 bits of time, 80 bits of chance, in Crockford's base 32, so
 * that they sort by the time they were made.
 */
final class UlidSource implements IdSource {

  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int TIME_CHARACTERS = 10;
  private static final int RANDOM_CHARACTERS = 16;

  private final InstantSource clock;
  private final SecureRandom random;

  UlidSource(InstantSource clock, SecureRandom random) {
    this.clock = clock;
    this.random = random;
  }

  @Override
  public String nextId() {
    StringBuilder id = new StringBuilder();
    long time = clock.millis();
    for (int i = TIME_CHARACTERS - 1; i >= 0; i--) {
      id.append(ALPHABET.charAt((int) (time >>> (5 * i)) & 31));
    }
    for (int i = 0; i < RANDOM_CHARACTERS; i++) {
      id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return id.toString();
  }
}
