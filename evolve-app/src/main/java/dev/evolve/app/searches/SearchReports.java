package dev.evolve.app.searches;

import dev.evolve.search.Trial;
import dev.evolve.search.explain.SearchReport;
import dev.evolve.search.explain.TradeOffs;
import dev.evolve.search.space.Space;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports on searches, kept for the searches looked at last: a report takes far longer to make than
 * to show. Safe for use by many threads; makes one at a time, so that many readers do not take the
 * processors from what is measured.
 */
public final class SearchReports {

  private static final int KEPT = 32;

  private final Map<Key, SearchReport> made =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, SearchReport> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * What a search knew.
   *
   * @param tradeOffs of a search for several metrics; null if one counts
   */
  public record Trials(Space space, List<Trial> trials, @Nullable TradeOffs tradeOffs) {
    public Trials {
      trials = List.copyOf(trials);
    }

    /** Of a search for one metric. */
    public Trials(Space space, List<Trial> trials) {
      this(space, trials, null);
    }

    SearchReport report(String title, String unit) {
      SearchReport report =
          SearchReport.of(space, trials, new SearchReport.Settings(title, unit, 0, null));
      return tradeOffs == null ? report : report.withTradeOffs(tradeOffs);
    }
  }

  /**
   * The report of a search.
   *
   * @param id the search
   * @param length how much has happened in it; another length is another report
   * @param title for people
   * @param unit of the values
   * @param trials what it knew then
   */
  public synchronized SearchReport of(
      String id, long length, String title, String unit, Supplier<Trials> trials) {
    return made.computeIfAbsent(new Key(id, length), key -> trials.get().report(title, unit));
  }

  private record Key(String id, long length) {}
}
