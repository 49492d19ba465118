package dev.evolve.gates.compare;

import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.Set;

/**
 * A comparison's report as JUnit XML: a test case for each benchmark and metric, and one for the
 * layout. FAIL is a failure, INVALID an error; INCONCLUSIVE is a failure where it counts as one and
 * else skipped, for a passed test would say too much.
 */
public final class ReportJunit {

  private ReportJunit() {}

  /**
   * The report.
   *
   * @param failing the verdicts that count as failing
   */
  public static String of(GateReport report, Set<Verdict> failing) {
    long failures = count(report, Verdict.FAIL);
    long undecided = count(report, Verdict.INCONCLUSIVE);
    boolean isUndecidedFailing = failing.contains(Verdict.INCONCLUSIVE);
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append(
        "<testsuites>%n<testsuite name=\"evolve gate\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">%n"
            .formatted(
                report.metrics().size() + 1,
                failures + (isUndecidedFailing ? undecided : 0),
                report.layout().isEmpty() ? 0 : 1,
                isUndecidedFailing ? 0 : undecided));
    layout(report, xml);
    report.metrics().forEach(metric -> metric(metric, isUndecidedFailing, xml));
    xml.append("<system-out>").append(escaped(ReportText.of(report))).append("</system-out>\n");
    return xml.append("</testsuite>\n</testsuites>\n").toString();
  }

  private static long count(GateReport report, Verdict verdict) {
    return report.metrics().stream().filter(metric -> metric.verdict() == verdict).count();
  }

  private static void layout(GateReport report, StringBuilder xml) {
    if (report.layout().isEmpty()) {
      xml.append("<testcase classname=\"evolve.gate\" name=\"layout\"/>\n");
      return;
    }
    xml.append(
            "<testcase classname=\"evolve.gate\" name=\"layout\"><error type=\"INVALID\" message=\"")
        .append(escaped(report.summary()))
        .append("\">");
    for (Evidence problem : report.layout()) {
      xml.append(
          escaped(
              "%s: found %s, wanted %s: %s%n"
                  .formatted(
                      problem.name(), problem.observed(), problem.limit(), problem.detail())));
    }
    xml.append("</error></testcase>\n");
  }

  private static void metric(ComparedMetric metric, boolean isUndecidedFailing, StringBuilder xml) {
    xml.append(
        "<testcase classname=\"%s\" name=\"%s\">"
            .formatted(escaped(metric.benchmark()), escaped(metric.metric())));
    String message =
        escaped(
            "worse by %s (%s), floor %s, %d pairs: %s"
                .formatted(
                    Shares.signed(metric.worse()),
                    Shares.interval(metric.low(), metric.high()),
                    Shares.plain(metric.floor()),
                    metric.pairs(),
                    metric.todo()));
    switch (metric.verdict()) {
      case FAIL -> xml.append("<failure type=\"FAIL\" message=\"%s\"/>".formatted(message));
      case INVALID -> xml.append("<error type=\"INVALID\" message=\"%s\"/>".formatted(message));
      case INCONCLUSIVE ->
          xml.append(
              isUndecidedFailing
                  ? "<failure type=\"INCONCLUSIVE\" message=\"%s\"/>".formatted(message)
                  : "<skipped message=\"%s\"/>".formatted(message));
      case PASS -> xml.append("<system-out>").append(message).append("</system-out>");
    }
    xml.append("</testcase>\n");
  }

  /** Text for XML 1.0: what XML cannot hold at all becomes a question mark. */
  static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                default -> safe.appendCodePoint(isXml(point) ? point : '?');
              }
            });
    return safe.toString();
  }

  private static boolean isXml(int point) {
    return point == '\n'
        || point == '\t'
        || (point >= 0x20 && point <= 0xd7ff)
        || (point >= 0xe000 && point <= 0xfffd)
        || point >= 0x10000;
  }
}
