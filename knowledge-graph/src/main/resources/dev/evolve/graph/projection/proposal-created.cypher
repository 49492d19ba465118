// A rollback is another loop's event and may be projected before the proposal that it undoes.
UNWIND $rows AS row
MATCH (campaign:Campaign {id: row.campaignId})
MATCH (pack:BenchPack {name: row.proposal.pack})
MERGE (agent:Agent {name: row.agent.name})
  ON CREATE SET agent += row.agent
  ON MATCH SET agent += CASE WHEN row.at < agent.at OR (row.at = agent.at AND row.eventId < agent.eventId)
                             THEN row.agent ELSE {} END
MERGE (proposal:Proposal {id: row.proposal.id})
SET proposal += row.proposal,
    proposal += CASE WHEN proposal.stageRank IS NULL THEN row.stage ELSE {} END
MERGE (changeset:Changeset {id: row.changeset.id})
  ON CREATE SET changeset += row.changeset
  ON MATCH SET changeset += CASE WHEN row.at < changeset.at
                                   OR (row.at = changeset.at AND row.eventId < changeset.eventId)
                                 THEN row.changeset ELSE {} END
MERGE (proposal)-[:PART_OF]->(campaign)
MERGE (proposal)-[:OF_PACK]->(pack)
MERGE (proposal)-[:PROPOSED_BY]->(agent)
MERGE (proposal)-[:MAKES]->(changeset)
FOREACH (baseline IN row.baselines |
  MERGE (configuration:Configuration {pack: baseline.pack, digest: baseline.digest})
    ON CREATE SET configuration += baseline
    ON MATCH SET configuration += CASE WHEN baseline.at < configuration.at
                                         OR (baseline.at = configuration.at AND baseline.eventId < configuration.eventId)
                                       THEN baseline ELSE {} END
  MERGE (changeset)-[:BASELINE]->(configuration))
FOREACH (target IN row.targets |
  MERGE (configuration:Configuration {pack: target.pack, digest: target.digest})
    ON CREATE SET configuration += target
    ON MATCH SET configuration += CASE WHEN target.at < configuration.at
                                         OR (target.at = configuration.at AND target.eventId < configuration.eventId)
                                       THEN target ELSE {} END
  MERGE (changeset)-[:SETS]->(configuration))
FOREACH (parentId IN row.parents |
  MERGE (parent:Proposal {id: parentId})
  MERGE (proposal)-[:DERIVED_FROM]->(parent))
RETURN collect(row.eventId) AS written
