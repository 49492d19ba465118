UNWIND $rows AS row
MATCH (proposal:Proposal {id: row.promotion.proposalId})
WHERE proposal.pack IS NOT NULL
MERGE (promotion:Promotion {id: row.promotion.id})
  ON CREATE SET promotion += row.promotion, promotion.pack = proposal.pack
MERGE (proposal)-[:PROMOTED_AS]->(promotion)
RETURN collect(row.eventId) AS written
