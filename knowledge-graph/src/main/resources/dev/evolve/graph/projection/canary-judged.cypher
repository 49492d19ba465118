// One canary per proposal; each judgement holds the stages before it, so the last one counts.
UNWIND $rows AS row
MATCH (proposal:Proposal {id: row.canary.proposalId})
WHERE proposal.pack IS NOT NULL
MERGE (canary:Canary {id: row.canary.id})
  ON CREATE SET canary += row.canary, canary += row.judgement, canary.pack = proposal.pack
  ON MATCH SET canary += CASE WHEN canary.sequence < row.judgement.sequence THEN row.judgement ELSE {} END
MERGE (proposal)-[:CANARIED_AS]->(canary)
RETURN collect(row.eventId) AS written
