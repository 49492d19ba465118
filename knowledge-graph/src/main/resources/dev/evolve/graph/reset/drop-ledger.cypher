MATCH (event:LoggedEvent)
WITH event LIMIT $limit
DELETE event
RETURN count(*) AS dropped
