-- What was settled stays as it was written: again for the table that was made anew.
CREATE TRIGGER settlements_no_update BEFORE UPDATE ON settlements BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER settlements_no_delete BEFORE DELETE ON settlements BEGIN SELECT RAISE(ABORT, 'settlements are never deleted'); END;
--> statement-breakpoint
-- Who took how much in cash stays as it was said.
CREATE TRIGGER late_registrations_no_update BEFORE UPDATE ON late_registrations BEGIN SELECT RAISE(ABORT, 'late registrations are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER late_registrations_no_delete BEFORE DELETE ON late_registrations BEGIN SELECT RAISE(ABORT, 'late registrations are never deleted'); END;
