// A profile is made by the earliest event that names it, in whichever order they are projected.
UNWIND $rows AS row
MERGE (hardware:HardwareProfile {id: row.hardware.id})
  ON CREATE SET hardware += row.hardware
  ON MATCH SET hardware += CASE WHEN row.at < hardware.at OR (row.at = hardware.at AND row.eventId < hardware.eventId)
                                THEN row.hardware ELSE {} END
MERGE (person:Person {name: row.person.name})
  ON CREATE SET person += row.person
  ON MATCH SET person += CASE WHEN row.at < person.at OR (row.at = person.at AND row.eventId < person.eventId)
                              THEN row.person ELSE {} END
MERGE (profile:TuningProfile {id: row.profile.id})
  ON CREATE SET profile += row.profile
  ON MATCH SET profile += CASE WHEN row.at < profile.at OR (row.at = profile.at AND row.eventId < profile.eventId)
                               THEN row.profile ELSE {} END
SET profile += row.facts
MERGE (profile)-[:MEASURED_ON]->(hardware)
MERGE (profile)-[:IMPORTED_BY]->(person)
RETURN collect(row.eventId) AS written
