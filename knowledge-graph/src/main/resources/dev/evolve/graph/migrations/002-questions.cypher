// One composite index for each question, its last property the one that the answer is ordered by.
// A composite index is used only where every one of its properties has a predicate.
CREATE INDEX measurement_on_hardware IF NOT EXISTS FOR (n:Measurement) ON (n.pack, n.hardwareId, n.effect, n.at);
CREATE INDEX measurement_anywhere IF NOT EXISTS FOR (n:Measurement) ON (n.pack, n.effect, n.at);
CREATE INDEX gate_verdict_not_passed IF NOT EXISTS FOR (n:GateVerdict) ON (n.gate, n.passed, n.at);
