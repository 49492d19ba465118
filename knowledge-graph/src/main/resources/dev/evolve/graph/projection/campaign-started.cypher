// What several events may name is made by the earliest of them, in whichever order they are projected.
UNWIND $rows AS row
MERGE (pack:BenchPack {name: row.pack.name})
  ON CREATE SET pack += row.pack
  ON MATCH SET pack += CASE WHEN row.at < pack.at OR (row.at = pack.at AND row.eventId < pack.eventId)
                            THEN row.pack ELSE {} END
MERGE (hardware:HardwareProfile {id: row.hardware.id})
  ON CREATE SET hardware += row.hardware
  ON MATCH SET hardware += CASE WHEN row.at < hardware.at OR (row.at = hardware.at AND row.eventId < hardware.eventId)
                                THEN row.hardware ELSE {} END
MERGE (person:Person {name: row.person.name})
  ON CREATE SET person += row.person
  ON MATCH SET person += CASE WHEN row.at < person.at OR (row.at = person.at AND row.eventId < person.eventId)
                              THEN row.person ELSE {} END
MERGE (campaign:Campaign {id: row.campaign.id})
  ON CREATE SET campaign += row.campaign
MERGE (campaign)-[:OF_PACK]->(pack)
MERGE (campaign)-[:MEASURED_ON]->(hardware)
MERGE (campaign)-[:STARTED_BY]->(person)
FOREACH (declared IN row.scenarios |
  MERGE (scenario:Scenario {pack: declared.pack, name: declared.name})
    ON CREATE SET scenario += declared
    ON MATCH SET scenario += CASE WHEN declared.at < scenario.at
                                    OR (declared.at = scenario.at AND declared.eventId < scenario.eventId)
                                  THEN declared ELSE {} END
  MERGE (scenario)-[:OF_PACK]->(pack)
  MERGE (campaign)-[covers:COVERS]->(scenario)
    ON CREATE SET covers.role = declared.role)
FOREACH (declared IN row.metrics |
  MERGE (metric:Metric {pack: declared.pack, name: declared.name})
    ON CREATE SET metric += declared
    ON MATCH SET metric += CASE WHEN declared.at < metric.at
                                  OR (declared.at = metric.at AND declared.eventId < metric.eventId)
                                THEN declared ELSE {} END
  MERGE (metric)-[:OF_PACK]->(pack))
RETURN collect(row.eventId) AS written
