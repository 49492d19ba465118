package dev.evolve.impact;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.search.prior.KnownTrial;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The trials of a set as one value for an event or a node: column by column, every value a number
 * into the list of its knob's values, as compressed JSON. A space of 18,000 configurations is some
 * hundred kilobytes and one write, where a node for each would be 18,000.
 *
 * @param values the distinct values of each knob, in order of appearance
 * @param codes for each knob the number of its value, by trial
 * @param results by trial; null where it failed
 */
public record TrialPack(
    List<List<String>> values, List<int[]> codes, List<@Nullable Double> results) {

  /** The trials of a set of so many parameters, compressed. */
  public static byte[] pack(int parameters, List<KnownTrial> trials) {
    List<Map<String, Integer>> numbers = new ArrayList<>();
    List<int[]> codes = new ArrayList<>();
    for (int p = 0; p < parameters; p++) {
      numbers.add(new LinkedHashMap<>());
      codes.add(new int[trials.size()]);
    }
    List<@Nullable Double> results = new ArrayList<>();
    for (int i = 0; i < trials.size(); i++) {
      KnownTrial trial = trials.get(i);
      for (int p = 0; p < parameters; p++) {
        Map<String, Integer> known = numbers.get(p);
        codes.get(p)[i] = known.computeIfAbsent(trial.values().get(p), value -> known.size());
      }
      results.add(trial.hasFailed() ? null : trial.value());
    }
    List<List<String>> values = new ArrayList<>();
    numbers.forEach(known -> values.add(List.copyOf(known.keySet())));
    return compressed(Json.writeBytes(new TrialPack(values, codes, results)));
  }

  /**
   * The trials again.
   *
   * @throws EvolveException DATA_CORRUPT naming the set, if they cannot be read
   */
  public static List<KnownTrial> unpack(String setId, byte[] packed) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      TrialPack pack = Json.read(in.readAllBytes(), TrialPack.class);
      List<KnownTrial> trials = new ArrayList<>();
      for (int i = 0; i < pack.results.size(); i++) {
        trials.add(pack.trial(i));
      }
      return Collections.unmodifiableList(trials);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.DATA_CORRUPT,
          "the trials of set " + setId + " cannot be read; take it in again from where it came",
          e);
    }
  }

  private KnownTrial trial(int number) {
    List<String> of = new ArrayList<>();
    for (int p = 0; p < codes.size(); p++) {
      of.add(values.get(p).get(codes.get(p)[number]));
    }
    Double result = results.get(number);
    return result == null ? KnownTrial.failed(of) : KnownTrial.ran(of, result);
  }

  private static byte[] compressed(byte[] plain) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be written to", e);
    }
    return out.toByteArray();
  }
}
