MATCH (v:GateVerdict)
WHERE v.gate = $gate AND v.passed = false AND v.at IS NOT NULL
WITH v ORDER BY v.gate DESC, v.passed DESC, v.at DESC, v.id LIMIT $limit
RETURN v.proposalId AS proposalId, v.pack AS pack, v.gate AS gate, v.outcome AS outcome,
       v.summary AS summary, v.at AS at
