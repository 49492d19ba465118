UNWIND $rows AS row
MATCH (proposal:Proposal {id: row.refusal.proposalId})
WHERE proposal.pack IS NOT NULL
MERGE (refusal:MergeRefusal {id: row.refusal.id})
  ON CREATE SET refusal += row.refusal
MERGE (proposal)-[:REFUSED_BY]->(refusal)
RETURN collect(row.eventId) AS written
