import type { Invariant } from './invariants.ts';

/** Two lists that should be one: what stands in either and not in the other. */
const differ = (plain: string, kept: string): string =>
  `select 'missing' wrong, * from (select * from (${plain}) except select * from (${kept}))
   union all select 'too many', * from (select * from (${kept}) except select * from (${plain}))`;

const counts = "o.status in ('complete', 'shipped')";
const people = `participants p join orders o on o.id = p.order_id where p.live = 1 and ${counts}`;

/** What triggers keep for the statistics is what one finds by counting. */
export const figureInvariants: readonly Invariant[] = [
  {
    sentence: 'orders by quarter and way to pay are the complete and shipped ones',
    breaches: differ(
      `select event_id, cast(order_date / 900000 as integer), coalesce(payment_method, ''), count(*), sum(total_cents)
       from orders o where ${counts} group by 1, 2, 3`,
      'select event_id, quarter, payment_method, orders, revenue_cents from sold_orders where orders <> 0',
    ),
  },
  {
    sentence: 'tickets by quarter and competition are the people of those orders',
    breaches: differ(
      `select p.event_id, cast(o.order_date / 900000 as integer), p.competition_id, coalesce(o.payment_method, ''), count(*)
       from ${people} group by 1, 2, 3, 4`,
      'select event_id, quarter, competition_id, payment_method, tickets from sold_tickets where tickets <> 0',
    ),
  },
  {
    sentence: 'people by gender, year of birth and nation are those people',
    breaches: differ(
      `select p.event_id, p.competition_id, coalesce(p.gender, ''), coalesce(substr(p.birth_date, 1, 4), ''),
         coalesce(p.nationality_country_code, ''), count(*) from ${people} group by 1, 2, 3, 4, 5`,
      'select event_id, competition_id, gender, birth_year, nation, people from sold_people where people <> 0',
    ),
  },
  {
    sentence: 'clubs have those people, and none is kept of which nobody is left',
    breaches: differ(
      `select p.event_id, coalesce(trim(p.club), ''), count(*) from ${people} group by 1, 2`,
      'select event_id, club, people from sold_clubs',
    ),
  },
  {
    sentence: 'zip codes have those people',
    breaches: differ(
      `select p.event_id, coalesce(json_extract(o.contact_address, '$.countryCode'), ''),
         coalesce(json_extract(o.contact_address, '$.zipCode'), ''), count(*) from ${people} group by 1, 2, 3`,
      'select event_id, country_code, zip_code, people from sold_areas where people <> 0',
    ),
  },
  {
    sentence: 'articles are sold as those people ordered them',
    breaches: differ(
      `select p.event_id, a.variant_id, sum(a.quantity), sum(a.quantity * a.unit_cents - a.discount_cents)
       from participant_articles a join participants p on p.id = a.participant_id join orders o on o.id = p.order_id
       where p.live = 1 and ${counts} group by 1, 2`,
      'select event_id, variant_id, quantity, revenue_cents from sold_articles where quantity <> 0',
    ),
  },
];
