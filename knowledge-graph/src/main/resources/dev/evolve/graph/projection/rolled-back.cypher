// Another loop's event than the proposal's: the proposal may come later.
UNWIND $rows AS row
MERGE (proposal:Proposal {id: row.rollback.proposalId})
MERGE (person:Person {name: row.person.name})
  ON CREATE SET person += row.person
  ON MATCH SET person += CASE WHEN row.at < person.at OR (row.at = person.at AND row.eventId < person.eventId)
                              THEN row.person ELSE {} END
MERGE (rollback:Rollback {id: row.rollback.id})
  ON CREATE SET rollback += row.rollback
MERGE (rollback)-[:REVERTED]->(proposal)
MERGE (rollback)-[:REQUESTED_BY]->(person)
RETURN collect(row.eventId) AS written
