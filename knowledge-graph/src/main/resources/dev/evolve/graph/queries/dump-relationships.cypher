MATCH (from)-[relationship]->(to)
WITH from, relationship, to, labels(from)[0] AS fromLabel, labels(to)[0] AS toLabel
WHERE fromLabel IN $labels AND toLabel IN $labels
RETURN fromLabel, [key IN $keys[fromLabel] | from[key]] AS fromKey, type(relationship) AS type,
       properties(relationship) AS properties, toLabel, [key IN $keys[toLabel] | to[key]] AS toKey
