OPTIONAL MATCH (mark:GraphReset)
RETURN count(mark) > 0 AS marked
