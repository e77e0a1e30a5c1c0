-- Of the copies that were made before, those whose fact is still there.
INSERT INTO event_copies (event_id, from_id)
SELECT f.payload ->> 'eventId', f.payload ->> 'from' FROM facts f
JOIN events e ON e.id = f.payload ->> 'eventId' JOIN events o ON o.id = f.payload ->> 'from'
WHERE f.name = 'event.copied' ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- People who hold a place, by whether their order is paid and by when it was made.
INSERT INTO event_registrations (event_id, quarter, paid_people, unpaid_people)
SELECT p.event_id, o.order_date / 900000, sum(o.status IN ('complete', 'shipped')), sum(o.status NOT IN ('complete', 'shipped'))
FROM participants p JOIN orders o ON o.id = p.order_id WHERE p.live = 1 GROUP BY 1, 2;
--> statement-breakpoint
UPDATE event_order_counts SET paid_people = r.paid, unpaid_people = r.unpaid
FROM (SELECT event_id, sum(paid_people) paid, sum(unpaid_people) unpaid FROM event_registrations GROUP BY event_id) r
WHERE r.event_id = event_order_counts.event_id;
--> statement-breakpoint
CREATE TRIGGER person_counted AFTER INSERT ON participants WHEN new.live = 1
BEGIN
  INSERT INTO event_registrations (event_id, quarter, paid_people, unpaid_people)
    SELECT new.event_id, order_date / 900000, status IN ('complete', 'shipped'), status NOT IN ('complete', 'shipped')
    FROM orders WHERE id = new.order_id
    ON CONFLICT DO UPDATE SET paid_people = paid_people + excluded.paid_people, unpaid_people = unpaid_people + excluded.unpaid_people;
  UPDATE event_order_counts SET paid_people = paid_people + o.paid, unpaid_people = unpaid_people + 1 - o.paid
    FROM (SELECT status IN ('complete', 'shipped') paid FROM orders WHERE id = new.order_id) o WHERE event_id = new.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER person_counted_again AFTER UPDATE OF live ON participants WHEN new.live <> old.live
BEGIN
  INSERT INTO event_registrations (event_id, quarter, paid_people, unpaid_people)
    SELECT new.event_id, order_date / 900000, iif(status IN ('complete', 'shipped'), new.live - old.live, 0),
      iif(status IN ('complete', 'shipped'), 0, new.live - old.live)
    FROM orders WHERE id = new.order_id
    ON CONFLICT DO UPDATE SET paid_people = paid_people + excluded.paid_people, unpaid_people = unpaid_people + excluded.unpaid_people;
  UPDATE event_order_counts SET paid_people = paid_people + iif(o.paid, new.live - old.live, 0),
      unpaid_people = unpaid_people + iif(o.paid, 0, new.live - old.live)
    FROM (SELECT status IN ('complete', 'shipped') paid FROM orders WHERE id = new.order_id) o WHERE event_id = new.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER people_of_order_counted AFTER UPDATE OF status, order_date ON orders
WHEN (new.status IN ('complete', 'shipped')) <> (old.status IN ('complete', 'shipped'))
  OR new.order_date / 900000 <> old.order_date / 900000
BEGIN
  UPDATE event_registrations SET paid_people = paid_people - iif(old.status IN ('complete', 'shipped'), p.n, 0),
      unpaid_people = unpaid_people - iif(old.status IN ('complete', 'shipped'), 0, p.n)
    FROM (SELECT count(*) n FROM participants WHERE order_id = new.id AND live = 1) p
    WHERE event_id = new.event_id AND quarter = old.order_date / 900000;
  INSERT INTO event_registrations (event_id, quarter, paid_people, unpaid_people)
    SELECT new.event_id, new.order_date / 900000, iif(new.status IN ('complete', 'shipped'), p.n, 0),
      iif(new.status IN ('complete', 'shipped'), 0, p.n)
    FROM (SELECT count(*) n FROM participants WHERE order_id = new.id AND live = 1) p WHERE p.n > 0
    ON CONFLICT DO UPDATE SET paid_people = paid_people + excluded.paid_people, unpaid_people = unpaid_people + excluded.unpaid_people;
  UPDATE event_order_counts SET paid_people = paid_people
        + p.n * ((new.status IN ('complete', 'shipped')) - (old.status IN ('complete', 'shipped'))),
      unpaid_people = unpaid_people - p.n * ((new.status IN ('complete', 'shipped')) - (old.status IN ('complete', 'shipped')))
    FROM (SELECT count(*) n FROM participants WHERE order_id = new.id AND live = 1) p WHERE event_id = new.event_id;
END;
--> statement-breakpoint
-- What an order has: it came in and is not on its way back.
CREATE VIEW order_kept (order_id, cents) AS
SELECT o.id, (SELECT coalesce(sum(l.amount_cents), 0) FROM ledger_entries l WHERE l.order_id = o.id AND l.kind = 'payment')
  - (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.order_id = o.id AND r.status <> 'withdrawn')
FROM orders o;
--> statement-breakpoint
INSERT INTO event_money_sums (event_id, payments, received_cents, refunds, refunded_cents)
SELECT o.event_id, sum(l.kind = 'payment'), sum(iif(l.kind = 'payment', l.amount_cents, 0)),
  sum(l.kind = 'refund'), sum(iif(l.kind = 'refund', l.amount_cents, 0))
FROM ledger_entries l JOIN orders o ON o.id = l.order_id GROUP BY o.event_id;
--> statement-breakpoint
INSERT INTO event_money_sums (event_id, open_orders, open_cents)
SELECT o.event_id, count(*), sum(max(0, o.total_cents - k.cents)) FROM orders o JOIN order_kept k ON k.order_id = o.id
WHERE o.status = 'pending' GROUP BY o.event_id
ON CONFLICT DO UPDATE SET open_orders = excluded.open_orders, open_cents = excluded.open_cents;
--> statement-breakpoint
CREATE TRIGGER open_order_summed AFTER INSERT ON orders WHEN new.status = 'pending'
BEGIN
  INSERT INTO event_money_sums (event_id, open_orders, open_cents) VALUES (new.event_id, 1, new.total_cents)
    ON CONFLICT DO UPDATE SET open_orders = open_orders + 1, open_cents = open_cents + excluded.open_cents;
END;
--> statement-breakpoint
CREATE TRIGGER open_order_summed_again AFTER UPDATE OF status, total_cents ON orders
WHEN old.status = 'pending' OR new.status = 'pending'
BEGIN
  INSERT INTO event_money_sums (event_id) VALUES (new.event_id) ON CONFLICT DO NOTHING;
  UPDATE event_money_sums SET open_orders = open_orders + (new.status = 'pending') - (old.status = 'pending'),
      open_cents = open_cents + iif(new.status = 'pending', max(0, new.total_cents - k.cents), 0)
        - iif(old.status = 'pending', max(0, old.total_cents - k.cents), 0)
    FROM (SELECT cents FROM order_kept WHERE order_id = new.id) k WHERE event_id = new.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_summed AFTER INSERT ON ledger_entries
BEGIN
  INSERT INTO event_money_sums (event_id, payments, received_cents, refunds, refunded_cents)
    SELECT event_id, new.kind = 'payment', iif(new.kind = 'payment', new.amount_cents, 0),
      new.kind = 'refund', iif(new.kind = 'refund', new.amount_cents, 0)
    FROM orders WHERE id = new.order_id
    ON CONFLICT DO UPDATE SET payments = payments + excluded.payments, received_cents = received_cents + excluded.received_cents,
      refunds = refunds + excluded.refunds, refunded_cents = refunded_cents + excluded.refunded_cents;
  UPDATE event_money_sums SET open_cents = open_cents + max(0, o.total_cents - o.cents)
        - max(0, o.total_cents - o.cents + new.amount_cents)
    FROM (SELECT o.event_id, o.total_cents, k.cents FROM orders o JOIN order_kept k ON k.order_id = o.id
      WHERE o.id = new.order_id AND o.status = 'pending' AND new.kind = 'payment') o
    WHERE event_money_sums.event_id = o.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER refund_summed AFTER INSERT ON refunds WHEN new.status <> 'withdrawn'
BEGIN
  UPDATE event_money_sums SET open_cents = open_cents + max(0, o.total_cents - o.cents)
        - max(0, o.total_cents - o.cents - new.amount_cents)
    FROM (SELECT o.event_id, o.total_cents, k.cents FROM orders o JOIN order_kept k ON k.order_id = o.id
      WHERE o.id = new.order_id AND o.status = 'pending') o
    WHERE event_money_sums.event_id = o.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER refund_summed_again AFTER UPDATE OF amount_cents, status ON refunds
WHEN iif(new.status = 'withdrawn', 0, new.amount_cents) <> iif(old.status = 'withdrawn', 0, old.amount_cents)
BEGIN
  UPDATE event_money_sums SET open_cents = open_cents + max(0, o.total_cents - o.cents)
        - max(0, o.total_cents - o.cents - iif(new.status = 'withdrawn', 0, new.amount_cents)
          + iif(old.status = 'withdrawn', 0, old.amount_cents))
    FROM (SELECT o.event_id, o.total_cents, k.cents FROM orders o JOIN order_kept k ON k.order_id = o.id
      WHERE o.id = new.order_id AND o.status = 'pending') o
    WHERE event_money_sums.event_id = o.event_id;
END;
