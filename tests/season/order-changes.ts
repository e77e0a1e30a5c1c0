import { sql } from 'drizzle-orm';
import { names } from './booking.ts';
import type { Invariant } from './invariants.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

/** Changes of what was ordered: articles, people of a team, one of several people. */

const someone = ({ dice, tickets }: Season) =>
  tickets.length > 0 ? dice.pick(tickets) : { orderId: 0, participantId: 1 };

async function allowBuyers(season: Season): Promise<void> {
  await tried(season, 'let buyers change', season.organizer, 'PATCH', `/api/admin/events/${season.eventId}`, {
    buyersMayChange: season.dice.chance(0.8),
  });
}

async function changeArticle(season: Season): Promise<void> {
  const { dice, organizer, buyers, articles } = season;
  const { orderId, participantId } = someone(season);
  const pieces = () => {
    const { articleId, variantIds } = dice.pick(articles);
    return { articleId, variantId: dice.pick(variantIds), quantity: dice.between(1, 2) };
  };
  const body = {
    participantId,
    ...(dice.chance(0.7) ? { from: pieces() } : {}),
    ...(dice.chance(0.7) ? { to: pieces() } : {}),
  };
  if (dice.chance(0.4))
    await tried(
      season,
      'buyer changes an article',
      dice.pick(buyers),
      'POST',
      `/api/orders/${orderId}/articles/change`,
      body,
    );
  else
    await tried(season, 'change an article', organizer, 'POST', `/api/admin/orders/${orderId}/articles/change`, {
      ...body,
      ...(dice.chance(0.3) ? { keepsPrice: true } : {}),
    });
}

async function cancelOne(season: Season): Promise<void> {
  const { dice, organizer, buyers, shop } = season;
  const several = await shop.deps.read.all<{ orderId: number; participantId: number }>(
    sql`select order_id orderId, max(id) participantId from participants where live = 1
      group by order_id having count(*) > 1 order by order_id desc limit 8`,
  );
  const { orderId, participantId } = several.length > 0 && dice.chance(0.8) ? dice.pick(several) : someone(season);
  const path = `orders/${orderId}/participants/${participantId}/cancel`;
  if (dice.chance(0.4)) await tried(season, 'buyer cancels one person', dice.pick(buyers), 'PATCH', `/api/${path}`, {});
  else
    await tried(season, 'cancel one person', organizer, 'PATCH', `/api/admin/${path}`, {
      ...(dice.chance(0.7) ? { refund: { mode: dice.pick(['none', 'full', 'withoutProcessingFee']) } } : {}),
      ...(dice.chance(0.2) ? { refund: { mode: 'custom', amount: dice.between(1, 4000) } } : {}),
    });
}

async function addMember(season: Season): Promise<void> {
  const { dice, organizer, buyers, shop } = season;
  const teams = await shop.deps.read.all<{ id: number; orderId: number }>(
    sql`select t.id, t.order_id orderId from teams t join competitions c on c.id = t.competition_id
      where c.type = 'team' order by t.id desc limit 8`,
  );
  if (teams.length === 0) return;
  const { id, orderId } = dice.pick(teams);
  const body = {
    ...{ firstName: dice.pick(names), lastName: dice.pick(names), gender: dice.pick(['female', 'male']) },
    ...{ birthDate: `19${dice.between(60, 99)}-0${dice.between(1, 9)}-1${dice.between(0, 9)}` },
    ...(dice.chance(0.6) ? { email: `runner${dice.between(1, 40)}@season.test` } : {}),
  };
  const path = `orders/${orderId}/teams/${id}/participants`;
  if (dice.chance(0.5)) await tried(season, 'buyer adds to a team', dice.pick(buyers), 'POST', `/api/${path}`, body);
  else await tried(season, 'add to a team', organizer, 'POST', `/api/admin/${path}`, body);
}

async function markMany(season: Season): Promise<void> {
  const { dice, organizer, orderIds } = season;
  if (orderIds.length === 0) return;
  const some = Array.from({ length: dice.between(1, 3) }, () => dice.pick(orderIds));
  await tried(season, 'mark several paid', organizer, 'PATCH', '/api/admin/orders/mark-paid', { orderIds: some });
}

/** The deadline of people who were added and not paid. */
async function endOfMembers({ shop, log }: Season): Promise<void> {
  const due = await shop.deps.write(({ tx, now }) =>
    tx.all(sql`update unpaid_members set due_at = ${now - 1} returning order_id`),
  );
  await shop.settle();
  if (due.length > 0) log.set('end of added people', (log.get('end of added people') ?? 0) + 1);
}

export const orderChangeVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [1, allowBuyers],
  [3, changeArticle],
  [3, cancelOne],
  [2, addMember],
  [1, markMany],
  [1, endOfMembers],
];

export const orderChangeInvariants: readonly Invariant[] = [
  {
    sentence: 'a person who waits for their money is live in the order that must pay',
    breaches: `select u.participant_id from unpaid_members u
        left join participants p on p.id = u.participant_id and p.order_id = u.order_id
        left join orders o on o.id = u.order_id where p.id is null or (p.live = 0 and o.status <> 'canceled')`,
  },
  {
    sentence: 'an order has a participant, unless it waits for a place or handed its last one on',
    breaches: `select o.id from orders o where o.takes_place_of is null
        and not exists (select 1 from participants p where p.order_id = o.id)
        and not exists (select 1 from place_takeovers t where o.id in (t.order_id, t.from_order_id))`,
  },
];
