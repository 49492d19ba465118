package dev.evolve.search.strategy;

import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/** The best points measured so far, best first, each only once; bounded in number. */
final class Population {

  private final int most;
  private final List<Member> members = new ArrayList<>();

  Population(int most) {
    this.most = most;
  }

  /** Takes a trial in: it replaces what was told of its point before, and the worst goes. */
  void add(Trial trial) {
    members.removeIf(member -> member.point().equals(trial.point()));
    if (trial.outcome() instanceof Outcome.Measured measured) {
      add(new Member(trial.point(), measured.value()));
    }
  }

  private void add(Member member) {
    int at = 0;
    while (at < members.size() && members.get(at).value() <= member.value()) {
      at++;
    }
    members.add(at, member);
    if (members.size() > most) {
      members.removeLast();
    }
  }

  /** Best first. */
  List<Member> members() {
    return Collections.unmodifiableList(members);
  }

  int size() {
    return members.size();
  }

  /** The better of two members drawn uniformly. */
  Member tournament(RandomGenerator random) {
    int one = random.nextInt(members.size());
    int other = random.nextInt(members.size());
    return members.get(Math.min(one, other));
  }
}
