-- What somebody may do is kept with their session, so whoever keeps one hears of a change of their roles, too.
CREATE TRIGGER session_role_given AFTER INSERT ON organizer_users
BEGIN
  INSERT INTO session_changes (user_id) VALUES (new.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER session_role_changed AFTER UPDATE ON organizer_users
BEGIN
  INSERT INTO session_changes (user_id) VALUES (old.user_id);
  INSERT INTO session_changes (user_id) SELECT new.user_id WHERE new.user_id <> old.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER session_role_taken AFTER DELETE ON organizer_users
BEGIN
  INSERT INTO session_changes (user_id) VALUES (old.user_id);
END;
