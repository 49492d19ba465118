package dev.evolve.gates.compare;

import dev.evolve.measure.Arm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Who ran when: as the caller claims it, or else by the time stamps of the files, or else by
 * numbers at the start or the end of their names.
 *
 * @param turns in the order they ran; empty if that is not known
 * @param claim what the order rests on, in a sentence; empty if on time stamps or on our own runs
 * @param problem why it is not known; empty if it is
 */
record RunOrder(List<ArmTurn> turns, String claim, String problem) {

  private static final int LONGEST_SHOWN = 100;
  private static final Pattern LEADING = Pattern.compile("^(\\d{1,9})(?!\\d)");
  private static final Pattern TRAILING = Pattern.compile("(?<!\\d)(\\d{1,9})$");

  /** The order of all turns, those of the baseline first and each arm's in the order given. */
  static RunOrder of(List<ArmTurn> turns, CompareOptions options) {
    String claimed = options.order();
    if (claimed != null) {
      return claimed(turns, claimed, options.isWitnessed());
    }
    RunOrder byName =
        numbered(turns, LEADING)
            .orElse(numbered(turns, TRAILING).orElse(unknown("the files do not say who ran when")));
    boolean isStamped = turns.stream().allMatch(turn -> turn.turn().timeIfAny().isPresent());
    return isStamped ? timed(turns).orElse(agreeing(byName)).orElse(timed(turns)) : byName;
  }

  /** Numbers may say which of two runs in one second was first, if no time stamp objects. */
  private static RunOrder agreeing(RunOrder byName) {
    String contradiction = contradiction(byName.turns());
    return contradiction.isEmpty() ? byName : unknown(contradiction);
  }

  private RunOrder orElse(RunOrder other) {
    return problem.isEmpty() ? this : other;
  }

  private static RunOrder unknown(String problem) {
    return new RunOrder(List.of(), "", problem);
  }

  private static String shortened(String order) {
    return order.length() <= LONGEST_SHOWN ? order : order.substring(0, LONGEST_SHOWN) + "…";
  }

  private static RunOrder claimed(List<ArmTurn> turns, String written, boolean isWitnessed) {
    String order = expanded(written, turns.size());
    if (!order.matches("[AB]+")) {
      return unknown(
          "wanted an order of A (baseline) and B (candidate), found " + shortened(written));
    }
    long baseline = turns.stream().filter(turn -> turn.arm() == Arm.BASELINE).count();
    long letters = order.chars().filter(letter -> letter == 'A').count();
    if (order.length() != turns.size() || letters != baseline) {
      return unknown(
          "the order %s has %d runs of the baseline and %d of the candidate, the files have %d and %d"
              .formatted(
                  shortened(order),
                  letters,
                  order.length() - letters,
                  baseline,
                  turns.size() - baseline));
    }
    List<ArmTurn> ordered = inOrder(turns, order);
    String contradiction = contradiction(ordered);
    return contradiction.isEmpty()
        ? new RunOrder(
            ordered,
            isWitnessed
                ? ""
                : "the order of the runs is as the caller says; the files do not show it",
            "")
        : unknown(contradiction);
  }

  private static String expanded(String written, int length) {
    String upper = written.strip().toUpperCase(Locale.ROOT);
    if (!upper.endsWith("...") || upper.length() == 3) {
      return upper;
    }
    String unit = upper.substring(0, upper.length() - 3);
    return unit.repeat(length / unit.length() + 1).substring(0, length);
  }

  private static List<ArmTurn> inOrder(List<ArmTurn> turns, String order) {
    Iterator<ArmTurn> baseline =
        turns.stream().filter(turn -> turn.arm() == Arm.BASELINE).iterator();
    Iterator<ArmTurn> candidate =
        turns.stream().filter(turn -> turn.arm() == Arm.CANDIDATE).iterator();
    List<ArmTurn> ordered = new ArrayList<>();
    for (char letter : order.toCharArray()) {
      ordered.add(letter == 'A' ? baseline.next() : candidate.next());
    }
    return ordered;
  }

  private static String contradiction(List<ArmTurn> ordered) {
    Instant before = Instant.MIN;
    for (ArmTurn turn : ordered) {
      Instant time = turn.turn().timeIfAny().orElse(before);
      if (time.isBefore(before)) {
        return "the order that is claimed contradicts the time stamp of " + turn.turn().place();
      }
      before = time;
    }
    return "";
  }

  private static RunOrder timed(List<ArmTurn> turns) {
    Function<ArmTurn, Instant> time = turn -> turn.turn().timeIfAny().orElse(Instant.MIN);
    List<ArmTurn> sorted = turns.stream().sorted(Comparator.comparing(time)).toList();
    for (int i = 1; i < sorted.size(); i++) {
      boolean isTied = time.apply(sorted.get(i)).equals(time.apply(sorted.get(i - 1)));
      if (isTied && sorted.get(i).arm() != sorted.get(i - 1).arm()) {
        return unknown(
            "%s and %s have the same time stamp"
                .formatted(sorted.get(i - 1).turn().place(), sorted.get(i).turn().place()));
      }
    }
    return new RunOrder(sorted, "", "");
  }

  private static RunOrder numbered(List<ArmTurn> turns, Pattern pattern) {
    List<OptionalLong> numbers = turns.stream().map(turn -> number(turn, pattern)).toList();
    boolean isUsable =
        numbers.stream().allMatch(OptionalLong::isPresent)
            && new HashSet<>(numbers).size() == numbers.size();
    if (!isUsable) {
      return unknown("the files do not say who ran when");
    }
    List<ArmTurn> sorted =
        IntStream.range(0, turns.size())
            .boxed()
            .sorted(Comparator.comparingLong(i -> numbers.get(i).orElseThrow()))
            .map(turns::get)
            .toList();
    return new RunOrder(sorted, "the order of the runs is that of the numbers in the names", "");
  }

  private static OptionalLong number(ArmTurn turn, Pattern pattern) {
    if (turn.turnsInFile() > 1) {
      return OptionalLong.empty();
    }
    String base =
        turn.file().replaceFirst("^.*[/\\\\]", "").replaceFirst("(\\.[A-Za-z]\\w*)+$", "");
    Matcher matcher = pattern.matcher(base);
    return matcher.find()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }

  /** The order in letters. */
  String letters() {
    return turns.stream().map(turn -> String.valueOf(turn.letter())).collect(Collectors.joining());
  }
}
