MATCH (event:LoggedEvent)
CALL (event) {
  DELETE event
} IN TRANSACTIONS OF 10000 ROWS
