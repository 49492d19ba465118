MATCH (position:LogPosition {partition: $partition})
RETURN position.nextOffset AS nextOffset
