MATCH (node)
WITH node, labels(node)[0] AS label
WHERE label IN $labels
RETURN label, properties(node) AS properties
