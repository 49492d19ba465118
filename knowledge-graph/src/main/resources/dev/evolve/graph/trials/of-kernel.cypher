MATCH (set:TrialSet {kernel: $kernel})
WHERE set.hardwareId <> $withoutHardwareId
RETURN properties(set) AS set
ORDER BY set.hardwareId, set.shape, set.provenance
