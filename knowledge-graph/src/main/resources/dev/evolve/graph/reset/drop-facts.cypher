// Each has few relationships, so that a bounded number of them is a bounded piece of work.
MATCH (node:Measurement|GateVerdict|Evaluation|Canary|Promotion|Rollback|MergeRefusal|Proposal|Changeset|Configuration|TuningProfile|ProfileNote)
WITH node LIMIT $limit
DETACH DELETE node
RETURN count(*) AS dropped
