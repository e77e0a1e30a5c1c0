-- What an open order was granted back is open again, as `openOfOrder` of payments says; only a paid one owes nothing for it.
DROP TRIGGER company_orders_limit;
--> statement-breakpoint
CREATE TRIGGER company_orders_limit BEFORE INSERT ON company_orders
WHEN (SELECT coalesce(sum(max(0, o.total_cents
      - (SELECT coalesce(sum(l.amount_cents), 0) FROM ledger_entries l WHERE l.order_id = o.id AND l.kind = 'payment')
      + (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.order_id = o.id AND r.status <> 'withdrawn'
          AND (r.reason <> 'granted' OR o.status NOT IN ('complete', 'shipped'))))), 0)
    FROM orders o WHERE o.id = NEW.order_id OR (o.payment_method = 'account' AND o.status IN ('complete', 'shipped')
      AND o.id IN (SELECT order_id FROM company_orders WHERE company_id = NEW.company_id)))
  > (SELECT limit_cents FROM companies WHERE id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'more would be open on the account of a company than was agreed'); END;
