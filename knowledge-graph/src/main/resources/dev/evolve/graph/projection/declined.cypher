UNWIND $rows AS row
MATCH (proposal:Proposal {id: row.proposalId})
WHERE proposal.pack IS NOT NULL
MERGE (person:Person {name: row.person.name})
  ON CREATE SET person += row.person
  ON MATCH SET person += CASE WHEN row.at < person.at OR (row.at = person.at AND row.eventId < person.eventId)
                              THEN row.person ELSE {} END
MERGE (proposal)-[decision:DECLINED_BY {eventId: row.eventId}]->(person)
  ON CREATE SET decision += row.decision
RETURN collect(row.eventId) AS written
