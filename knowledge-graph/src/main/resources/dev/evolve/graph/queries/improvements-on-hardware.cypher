MATCH (m:Measurement)
WHERE m.pack = $pack AND m.hardwareId = $hardwareId AND m.effect = 'IMPROVED' AND m.at IS NOT NULL
WITH m ORDER BY m.pack DESC, m.hardwareId DESC, m.effect DESC, m.at DESC, m.id LIMIT $limit
MATCH (p:Proposal {id: m.proposalId})
RETURN m.proposalId AS proposalId, m.pack AS pack, m.hardwareId AS hardwareId, m.scenario AS scenario,
       m.metric AS metric, m.ratio AS ratio, m.low AS low, m.high AS high, p.configuration AS configuration,
       p.stage AS stage, p.inForce AS inForce, m.at AS at
ORDER BY m.at DESC, m.id
