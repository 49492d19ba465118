UNWIND $rows AS row
MATCH (proposal:Proposal {id: row.verdict.proposalId})
WHERE proposal.pack IS NOT NULL
MERGE (verdict:GateVerdict {id: row.verdict.id})
  ON CREATE SET verdict += row.verdict, verdict.pack = proposal.pack
MERGE (proposal)-[:CHECKED_BY]->(verdict)
RETURN collect(row.eventId) AS written
