-- Everybody who worked for an organizer before there were owners is a manager, or stands at a gate. Of the managers the one
-- who was added first owns it from now on. Whoever only stands at a gate becomes nothing else by an update: such an
-- organizer, and one without people, is looked after by a super admin, whose page says that it has no owner.
UPDATE organizer_users SET role = 'owner'
WHERE role = 'manager'
  AND NOT EXISTS (
    SELECT 1 FROM organizer_users AS owners
    WHERE owners.organizer_id = organizer_users.organizer_id AND owners.role = 'owner'
  )
  AND rowid = (
    SELECT min(first.rowid) FROM organizer_users AS first
    WHERE first.organizer_id = organizer_users.organizer_id AND first.role = 'manager'
  );
