// Community has no existence or type constraints: this finds what they would have refused.
MATCH (node)
WITH node, labels(node)[0] AS label
WITH node, label,
     [required IN coalesce($required[label], [])
      WHERE NOT valueType(node[required.name]) STARTS WITH required.type] AS wrong
WHERE size(wrong) > 0
RETURN label, [key IN $keys[label] | toString(node[key])] AS key, node.eventId AS eventId,
       [required IN wrong | required.name + ' should be ' + required.type + ' and is '
                            + valueType(node[required.name])] AS problems
LIMIT $limit
