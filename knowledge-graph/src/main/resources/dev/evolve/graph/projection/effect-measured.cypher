// The fact node: immutable, with the keys that people filter by copied onto it. It was measured by the
// confirmation that came last before the gate judged, on that confirmation's machine.
UNWIND $rows AS row
MATCH (proposal:Proposal {id: row.proposalId})-[:PART_OF]->(campaign:Campaign)
MATCH (proposal)-[:OF_PACK]->(pack:BenchPack)
MATCH (verdict:GateVerdict {id: row.verdictId})
CALL (proposal, row) {
  MATCH (proposal)-[:CONFIRMED_BY]->(confirmation:Evaluation)
  WHERE confirmation.loopId = row.loopId AND confirmation.sequence < row.sequence
  RETURN confirmation ORDER BY confirmation.sequence DESC LIMIT 1
}
MATCH (confirmation)-[:MEASURED_ON]->(hardware:HardwareProfile)
OPTIONAL MATCH (campaign)-[covers:COVERS]->(scenario:Scenario {pack: proposal.pack, name: row.measurement.scenario})
OPTIONAL MATCH (metric:Metric {pack: proposal.pack, name: row.measurement.metric})
MERGE (measurement:Measurement {id: row.measurement.id})
  ON CREATE SET measurement += row.measurement,
                measurement.pack = proposal.pack,
                measurement.role = coalesce(covers.role, row.undeclaredRole),
                measurement.hardwareId = hardware.id,
                measurement.architecture = hardware.architecture,
                measurement.cpuModel = hardware.cpuModel,
                measurement.samplesEventId = confirmation.eventId
MERGE (proposal)-[:CAUSED]->(measurement)
MERGE (measurement)-[:DERIVED_FROM]->(confirmation)
MERGE (verdict)-[:JUDGED]->(measurement)
MERGE (measurement)-[:MEASURED_ON]->(hardware)
FOREACH (declared IN CASE WHEN scenario IS NULL THEN [] ELSE [scenario] END |
  MERGE (measurement)-[:IN_SCENARIO]->(declared))
FOREACH (declared IN CASE WHEN metric IS NULL THEN [] ELSE [metric] END |
  MERGE (measurement)-[:OF_METRIC]->(declared))
WITH row, proposal, coalesce(scenario, pack) AS target, measurement
FOREACH (improved IN CASE WHEN measurement.effect = 'IMPROVED' THEN [1] ELSE [] END |
  MERGE (proposal)-[change:IMPROVED {measurementId: measurement.id}]->(target)
    ON CREATE SET change.metric = measurement.metric, change.ratio = measurement.ratio)
FOREACH (regressed IN CASE WHEN measurement.effect = 'REGRESSED' THEN [1] ELSE [] END |
  MERGE (proposal)-[change:REGRESSED {measurementId: measurement.id}]->(target)
    ON CREATE SET change.metric = measurement.metric, change.ratio = measurement.ratio)
RETURN collect(row.eventId) AS written
