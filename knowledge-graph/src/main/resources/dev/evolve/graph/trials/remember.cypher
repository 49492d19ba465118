MERGE (set:TrialSet {id: $id})
SET set = $properties
WITH set
OPTIONAL MATCH (set)-[old:TURNS]->(:Knob)
DELETE old
WITH DISTINCT set
UNWIND $properties.parameters AS name
MERGE (knob:Knob {name: name})
MERGE (set)-[:TURNS]->(knob)
RETURN count(knob) AS knobs
