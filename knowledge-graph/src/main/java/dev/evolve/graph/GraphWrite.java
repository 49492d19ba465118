package dev.evolve.graph;

import java.util.Locale;

/**
 * The writes of the projection, in the order in which a batch makes them: what makes a node comes
 * before what looks for it. Each is one statement over all rows of a batch, and answers with the
 * event ids of the rows that found what they need.
 */
enum GraphWrite {
  EVENT_LOGGED("a place in the ledger"),
  CAMPAIGN_STARTED("nothing"),
  PROPOSAL_CREATED("its campaign and its pack"),
  STAGE_CHANGED("nothing"),
  EVALUATED("its proposal"),
  GATE_JUDGED("its proposal"),
  EFFECT_MEASURED("a confirmation of its proposal before it"),
  CANARY_JUDGED("its proposal"),
  PROPOSAL_NOTED("its proposal"),
  APPROVED("its proposal"),
  DECLINED("its proposal"),
  MERGE_REFUSED("its proposal"),
  MERGED("its proposal"),
  ROLLED_BACK("nothing"),
  CAMPAIGN_NOTED("its campaign"),
  PROFILE_IMPORTED("nothing"),
  PROFILE_NOTED("nothing");

  private final String needs;
  private final String cypher;

  GraphWrite(String needs) {
    this.needs = needs;
    String file = name().toLowerCase(Locale.ROOT).replace('_', '-');
    this.cypher = CypherFile.read("projection/" + file + ".cypher");
  }

  /** The statement, which reads {@code $rows}. */
  String cypher() {
    return cypher;
  }

  /** What must be in the graph before, for people. */
  String needs() {
    return needs;
  }
}
