-- An issued paper is for ever, its file is the one that was handed out, and its series leaves no number out.
CREATE TRIGGER invoices_no_update BEFORE UPDATE ON invoices BEGIN SELECT RAISE(ABORT, 'an issued paper is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER invoices_no_delete BEFORE DELETE ON invoices BEGIN SELECT RAISE(ABORT, 'an issued paper is never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_files_no_update BEFORE UPDATE ON invoice_files BEGIN SELECT RAISE(ABORT, 'the file of a paper is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_files_no_delete BEFORE DELETE ON invoice_files BEGIN SELECT RAISE(ABORT, 'the file of a paper is never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER invoice_series_no_gap BEFORE UPDATE OF last ON invoice_series
WHEN NEW.last <> OLD.last AND NEW.last <> OLD.last + 1 AND EXISTS (SELECT 1 FROM invoices WHERE series_id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'numbers of papers leave none out'); END;
--> statement-breakpoint
CREATE TRIGGER invoices_in_sequence BEFORE INSERT ON invoices
WHEN NEW.sequence <> (SELECT last FROM invoice_series WHERE id = NEW.series_id)
BEGIN SELECT RAISE(ABORT, 'a paper has the number that was taken last'); END;
