import { sql } from 'drizzle-orm';
import type { Invariant } from './invariants.ts';
import { logIn } from './people.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

/** Somebody goes back on an order, or types a number that is none; with the address of the order or with another. */
async function declare(season: Season): Promise<void> {
  const { dice, shop, orderIds, people } = season;
  const orderNumber = String(
    orderIds.length > 0 && dice.chance(0.9) ? dice.pick(orderIds) : dice.between(900_000, 950_000),
  );
  const named = dice.chance(0.2) ? `GK-0000${dice.between(1, 9)}` : orderNumber;
  const email = dice.chance(0.7) ? dice.pick(people).email : `s${dice.between(1, 50)}@else.example`;
  const body = { name: 'Ada Berger', orderNumber: named, email, what: dice.chance(0.5) ? 'T-Shirt' : '' };
  const visitor = shop.visitor({ address: `10.8.6.${dice.between(1, 200)}` });
  await tried(season, 'declare withdrawal', visitor, 'POST', '/api/withdrawals', body);
}

/** The organizer answers one of those that wait; now and then two in the office at once, or with lines of before. */
async function answer(season: Season): Promise<void> {
  const { dice, shop, admin } = season;
  const open = await shop.deps.read.all<{ id: number; orderId: number }>(
    sql`select id, coalesce(order_id, 0) orderId from withdrawals where answered_at is null and (order_id is not null or gift_card_id is not null) order by id`,
  );
  // To give money back asks for a login of the last two hours.
  if (open.length === 0 || !(await logIn(season, admin))) return;
  const { id, orderId } = dice.pick(open);
  const lines = await shop.deps.read.all<{ id: number }>(
    sql`select a.id from participant_articles a join participants p on p.id = a.participant_id
      join orders o on o.id = p.order_id where o.id = ${orderId} and o.status <> 'canceled' order by a.id`,
  );
  const [card] = await shop.deps.read.all<{ id: number }>(
    sql`select c.id from gift_cards c join withdrawals w on w.gift_card_id = c.id
      where w.id = ${id} and c.blocked_at is null and c.dropped_at is null`,
  );
  const known = card ? [{ id: null }] : dice.chance(0.9) ? lines : lines.slice(1);
  const body = {
    lines: known.map(({ id: participantArticleId }) => ({
      participantArticleId,
      answer: dice.chance(0.7) ? 'accepted' : dice.pick(['late', 'untouched', 'custom']),
    })),
    note: '',
  };
  const path = `/api/admin/withdrawals/${id}/answer`;
  const both = [tried(season, 'answer withdrawal', admin.caller, 'POST', path, body)];
  if (dice.chance(0.2)) both.push(tried(season, 'answer withdrawal', admin.caller, 'POST', path, body));
  await Promise.all(both);
}

export const withdrawalVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [4, declare],
  [4, answer],
];

export const withdrawalInvariants: readonly Invariant[] = [
  {
    sentence: 'who declares a withdrawal gets one receipt, and the history of the order says that it came',
    breaches: `select w.id from withdrawals w where w.email is not null and (
      (select count(*) from mails m where m.type = 'WithdrawalReceived' and m.recipient = w.email
        and m.unique_key in ('WithdrawalReceived|' || w.id || '|sender', 'WithdrawalReceived|' || w.id || '|buyer')) <> 1
      or (w.order_id is not null and not exists
        (select 1 from order_audits a where a.order_id = w.order_id and a.comment = 'withdrawal.declared')))`,
  },
  {
    sentence: 'what was accepted has left the order, what was refused has not by that',
    breaches: `select l.id, l.answer from withdrawal_lines l join withdrawals w on w.id = l.withdrawal_id
      where l.answer = 'accepted' and (w.answered_at is null
        or (l.participant_article_id is null) <> (w.gift_card_id is not null) or exists
        (select 1 from participant_articles a where a.id = l.participant_article_id))`,
  },
  {
    sentence: 'a line goes back once',
    breaches: `select participant_article_id from withdrawal_lines where answer = 'accepted'
      and participant_article_id is not null group by participant_article_id having count(*) > 1`,
  },
  {
    sentence:
      'an answered withdrawal of an order stands in its history, and without an accepted line nothing goes back',
    breaches: `select w.id from withdrawals w where w.answered_at is not null and w.order_id is not null and (
      not exists (select 1 from order_audits a where a.order_id = w.order_id and a.comment = 'withdrawal.answered')
      or (w.goes_back_cents > 0 and not exists
        (select 1 from withdrawal_lines l where l.withdrawal_id = w.id and l.answer = 'accepted')))`,
  },
];
