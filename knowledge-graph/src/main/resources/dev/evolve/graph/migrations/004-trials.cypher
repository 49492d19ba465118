// Sets of trials; found by kernel, or by the names of their knobs.
CREATE CONSTRAINT trial_set_id IF NOT EXISTS FOR (n:TrialSet) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT knob_name IF NOT EXISTS FOR (n:Knob) REQUIRE n.name IS UNIQUE;
CREATE INDEX trial_set_kernel IF NOT EXISTS FOR (n:TrialSet) ON (n.kernel);
