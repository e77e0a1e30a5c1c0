-- Events that were to issue invoices before there were any: the job goes through their paid orders once.
INSERT INTO invoice_backlogs (event_id, is_on, last_order_id, finished_at) SELECT id, 1, 0, NULL FROM events WHERE generate_invoice = 1;
