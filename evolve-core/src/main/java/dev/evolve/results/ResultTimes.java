package dev.evolve.results;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;

/** Reads the time stamps of result files; one without an offset is taken as UTC. */
final class ResultTimes {

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss[.SSSSSSSSS][.SSSSSS][.SSS][XXX][XX]");
  private static final DateTimeFormatter OLD = DateTimeFormatter.ofPattern("yyyy/MM/dd-HH:mm:ss");

  private ResultTimes() {}

  static Instant read(JsonPlace place) {
    String text = place.text();
    try {
      return text.contains("/")
          ? LocalDateTime.parse(text, OLD).toInstant(ZoneOffset.UTC)
          : instant(ISO.parseBest(text, OffsetDateTime::from, LocalDateTime::from));
    } catch (DateTimeException notTime) {
      throw place.problem(
          "wanted a date and time such as 2026-01-31T12:00:00+00:00, found \""
              + ResultText.shown(text, 60)
              + "\"");
    }
  }

  private static Instant instant(TemporalAccessor time) {
    return time instanceof OffsetDateTime exact
        ? exact.toInstant()
        : LocalDateTime.from(time).toInstant(ZoneOffset.UTC);
  }
}
