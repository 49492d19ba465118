UNWIND $rows AS row
MATCH (proposal:Proposal {id: row.evaluation.proposalId})
WHERE proposal.pack IS NOT NULL
MERGE (hardware:HardwareProfile {id: row.hardware.id})
  ON CREATE SET hardware += row.hardware
  ON MATCH SET hardware += CASE WHEN row.at < hardware.at OR (row.at = hardware.at AND row.eventId < hardware.eventId)
                                THEN row.hardware ELSE {} END
MERGE (evaluation:Evaluation {id: row.evaluation.id})
  ON CREATE SET evaluation += row.evaluation, evaluation.pack = proposal.pack
MERGE (evaluation)-[:MEASURED_ON]->(hardware)
FOREACH (confirms IN row.confirms | MERGE (proposal)-[:CONFIRMED_BY]->(evaluation))
FOREACH (screens IN row.screens | MERGE (proposal)-[:SCREENED_BY]->(evaluation))
RETURN collect(row.eventId) AS written
