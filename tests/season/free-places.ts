import { names } from './booking.ts';
import type { Invariant } from './invariants.ts';
import type { Json, Season } from './season.ts';
import { tried } from './tried.ts';

/** What an account may take without paying, and whom it may have written to by that. */

/** Orders of total 0 of which nothing was done since they were placed: who ordered still has them. */
const untouched = `orders o where o.total_cents = 0 and o.status <> 'canceled' and o.takes_place_of is null
  and o.id not in (select order_id from late_registrations) and o.visit_id not like 'import-%'
  and not exists (select 1 from order_audits a where a.order_id = o.id and a.type not in ('OrderCreated', 'OrderPaid', 'Other'))`;

/** Somebody wants more places for nothing than an account may have: too many in one order, and many in several at once. */
async function takeFreePlaces(season: Season): Promise<void> {
  const { dice, eventId, organizer, shop } = season;
  const buyer = dice.pick(season.buyers);
  const timestamp = new Date(shop.clock() + 60 * 86_400_000).toISOString();
  const run = { title: 'Gratislauf', totalTicketCount: 12, timestamp };
  const opened = await tried(season, 'open a free run', organizer, 'POST', `/api/admin/competitions/${eventId}`, run);
  const { id: competitionId } = (opened?.competition ?? {}) as { id?: number };
  if (competitionId === undefined) return;
  const price = { price: 0, quantity: 12 };
  await tried(
    season,
    'price of a free run',
    organizer,
    'POST',
    `/api/admin/competition-prices/${competitionId}`,
    price,
  );
  const runner = (localId: string) => ({
    localId,
    firstName: dice.pick(names),
    lastName: `${dice.pick(names)} ${dice.pick(names)}`,
    birthDate: `${dice.between(1950, 2012)}-0${dice.between(1, 9)}-1${dice.between(0, 9)}`,
    gender: 'female',
    nationalityCountryCode: 'AT',
  });
  const book = async (count: number) => {
    const body: Json = {
      teams: Array.from({ length: count }, (_, at) => ({
        competitionId,
        participants: [runner(`f${at}`)],
      })),
      totalPrice: 0,
      contactAddress: { firstName: 'Käthe', lastName: 'Käuferin', countryCode: 'AT' },
      termsAccepted: true,
      eventConditionsAccepted: true,
    };
    const made = await tried(season, 'free places', buyer, 'POST', `/api/events/${eventId}/book`, body);
    if (made) season.orderIds.push(Number(made.orderId));
  };
  await book(dice.between(4, 8));
  await Promise.all(Array.from({ length: dice.between(2, 5) }, () => book(dice.between(1, 3))));
}

export const freePlaceVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [[3, takeFreePlaces]];

export const freePlaceInvariants: readonly Invariant[] = [
  {
    sentence: 'an account has no more places for nothing than the event gives',
    breaches: `select e.id, o.user_id from events e join (select * from ${untouched}) o on o.event_id = e.id
      join participants p on p.order_id = o.id and p.live = 1
      group by e.id, o.user_id having count(*) > coalesce(max(e.free_places_per_account), 50)`,
  },
  {
    sentence: 'an account holds no more unpaid places than it may',
    breaches: `select o.event_id, o.user_id from orders o join events e on e.id = o.event_id
      join participants p on p.order_id = o.id and p.live = 1
      where o.status = 'pending' and o.visit_id not like 'import-%' and not exists (select 1 from order_audits a where a.order_id = o.id and a.type not in ('OrderCreated', 'Other'))
      group by o.event_id, o.user_id having count(*) > max(200, coalesce(max(e.free_places_per_account), 0))`,
  },
  {
    sentence: 'an address gets no more ticket mails a day by other accounts than a mailbox has to bear',
    breaches: `select m.recipient from mails m join orders o on o.id = m.order_id
      where m.type = 'RegistrationConfirmation' and m.unique_key not like '%|again|%' and m.unique_key not like '%|moved|%' and m.unique_key not like '%|bib|%'
        and not exists (select 1 from users u where u.email = lower(m.recipient)
          and (u.id = o.user_id or u.id in (select editor_id from order_audits a where a.order_id = o.id)))
        and m.params ->> 'isPassedOn' is null
      group by lower(m.recipient), m.created_at / 86400000
      having count(*) > case when exists (select 1 from users u where u.email = lower(m.recipient) and u.verified_at is not null)
        then 50 else 10 end`,
  },
];
