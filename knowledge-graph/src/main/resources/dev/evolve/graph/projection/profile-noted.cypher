// What happened to a profile: a re-validation, a quarantine, a pin. Each is a fact of its own.
UNWIND $rows AS row
MERGE (profile:TuningProfile {id: row.profile.id})
  ON CREATE SET profile += row.profile
  ON MATCH SET profile += CASE WHEN row.at < profile.at OR (row.at = profile.at AND row.eventId < profile.eventId)
                               THEN row.profile ELSE {} END
MERGE (note:ProfileNote {id: row.note.id})
  ON CREATE SET note += row.note
MERGE (profile)-[:NOTED]->(note)
RETURN collect(row.eventId) AS written
