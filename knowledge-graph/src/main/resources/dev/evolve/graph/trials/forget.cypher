MATCH (set:TrialSet {id: $id})
DETACH DELETE set
