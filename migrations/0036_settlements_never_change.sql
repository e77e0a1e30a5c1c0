-- What was settled stays as it was written, and so does who did it.
CREATE TRIGGER settlements_no_update BEFORE UPDATE ON settlements BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER settlements_no_delete BEFORE DELETE ON settlements BEGIN SELECT RAISE(ABORT, 'settlements are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER settlement_entries_no_update BEFORE UPDATE ON settlement_entries BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER settlement_entries_no_delete BEFORE DELETE ON settlement_entries BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER settlement_tickets_no_update BEFORE UPDATE ON settlement_tickets BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER settlement_tickets_no_delete BEFORE DELETE ON settlement_tickets BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER settlement_audits_no_update BEFORE UPDATE ON settlement_audits BEGIN SELECT RAISE(ABORT, 'audits are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER settlement_audits_no_delete BEFORE DELETE ON settlement_audits BEGIN SELECT RAISE(ABORT, 'audits are never deleted'); END;
--> statement-breakpoint
-- Of a payout only its way to the bank changes.
CREATE TRIGGER payouts_no_delete BEFORE DELETE ON payouts BEGIN SELECT RAISE(ABORT, 'payouts are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER payouts_keep_their_sum BEFORE UPDATE ON payouts
WHEN new.amount_cents <> old.amount_cents OR new.settlement_id <> old.settlement_id OR (old.file_id IS NOT NULL AND new.file_id IS NOT old.file_id)
BEGIN SELECT RAISE(ABORT, 'a payout keeps its sum and its file'); END;
