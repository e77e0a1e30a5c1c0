-- Where orders were there before the index, 0011 filled it at once in a few large pieces, and one of the next bookings
-- merged them all while everybody waited: 4 s with a million orders. Made one piece here, it is left alone.
INSERT INTO order_search (order_search) VALUES ('optimize');
--> statement-breakpoint
-- Merging begins at 16 pieces (automerge), a little with each booking. Only far above that may one booking do all of it.
INSERT INTO order_search (order_search, rank) VALUES ('crisismerge', 64);
