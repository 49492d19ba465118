UNWIND $rows AS row
MERGE (event:LoggedEvent {eventId: row.eventId})
  ON CREATE SET event += row.event
RETURN collect(row.eventId) AS written
