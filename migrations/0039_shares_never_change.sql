-- What was settled stays as it was written: again for the table that was made anew, and for what the platform pays and sells.
CREATE TRIGGER settlements_no_update BEFORE UPDATE ON settlements BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER settlements_no_delete BEFORE DELETE ON settlements BEGIN SELECT RAISE(ABORT, 'settlements are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER settlement_shares_no_update BEFORE UPDATE ON settlement_shares BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER settlement_shares_no_delete BEFORE DELETE ON settlement_shares BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
