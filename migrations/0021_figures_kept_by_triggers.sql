-- One row an order, a person and an ordered article, as far as they count: the order is complete or shipped.
CREATE VIEW sold_order_rows (order_id, event_id, quarter, payment_method, total_cents) AS
SELECT id, event_id, order_date / 900000, coalesce(payment_method, ''), total_cents
FROM orders WHERE status IN ('complete', 'shipped');
--> statement-breakpoint
CREATE VIEW sold_people_rows (participant_id, order_id, event_id, quarter, competition_id, payment_method, gender, birth_year, nation,
  club, country_code, zip_code) AS
SELECT p.id, p.order_id, p.event_id, o.order_date / 900000, p.competition_id, coalesce(o.payment_method, ''),
  coalesce(p.gender, ''), coalesce(substr(p.birth_date, 1, 4), ''), coalesce(p.nationality_country_code, ''),
  coalesce(trim(p.club), ''), coalesce(o.contact_address ->> 'countryCode', ''), coalesce(o.contact_address ->> 'zipCode', '')
FROM participants p JOIN orders o ON o.id = p.order_id WHERE p.live = 1 AND o.status IN ('complete', 'shipped');
--> statement-breakpoint
CREATE VIEW sold_article_rows (id, participant_id, order_id, event_id, variant_id, quantity, cents) AS
SELECT a.id, a.participant_id, p.order_id, p.event_id, a.variant_id, a.quantity, a.quantity * a.unit_cents - a.discount_cents
FROM participant_articles a JOIN participants p ON p.id = a.participant_id JOIN orders o ON o.id = p.order_id
WHERE p.live = 1 AND o.status IN ('complete', 'shipped');
--> statement-breakpoint
INSERT INTO sold_orders (event_id, quarter, payment_method, orders, revenue_cents)
SELECT event_id, quarter, payment_method, sum(1), sum(total_cents) FROM sold_order_rows GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO sold_tickets (event_id, quarter, competition_id, payment_method, tickets)
SELECT event_id, quarter, competition_id, payment_method, sum(1) FROM sold_people_rows GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO sold_people (event_id, competition_id, gender, birth_year, nation, people)
SELECT event_id, competition_id, gender, birth_year, nation, sum(1) FROM sold_people_rows GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO sold_clubs (event_id, club, people)
SELECT event_id, club, sum(1) FROM sold_people_rows GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO sold_areas (event_id, country_code, zip_code, people)
SELECT event_id, country_code, zip_code, sum(1) FROM sold_people_rows GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO sold_articles (event_id, variant_id, quantity, revenue_cents)
SELECT event_id, variant_id, sum(quantity), sum(cents) FROM sold_article_rows GROUP BY 1, 2;
--> statement-breakpoint
-- Before a change what it is about is taken out as it was, after it it is added as it is: no figure can be left behind.
CREATE TRIGGER sold_order_added AFTER INSERT ON orders WHEN new.status IN ('complete', 'shipped')
BEGIN
  INSERT INTO sold_orders (event_id, quarter, payment_method, orders, revenue_cents)
    SELECT event_id, quarter, payment_method, sum(1), sum(total_cents) FROM sold_order_rows WHERE order_id = new.id GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER sold_order_leaves BEFORE UPDATE OF status, payment_method, total_cents, order_date, contact_address ON orders
WHEN old.status IN ('complete', 'shipped') AND ((old.status IN ('complete', 'shipped')) <> (new.status IN ('complete', 'shipped')) OR new.payment_method IS NOT old.payment_method
  OR new.total_cents <> old.total_cents OR new.order_date <> old.order_date OR new.contact_address IS NOT old.contact_address)
BEGIN
  INSERT INTO sold_orders (event_id, quarter, payment_method, orders, revenue_cents)
    SELECT event_id, quarter, payment_method, -sum(1), -sum(total_cents) FROM sold_order_rows WHERE order_id = old.id GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, revenue_cents = revenue_cents + excluded.revenue_cents;
  INSERT INTO sold_tickets (event_id, quarter, competition_id, payment_method, tickets)
    SELECT event_id, quarter, competition_id, payment_method, -sum(1) FROM sold_people_rows WHERE order_id = old.id GROUP BY 1, 2, 3, 4
    ON CONFLICT DO UPDATE SET tickets = tickets + excluded.tickets;
  INSERT INTO sold_people (event_id, competition_id, gender, birth_year, nation, people)
    SELECT event_id, competition_id, gender, birth_year, nation, -sum(1) FROM sold_people_rows WHERE order_id = old.id GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_clubs (event_id, club, people)
    SELECT event_id, club, -sum(1) FROM sold_people_rows WHERE order_id = old.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_areas (event_id, country_code, zip_code, people)
    SELECT event_id, country_code, zip_code, -sum(1) FROM sold_people_rows WHERE order_id = old.id GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_articles (event_id, variant_id, quantity, revenue_cents)
    SELECT event_id, variant_id, -sum(quantity), -sum(cents) FROM sold_article_rows WHERE order_id = old.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, revenue_cents = revenue_cents + excluded.revenue_cents;
  DELETE FROM sold_clubs WHERE event_id = old.event_id AND people = 0
    AND club IN (SELECT coalesce(trim(club), '') FROM participants WHERE order_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER sold_order_enters AFTER UPDATE OF status, payment_method, total_cents, order_date, contact_address ON orders
WHEN new.status IN ('complete', 'shipped') AND ((old.status IN ('complete', 'shipped')) <> (new.status IN ('complete', 'shipped')) OR new.payment_method IS NOT old.payment_method
  OR new.total_cents <> old.total_cents OR new.order_date <> old.order_date OR new.contact_address IS NOT old.contact_address)
BEGIN
  INSERT INTO sold_orders (event_id, quarter, payment_method, orders, revenue_cents)
    SELECT event_id, quarter, payment_method, sum(1), sum(total_cents) FROM sold_order_rows WHERE order_id = new.id GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, revenue_cents = revenue_cents + excluded.revenue_cents;
  INSERT INTO sold_tickets (event_id, quarter, competition_id, payment_method, tickets)
    SELECT event_id, quarter, competition_id, payment_method, sum(1) FROM sold_people_rows WHERE order_id = new.id GROUP BY 1, 2, 3, 4
    ON CONFLICT DO UPDATE SET tickets = tickets + excluded.tickets;
  INSERT INTO sold_people (event_id, competition_id, gender, birth_year, nation, people)
    SELECT event_id, competition_id, gender, birth_year, nation, sum(1) FROM sold_people_rows WHERE order_id = new.id GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_clubs (event_id, club, people)
    SELECT event_id, club, sum(1) FROM sold_people_rows WHERE order_id = new.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_areas (event_id, country_code, zip_code, people)
    SELECT event_id, country_code, zip_code, sum(1) FROM sold_people_rows WHERE order_id = new.id GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_articles (event_id, variant_id, quantity, revenue_cents)
    SELECT event_id, variant_id, sum(quantity), sum(cents) FROM sold_article_rows WHERE order_id = new.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER sold_person_added AFTER INSERT ON participants WHEN new.live = 1 AND (SELECT status FROM orders WHERE id = new.order_id) IN ('complete', 'shipped')
BEGIN
  INSERT INTO sold_tickets (event_id, quarter, competition_id, payment_method, tickets)
    SELECT event_id, quarter, competition_id, payment_method, sum(1) FROM sold_people_rows WHERE participant_id = new.id GROUP BY 1, 2, 3, 4
    ON CONFLICT DO UPDATE SET tickets = tickets + excluded.tickets;
  INSERT INTO sold_people (event_id, competition_id, gender, birth_year, nation, people)
    SELECT event_id, competition_id, gender, birth_year, nation, sum(1) FROM sold_people_rows WHERE participant_id = new.id GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_clubs (event_id, club, people)
    SELECT event_id, club, sum(1) FROM sold_people_rows WHERE participant_id = new.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_areas (event_id, country_code, zip_code, people)
    SELECT event_id, country_code, zip_code, sum(1) FROM sold_people_rows WHERE participant_id = new.id GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
END;
--> statement-breakpoint
CREATE TRIGGER sold_person_leaves BEFORE UPDATE OF live, competition_id, gender, birth_date, nationality_country_code, club ON participants
WHEN old.live = 1 AND (new.live <> old.live OR new.competition_id <> old.competition_id OR new.gender IS NOT old.gender
  OR new.birth_date IS NOT old.birth_date OR new.nationality_country_code IS NOT old.nationality_country_code OR new.club IS NOT old.club)
  AND (SELECT status FROM orders WHERE id = old.order_id) IN ('complete', 'shipped')
BEGIN
  INSERT INTO sold_tickets (event_id, quarter, competition_id, payment_method, tickets)
    SELECT event_id, quarter, competition_id, payment_method, -sum(1) FROM sold_people_rows WHERE participant_id = old.id GROUP BY 1, 2, 3, 4
    ON CONFLICT DO UPDATE SET tickets = tickets + excluded.tickets;
  INSERT INTO sold_people (event_id, competition_id, gender, birth_year, nation, people)
    SELECT event_id, competition_id, gender, birth_year, nation, -sum(1) FROM sold_people_rows WHERE participant_id = old.id GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_clubs (event_id, club, people)
    SELECT event_id, club, -sum(1) FROM sold_people_rows WHERE participant_id = old.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_areas (event_id, country_code, zip_code, people)
    SELECT event_id, country_code, zip_code, -sum(1) FROM sold_people_rows WHERE participant_id = old.id GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_articles (event_id, variant_id, quantity, revenue_cents)
    SELECT event_id, variant_id, -sum(quantity), -sum(cents) FROM sold_article_rows WHERE participant_id = old.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, revenue_cents = revenue_cents + excluded.revenue_cents;
  -- The name of a club is not kept when nobody of it is left.
  DELETE FROM sold_clubs WHERE event_id = old.event_id AND club = coalesce(trim(old.club), '') AND people = 0;
END;
--> statement-breakpoint
CREATE TRIGGER sold_person_enters AFTER UPDATE OF live, competition_id, gender, birth_date, nationality_country_code, club ON participants
WHEN new.live = 1 AND (new.live <> old.live OR new.competition_id <> old.competition_id OR new.gender IS NOT old.gender
  OR new.birth_date IS NOT old.birth_date OR new.nationality_country_code IS NOT old.nationality_country_code OR new.club IS NOT old.club)
  AND (SELECT status FROM orders WHERE id = new.order_id) IN ('complete', 'shipped')
BEGIN
  INSERT INTO sold_tickets (event_id, quarter, competition_id, payment_method, tickets)
    SELECT event_id, quarter, competition_id, payment_method, sum(1) FROM sold_people_rows WHERE participant_id = new.id GROUP BY 1, 2, 3, 4
    ON CONFLICT DO UPDATE SET tickets = tickets + excluded.tickets;
  INSERT INTO sold_people (event_id, competition_id, gender, birth_year, nation, people)
    SELECT event_id, competition_id, gender, birth_year, nation, sum(1) FROM sold_people_rows WHERE participant_id = new.id GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_clubs (event_id, club, people)
    SELECT event_id, club, sum(1) FROM sold_people_rows WHERE participant_id = new.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_areas (event_id, country_code, zip_code, people)
    SELECT event_id, country_code, zip_code, sum(1) FROM sold_people_rows WHERE participant_id = new.id GROUP BY 1, 2, 3
    ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO sold_articles (event_id, variant_id, quantity, revenue_cents)
    SELECT event_id, variant_id, sum(quantity), sum(cents) FROM sold_article_rows WHERE participant_id = new.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER sold_article_added AFTER INSERT ON participant_articles
BEGIN
  INSERT INTO sold_articles (event_id, variant_id, quantity, revenue_cents)
    SELECT event_id, variant_id, sum(quantity), sum(cents) FROM sold_article_rows WHERE id = new.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER sold_article_leaves BEFORE UPDATE ON participant_articles
BEGIN
  INSERT INTO sold_articles (event_id, variant_id, quantity, revenue_cents)
    SELECT event_id, variant_id, -sum(quantity), -sum(cents) FROM sold_article_rows WHERE id = old.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER sold_article_enters AFTER UPDATE ON participant_articles
BEGIN
  INSERT INTO sold_articles (event_id, variant_id, quantity, revenue_cents)
    SELECT event_id, variant_id, sum(quantity), sum(cents) FROM sold_article_rows WHERE id = new.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER sold_article_taken BEFORE DELETE ON participant_articles
BEGIN
  INSERT INTO sold_articles (event_id, variant_id, quantity, revenue_cents)
    SELECT event_id, variant_id, -sum(quantity), -sum(cents) FROM sold_article_rows WHERE id = old.id GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
