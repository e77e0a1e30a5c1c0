ALTER TABLE `events` ADD `asks_club` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `participants` ADD `club` text;
--> statement-breakpoint
-- People and their orders are found by the club too. Nobody has one yet, so nothing is indexed anew.
DROP VIEW order_search_texts;
--> statement-breakpoint
CREATE VIEW order_search_texts (id, order_id, participant_id, event, codes, mails, text) AS
SELECT -p.id, p.order_id, p.id, p.event_id, p.order_id || ' ' || coalesce(p.rr_bib, ''), coalesce(p.email, ''),
  p.first_name || ' ' || p.last_name || ' ' || coalesce(t.team_name, '') || ' ' || coalesce(p.club, '')
    || ' ' || coalesce(substr(p.email, 1, instr(p.email, '@') - 1), '')
FROM participants p JOIN teams t ON t.id = p.team_id
UNION ALL
SELECT o.id, o.id, NULL, o.event_id,
  o.id || ' ' || coalesce((SELECT group_concat(rr_bib, ' ') FROM participants WHERE order_id = o.id), ''),
  u.email || ' ' || coalesce((SELECT group_concat(email, ' ') FROM participants WHERE order_id = o.id), ''),
  coalesce(o.contact_address ->> 'firstName', '') || ' ' || coalesce(o.contact_address ->> 'lastName', '')
    || ' ' || coalesce(o.contact_address ->> 'companyName', '') || ' ' || substr(u.email, 1, instr(u.email, '@') - 1)
    || ' ' || coalesce((SELECT group_concat(first_name || ' ' || last_name
      || ' ' || coalesce(club, '')
      || ' ' || coalesce(substr(email, 1, instr(email, '@') - 1), ''), ' ') FROM participants WHERE order_id = o.id), '')
    || ' ' || coalesce((SELECT group_concat(team_name, ' ') FROM teams WHERE order_id = o.id), '')
FROM orders o JOIN users u ON u.id = o.user_id;
--> statement-breakpoint
DROP TRIGGER order_search_participant;
--> statement-breakpoint
CREATE TRIGGER order_search_participant AFTER UPDATE OF first_name, last_name, email, club, rr_bib, team_id ON participants
WHEN new.first_name <> old.first_name OR new.last_name <> old.last_name OR new.email IS NOT old.email
  OR new.club IS NOT old.club OR new.rr_bib IS NOT old.rr_bib OR new.team_id <> old.team_id
BEGIN
  DELETE FROM order_search WHERE rowid IN (-new.id, new.order_id);
  INSERT INTO order_search (rowid, words, codes, mails, event) SELECT id, words, codes, mails, event FROM order_search_rows
    WHERE order_id = new.order_id AND (participant_id IS NULL OR participant_id = new.id);
END;
