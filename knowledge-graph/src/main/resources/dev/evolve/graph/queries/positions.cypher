MATCH (position:LogPosition)
RETURN position.partition AS partition, position.nextOffset AS nextOffset
