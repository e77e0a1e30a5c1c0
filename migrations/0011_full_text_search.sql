DROP TABLE `order_words`;
--> statement-breakpoint
DROP INDEX `orders_event`;
--> statement-breakpoint
CREATE INDEX `orders_event` ON `orders` (`event_id`,`status`,`order_date`);
--> statement-breakpoint
CREATE TABLE `event_order_counts` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`orders` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO event_order_counts SELECT event_id, count(*) FROM orders GROUP BY event_id;
--> statement-breakpoint
CREATE TRIGGER event_order_counted AFTER INSERT ON orders
BEGIN
  INSERT INTO event_order_counts (event_id, orders) VALUES (new.event_id, 1) ON CONFLICT (event_id) DO UPDATE SET orders = orders + 1;
END;
--> statement-breakpoint
-- What orders and their people are found by. An order stands under its number, a participant under minus theirs, so the
-- newest of either are at the ends. `words` are found by their beginnings, `codes` (order and start numbers) whole,
-- `mails` by how an address begins, `event` narrows to one. Only the index is kept, not the texts.
CREATE VIRTUAL TABLE order_search USING fts5(
  words, codes, mails, event,
  content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- The texts before they are folded. An address is one word that begins with a letter nobody types, so that the names of
-- mail providers are not words; what stands before its @ is searched like names.
CREATE VIEW order_search_texts (id, order_id, participant_id, event, codes, mails, text) AS
SELECT -p.id, p.order_id, p.id, p.event_id, p.order_id || ' ' || coalesce(p.rr_bib, ''), coalesce(p.email, ''),
  p.first_name || ' ' || p.last_name || ' ' || coalesce(t.team_name, '')
    || ' ' || coalesce(substr(p.email, 1, instr(p.email, '@') - 1), '')
FROM participants p JOIN teams t ON t.id = p.team_id
UNION ALL
SELECT o.id, o.id, NULL, o.event_id,
  o.id || ' ' || coalesce((SELECT group_concat(rr_bib, ' ') FROM participants WHERE order_id = o.id), ''),
  u.email || ' ' || coalesce((SELECT group_concat(email, ' ') FROM participants WHERE order_id = o.id), ''),
  coalesce(o.contact_address ->> 'firstName', '') || ' ' || coalesce(o.contact_address ->> 'lastName', '')
    || ' ' || coalesce(o.contact_address ->> 'companyName', '') || ' ' || substr(u.email, 1, instr(u.email, '@') - 1)
    || ' ' || coalesce((SELECT group_concat(first_name || ' ' || last_name
      || ' ' || coalesce(substr(email, 1, instr(email, '@') - 1), ''), ' ') FROM participants WHERE order_id = o.id), '')
    || ' ' || coalesce((SELECT group_concat(team_name, ' ') FROM teams WHERE order_id = o.id), '')
FROM orders o JOIN users u ON u.id = o.user_id;
--> statement-breakpoint
-- Names are searched as they are (the index itself takes accents off) and, where that is something else, as one spells
-- them without umlauts and apostrophes: Mueller, OConnor. The limits keep SQLite from reading the texts once a use.
CREATE VIEW order_search_rows (id, order_id, participant_id, words, codes, mails, event) AS
SELECT id, order_id, participant_id,
  (SELECT iif(t GLOB '*[^ -&(-~]*', (SELECT replace(replace(replace(replace(replace(replace(replace(replace(t || iif(spelled = t, '', ' ' || spelled), 'ß', 'ss'), 'ẞ', 'ss'), 'ł', 'l'), 'Ł', 'l'), 'ø', 'o'), 'Ø', 'o'), 'æ', 'ae'), 'Æ', 'ae')
      FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(t, 'ä', 'ae'), 'Ä', 'ae'), 'ö', 'oe'), 'Ö', 'oe'), 'ü', 'ue'), 'Ü', 'ue'), char(776), 'e'), 'ø', 'oe'), 'Ø', 'oe'), '''', ''), '’', '') AS spelled LIMIT 1)), t)
    FROM (SELECT text AS t LIMIT 1)),
  codes,
  trim(replace(' ' || trim(replace(replace(replace(replace(replace(mails, '@', ''), '.', ''), '-', ''), '_', ''), '+', '')), ' ', ' ' || char(57344))),
  event
FROM order_search_texts;
--> statement-breakpoint
-- A booking writes one small portion in its savepoint: merged in larger steps than the usual four, they cost half.
INSERT INTO order_search (order_search, rank) VALUES ('automerge', 16);
--> statement-breakpoint
-- Larger portions while everything there is goes in.
INSERT INTO order_search (order_search, rank) VALUES ('hashsize', 67108864);
--> statement-breakpoint
INSERT INTO order_search (rowid, words, codes, mails, event) SELECT id, words, codes, mails, event FROM order_search_rows;
--> statement-breakpoint
INSERT INTO order_search (order_search, rank) VALUES ('hashsize', 1048576);
--> statement-breakpoint
-- A booking writes its rows when all its people are there (modules/orders/index-order.ts); whatever is changed later,
-- by whatever module, is followed here, in the transaction of the change.
CREATE TRIGGER order_search_participant AFTER UPDATE OF first_name, last_name, email, rr_bib, team_id ON participants
WHEN new.first_name <> old.first_name OR new.last_name <> old.last_name OR new.email IS NOT old.email
  OR new.rr_bib IS NOT old.rr_bib OR new.team_id <> old.team_id
BEGIN
  DELETE FROM order_search WHERE rowid IN (-new.id, new.order_id);
  INSERT INTO order_search (rowid, words, codes, mails, event) SELECT id, words, codes, mails, event FROM order_search_rows
    WHERE order_id = new.order_id AND (participant_id IS NULL OR participant_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER order_search_team AFTER UPDATE OF team_name ON teams WHEN new.team_name IS NOT old.team_name
BEGIN
  DELETE FROM order_search WHERE rowid = new.order_id OR rowid IN (SELECT -id FROM participants WHERE order_id = new.order_id);
  INSERT INTO order_search (rowid, words, codes, mails, event) SELECT id, words, codes, mails, event FROM order_search_rows
    WHERE order_id = new.order_id;
END;
--> statement-breakpoint
CREATE TRIGGER order_search_order AFTER UPDATE OF user_id, contact_address ON orders
WHEN new.user_id <> old.user_id OR new.contact_address IS NOT old.contact_address
BEGIN
  DELETE FROM order_search WHERE rowid = new.id;
  INSERT INTO order_search (rowid, words, codes, mails, event) SELECT id, words, codes, mails, event FROM order_search_rows
    WHERE order_id = new.id AND participant_id IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER order_search_buyer AFTER UPDATE OF email ON users WHEN new.email <> old.email
BEGIN
  DELETE FROM order_search WHERE rowid IN (SELECT id FROM orders WHERE user_id = new.id);
  INSERT INTO order_search (rowid, words, codes, mails, event) SELECT id, words, codes, mails, event FROM order_search_rows
    WHERE order_id IN (SELECT id FROM orders WHERE user_id = new.id) AND participant_id IS NULL;
END;
