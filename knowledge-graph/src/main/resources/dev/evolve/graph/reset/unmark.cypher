MATCH (mark:GraphReset)
DELETE mark
