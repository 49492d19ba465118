MATCH (node:Campaign|Proposal|Changeset|Configuration|Agent|BenchPack|Scenario|Metric|HardwareProfile|Evaluation
            |Measurement|GateVerdict|Canary|Promotion|Rollback|MergeRefusal|Person)
CALL (node) {
  DETACH DELETE node
} IN TRANSACTIONS OF 5000 ROWS
