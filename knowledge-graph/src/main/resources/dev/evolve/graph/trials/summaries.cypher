MATCH (set:TrialSet)
RETURN set {.id, .kernel, .shape, .hardwareId, .provenance, .at, .parameters, .size} AS set
ORDER BY set.kernel, set.hardwareId, set.shape, set.provenance
