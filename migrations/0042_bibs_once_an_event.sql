-- A start number is one person's at an event. Whoever booked later loses what was given twice.
UPDATE participants SET rr_bib = NULL WHERE live = 1 AND rr_bib IS NOT NULL AND EXISTS (
  SELECT 1 FROM participants q WHERE q.event_id = participants.event_id AND q.rr_bib = participants.rr_bib AND q.live = 1 AND q.id < participants.id
);
