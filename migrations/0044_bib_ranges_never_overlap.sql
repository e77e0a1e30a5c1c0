CREATE TRIGGER bib_ranges_apart BEFORE INSERT ON bib_ranges
WHEN EXISTS (SELECT 1 FROM bib_ranges r WHERE r.event_id = new.event_id AND r.first <= new.last AND new.first <= r.last)
BEGIN SELECT RAISE(ABORT, 'ranges of bibs overlap'); END;
--> statement-breakpoint
CREATE TRIGGER bib_ranges_stay_apart BEFORE UPDATE ON bib_ranges
WHEN EXISTS (SELECT 1 FROM bib_ranges r WHERE r.id <> old.id AND r.event_id = new.event_id AND r.first <= new.last AND new.first <= r.last)
BEGIN SELECT RAISE(ABORT, 'ranges of bibs overlap'); END;
--> statement-breakpoint
-- A range is of a competition of that very event.
CREATE TRIGGER bib_ranges_of_the_event BEFORE INSERT ON bib_ranges
WHEN NOT EXISTS (SELECT 1 FROM competitions c WHERE c.id = new.competition_id AND c.event_id = new.event_id)
BEGIN SELECT RAISE(ABORT, 'a range is of a competition of its event'); END;
