import { sql } from 'drizzle-orm';
import { memberProofLink } from '#modules/orders/order/member-proof.ts';
import { hours, instant } from '#src/kernel/time.ts';
import type { Invariant } from './invariants.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

const discountsIn = ({ shop, eventId }: Season, kind = '%') =>
  shop.deps.read.all<{ id: number }>(sql`select id from discounts where event_id = ${eventId} and kind like ${kind}`);

/** The organizer gives a discount without a code, makes it another one, or gives it no longer. */
async function give(season: Season): Promise<void> {
  const { dice, organizer, eventId, competitions } = season;
  const known = await discountsIn(season);
  const isPercent = dice.chance(0.6);
  const body = {
    title: `Rabatt ${dice.between(1, 9)}`,
    discountKind: dice.pick(['family', 'club', 'combination', 'list', 'list']),
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

/** Who books in a season stands on a list, is taken off it and put on it again; some lines are no address. */
async function list(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  const lists = await discountsIn(season, 'list');
  if (lists.length === 0) {
    const body = { title: 'Mitglieder', discountKind: 'list', percentOff: dice.pick([10, 50, 100]) };
    await tried(season, 'give a list', organizer, 'POST', `/api/admin/discounts/${eventId}`, body);
    return;
  }
  const members = Array.from({ length: dice.between(1, 15) }, () => `Runner${dice.between(1, 40)}@season.test`);
  await tried(season, 'keep a list', organizer, 'POST', `/api/admin/discounts/${dice.pick(lists).id}/members`, {
    mode: dice.pick(['add', 'add', 'remove', 'replace']),
    members: dice.chance(0.1) ? [...members, 'nobody'] : members,
  });
}

/** The owner of a listed address that somebody else entered presses the link of the mail, in time or too late. */
async function agree(season: Season): Promise<void> {
  const { dice, shop } = season;
  const { read, signer, config } = shop.deps;
  const asked = await read.all<{ orderId: number; participantId: number; member: string }>(sql`
    select p.order_id orderId, p.id participantId, u.member from discount_uses u
      join participants p on p.id = u.participant_id where u.is_asked = 1 order by p.id`);
  if (asked.length === 0) return;
  const { orderId, ...member } = dice.pick(asked);
  const until = instant(shop.clock() + hours(1));
  const link = memberProofLink({ signer, config }, orderId, { ...member, provenAt: null }, until);
  const press = () => shop.visitor().form(link.replace(config.publicUrl, ''), {});
  const answers = await Promise.all(dice.chance(0.3) ? [press(), press()] : [press()]);
  for (const { status } of answers) if (status !== 303) throw new Error(`agree to a member price: ${status}`);
  season.log.set('list discount with proof', (season.log.get('list discount with proof') ?? 0) + 1);
}

/** The owner of a listed address books with it while another order waits for their yes, which they may give at that moment. */
async function useOwn(season: Season): Promise<void> {
  const { dice, shop } = season;
  const waiting = await shop.deps.read.all<{ member: string; eventId: number; competitionId: number }>(sql`
    select u.member, p.event_id eventId, p.competition_id competitionId from discount_uses u
      join participants p on p.id = u.participant_id
      where u.live = 1 and u.is_asked = 1 and u.proven_at is null order by p.id`);
  if (waiting.length === 0) return;
  const { member, eventId, competitionId } = dice.pick(waiting);
  const owner = await shop.login(member);
  const person = { localId: 'o1', firstName: 'Otto', lastName: `Owner ${dice.between(1, 999)}`, email: member };
  const participants = [{ ...person, birthDate: '1990-05-05', gender: 'male', nationalityCountryCode: 'AT' }];
  const basket = {
    teams: [{ competitionId, participants }],
    contactAddress: { firstName: 'Otto', lastName: 'Owner', countryCode: 'AT' },
    ...{ termsAccepted: true, eventConditionsAccepted: true },
  };
  const path = `/api/events/${eventId}`;
  const quoted = await tried(season, 'price for a member', owner, 'POST', `${path}/quote`, basket);
  if (!quoted) return;
  const book = async () => {
    const body = { ...basket, totalPrice: quoted.totalPrice };
    const made = await tried(season, 'book as a member', owner, 'POST', `${path}/book`, body);
    if (made) season.orderIds.push(Number(made.orderId));
  };
  await Promise.all(dice.chance(0.5) ? [book(), agree(season)] : [book()]);
}

export const discountVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [2, give],
  [6, list],
  [4, agree],
  [4, useOwn],
];

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
  {
    sentence: 'one participant at the most holds a place with the discount of a member, and of its event',
    breaches: `select u.discount_id, u.member from discount_uses u where u.live = 1 group by 1, 2 having count(*) > 1
      union all select u.discount_id, u.member from discount_uses u
        left join participants p on p.id = u.participant_id left join discounts d on d.id = u.discount_id
        left join orders o on o.id = p.order_id
        where p.event_id is not d.event_id or (p.live is not u.live and not (u.live = 0 and u.is_asked = 1
          and u.proven_at is null and o.status = 'pending' and o.expires_at is o.member_proof_until))`,
  },
  {
    sentence: 'nothing is complete while the owner of a listed address has not agreed, who is asked once',
    breaches: `select o.id from orders o join participants p on p.order_id = o.id
        join discount_uses u on u.participant_id = p.id
        where o.status in ('complete', 'shipped') and u.is_asked = 1 and u.proven_at is null
      union all select o.id from orders o where o.status in ('complete', 'shipped') and o.member_proof_until is not null
      union all select u.discount_id from discount_uses u where u.is_asked = 1 and u.proven_at is null
        group by u.discount_id, u.member having count(*) > 1`,
  },
  {
    sentence: 'only what is a list has somebody on it',
    breaches: `select m.id from discount_members m join discounts d on d.id = m.discount_id where d.kind <> 'list'`,
  },
];
