UNWIND $eventIds AS eventId
MATCH (event:LoggedEvent {eventId: eventId})
RETURN collect(event.eventId) AS known
