// The events of a loop are numbered from 0 without a gap.
MATCH (event:LoggedEvent)
WITH event.loopId AS loopId, count(event) AS events, max(event.sequence) AS last
WHERE events <> last + 1
RETURN loopId, events, last
LIMIT $limit
