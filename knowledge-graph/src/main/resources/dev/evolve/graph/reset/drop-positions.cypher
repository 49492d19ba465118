MATCH (position:LogPosition)
WITH position LIMIT $limit
DELETE position
RETURN count(*) AS dropped
