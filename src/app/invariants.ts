import type { Sound } from '#src/app/doctor/database-checks.ts';

/** Invariants that are cheap enough to check on a whole shop. `doctor` and the season test check them. */
export const databaseInvariants: readonly Sound[] = [
  {
    sentence: 'nothing is sold beyond its limit',
    breaches: `select 'competition' what, id from competitions where sold > total_ticket_count or sold < 0
      union all select 'price', id from competition_prices where sold > quantity_total or sold < 0
      union all select 'variant', id from article_variants where sold > total or sold < 0`,
  },
  {
    sentence: 'a competition has sold exactly the tickets of its live participants',
    breaches: `select c.id, c.sold, count(p.id) held from competitions c
      left join participants p on p.competition_id = c.id and p.live = 1 group by c.id having c.sold <> held`,
  },
  {
    sentence: 'what is left of a gift card is what was paid for it, less what orders have of it',
    breaches: `select c.id, c.rest_cents from gift_cards c left join gift_card_moves m on m.card_id = c.id
      group by c.id having c.rest_cents <> coalesce(sum(case m.kind when 'issued' then m.amount_cents
        when 'returned' then m.amount_cents when 'redeemed' then -m.amount_cents end), 0)`,
  },
  {
    sentence: 'the total of an order is the sum of its items',
    breaches: `select o.id, o.total_cents, sum(i.price_total_cents) items from orders o
      join order_items i on i.order_id = o.id group by o.id having o.total_cents <> items`,
  },
];
