import { sql } from 'drizzle-orm';
import type { Invariant } from './invariants.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

/** The organizer gives a discount without a code, makes it another one, or gives it no longer. */
async function give(season: Season): Promise<void> {
  const { dice, organizer, eventId, competitions, shop } = season;
  const known = await shop.deps.read.all<{ id: number }>(sql`select id from discounts where event_id = ${eventId}`);
  const isPercent = dice.chance(0.6);
  const body = {
    ...{ title: `Rabatt ${dice.between(1, 9)}`, discountKind: dice.pick(['family', 'club', 'combination']) },
    percentOff: isPercent ? dice.pick([5, 33, 100]) : null,
    amountOff: isPercent && dice.chance(0.95) ? null : dice.pick([1, 333, 5000]),
    ...{ fromCount: dice.between(1, 2), childAge: dice.pick([12, 17, 99]) },
    competitionIds: competitions.filter(() => dice.chance(0.4)).map(({ id }) => id),
  };
  if (known.length < 3)
    await tried(season, 'give a discount', organizer, 'POST', `/api/admin/discounts/${eventId}`, body);
  else {
    const path = `/api/admin/discounts/${dice.pick(known).id}`;
    if (dice.chance(0.5)) await tried(season, 'give no discount', organizer, 'DELETE', path);
    else await tried(season, 'change a discount', organizer, 'PATCH', path, body);
  }
}

export const discountVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [[2, give]];

export const discountInvariants: readonly Invariant[] = [
  {
    sentence: 'what comes off without a code never adds to an order',
    breaches: `select order_id, price_total_cents from order_items where kind = 'voucher' and price_total_cents > 0`,
  },
  {
    sentence: 'a discount counts in competitions of its own event',
    breaches: `select d.id from discounts d join discount_competitions l on l.discount_id = d.id
      join competitions c on c.id = l.competition_id where c.event_id <> d.event_id`,
  },
];
