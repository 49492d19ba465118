// The write takes the lock that makes two projectors of one partition take turns.
MERGE (position:LogPosition {partition: $partition})
  ON CREATE SET position.nextOffset = 0
SET position.nextOffset = position.nextOffset
RETURN position.nextOffset AS nextOffset
