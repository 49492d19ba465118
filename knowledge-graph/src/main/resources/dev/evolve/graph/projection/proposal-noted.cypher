// Facts that one event alone adds to its proposal: the rehearsal of its rollback, its signed commit.
UNWIND $rows AS row
MATCH (proposal:Proposal {id: row.proposalId})
WHERE proposal.pack IS NOT NULL
SET proposal += row.noted
RETURN collect(row.eventId) AS written
