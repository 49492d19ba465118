MATCH (knob:Knob)<-[:TURNS]-(set:TrialSet)
WHERE knob.name IN $knobs AND set.kernel <> $withoutKernel
WITH set, count(DISTINCT knob.name) AS shared
WHERE 2 * shared >= size($knobs)
RETURN properties(set) AS set
ORDER BY shared DESC, set.at DESC, set.id
LIMIT $most
