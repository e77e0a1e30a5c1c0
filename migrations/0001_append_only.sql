-- Audits and the money ledger only grow, whatever the code above them does.
CREATE TRIGGER order_audits_no_update BEFORE UPDATE ON order_audits BEGIN SELECT RAISE(ABORT, 'audits are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER order_audits_no_delete BEFORE DELETE ON order_audits BEGIN SELECT RAISE(ABORT, 'audits are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'the ledger is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'the ledger is never deleted'); END;
