// What every fact hangs on: dropped last, when hardly anything hangs on it any more.
MATCH (node:Campaign|Scenario|Metric|Agent|BenchPack|HardwareProfile|Person)
WITH node LIMIT $limit
DETACH DELETE node
RETURN count(*) AS dropped
