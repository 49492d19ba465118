MATCH (:Knob {name: $parameter})<-[:TURNS]-(set:TrialSet)
WHERE set.hardwareId <> $withoutHardwareId
RETURN properties(set) AS set
ORDER BY set.kernel, set.hardwareId, set.shape, set.provenance
