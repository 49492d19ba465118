MATCH (position:LogPosition {partition: $partition})
SET position.nextOffset = $nextOffset
