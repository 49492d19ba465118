// Stages only move forward, so the furthest one counts, in whichever order loops are projected.
UNWIND $rows AS row
MERGE (proposal:Proposal {id: row.proposalId})
SET proposal += CASE WHEN coalesce(proposal.stageRank, -1) < row.stage.stageRank THEN row.stage ELSE {} END
RETURN collect(row.eventId) AS written
