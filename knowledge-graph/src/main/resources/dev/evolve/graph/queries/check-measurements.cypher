// One measurement belongs to one change, and to the samples that it was made from.
MATCH (measurement:Measurement)
WITH measurement,
     COUNT { (measurement)<-[:CAUSED]-(:Proposal) } AS changes,
     COUNT { (measurement)-[:DERIVED_FROM]->(:Evaluation) } AS confirmations
WHERE changes <> 1 OR confirmations <> 1
RETURN measurement.id AS id, measurement.eventId AS eventId, changes, confirmations
LIMIT $limit
