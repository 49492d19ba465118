MATCH (position:LogPosition)
DELETE position
