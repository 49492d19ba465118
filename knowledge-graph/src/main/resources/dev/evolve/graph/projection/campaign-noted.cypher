// Facts that one event alone adds to its campaign: the end of its search, its outcome.
UNWIND $rows AS row
MATCH (campaign:Campaign {id: row.campaignId})
SET campaign += row.noted
RETURN collect(row.eventId) AS written
