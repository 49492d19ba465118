// Tuning profiles, and what happened to them.
CREATE CONSTRAINT tuning_profile_id IF NOT EXISTS FOR (n:TuningProfile) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT profile_note_id IF NOT EXISTS FOR (n:ProfileNote) REQUIRE n.id IS UNIQUE;
