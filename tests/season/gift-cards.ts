import { sql } from 'drizzle-orm';
import type { Caller } from '#tests/support/shop.ts';
import type { Invariant } from './invariants.ts';
import { freshly } from './payments.ts';
import type { Json, Season } from './season.ts';
import { someOrder, tried } from './tried.ts';

/** Cards are sold, spent in parts, by several at once, mistyped, blocked, and get back what orders give back. */

type Card = { id: number; code: string };
const cards = new WeakMap<Season, Card[]>();
const cardsOf = (season: Season): Card[] => cards.get(season) ?? [];

async function pathOf({ shop, eventId }: Season): Promise<string> {
  const [row] = await shop.deps.read.all<{ id: number }>(
    sql`select organizer_id id from event_organizers where event_id = ${eventId} and is_main = 1`,
  );
  return `/api/admin/organizers/${row?.id ?? 0}`;
}

async function sell(season: Season): Promise<void> {
  const { dice } = season;
  const organizer = await freshly(season, 'organizer@season.test');
  const base = await pathOf(season);
  const terms = { isOn: dice.chance(0.95), least: 100, most: 20_000, years: dice.between(3, 5) };
  await tried(season, 'gift card settings', organizer, 'PUT', `${base}/gift-card-settings`, terms);
  const made = await tried(season, 'sell a gift card', organizer, 'POST', `${base}/gift-cards`, {
    ...{ amount: dice.between(100, 9000), buyerName: 'Jana' },
    buyerEmail: dice.chance(0.5) ? `giver${dice.between(1, 9)}@season.test` : null,
    recipientEmail: dice.chance(0.3) ? `friend${dice.between(1, 9)}@season.test` : null,
  });
  if (made) cards.set(season, [...cardsOf(season), { id: Number(made.id), code: String(made.code) }]);
}

async function orderOnline(season: Season): Promise<void> {
  const { dice, shop } = season;
  const organizer = await freshly(season, 'organizer@season.test');
  const base = await pathOf(season);
  const page = base.replace('/admin/organizers', '/gift-cards');
  await tried(season, 'order a gift card', shop.visitor(), 'POST', page, {
    ...{ amount: dice.between(50, 9000), buyerName: 'Jana', buyerEmail: `giver${dice.between(1, 9)}@season.test` },
  });
  const listed = await tried(season, 'list gift cards', organizer, 'GET', `${base}/gift-cards`);
  const waiting = ((listed?.cards ?? []) as Json[]).find(({ state }) => state === 'ordered');
  if (!waiting) return;
  const step = dice.chance(0.8) ? 'issue' : 'drop';
  const at = `${base}/gift-cards/${Number(waiting.id)}/${step}`;
  // Two people in the office saw the same line of the bank.
  const done = await Promise.all([1, 2].map(() => tried(season, `${step} a gift card`, organizer, 'POST', at, {})));
  const card = done.find((each) => each !== null);
  if (card && step === 'issue')
    cards.set(season, [...cardsOf(season), { id: Number(card.id), code: String(card.code) }]);
}

async function ownerOf({ buyers }: Season, orderId: number): Promise<Caller | null> {
  for (const buyer of buyers) if ((await buyer.fetch(`/api/orders/${orderId}`)).status === 200) return buyer;
  return null;
}

async function spend(season: Season): Promise<void> {
  const { dice } = season;
  const known = cardsOf(season);
  if (known.length === 0) return;
  const { code } = dice.pick(known);
  const typed = dice.chance(0.05) ? code.replace(/.$/, '3') : code;
  // Those that were made last are likely to wait for their money.
  const pick = () => (dice.chance(0.5) ? (season.orderIds.at(-dice.between(1, 4)) ?? 0) : someOrder(season));
  const orders = new Set(Array.from({ length: dice.chance(0.4) ? 3 : 1 }, pick));
  await Promise.all(
    [...orders].map(async (orderId) => {
      const buyer = await ownerOf(season, orderId);
      if (!buyer) return;
      const path = `/api/orders/${orderId}/gift-card`;
      // The button is pressed twice.
      const presses = Array.from({ length: dice.chance(0.3) ? 2 : 1 }, () =>
        tried(season, 'pay with a gift card', buyer, 'POST', path, { code: typed }),
      );
      await Promise.all(presses);
    }),
  );
}

async function block(season: Season): Promise<void> {
  const { dice, organizer } = season;
  const known = cardsOf(season);
  if (known.length === 0) return;
  const { id } = dice.pick(known);
  const step = dice.pick(['block', 'unblock', 'unblock', 'send']);
  const at = `${await pathOf(season)}/gift-cards/${id}/${step}`;
  await tried(season, `${step} a gift card`, organizer, 'POST', at, { note: 'season' });
}

export const giftCardVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [2, sell],
  [1, orderOnline],
  [6, spend],
  [1, block],
];

export const giftCardInvariants: readonly Invariant[] = [
  {
    sentence: 'the ledger of every order says the same of gift cards as the cards do',
    breaches: `select o.id from orders o where
      (select coalesce(sum(case l.kind when 'payment' then l.amount_cents else -l.amount_cents end), 0)
        from ledger_entries l where l.order_id = o.id and l.method = 'giftcard')
      <> (select coalesce(sum(case m.kind when 'redeemed' then m.amount_cents else -m.amount_cents end), 0)
        from gift_card_moves m where m.order_id = o.id)`,
  },
  {
    sentence: 'no card was sold twice, and each entry of the ledger is one move of a card',
    breaches: `select card_id from gift_card_moves where kind = 'issued' group by card_id having count(*) > 1
      union all select l.id from ledger_entries l where l.method = 'giftcard' and l.kind = 'payment' and not exists (
        select 1 from gift_card_moves m where l.reference = 'card|' || m.id and m.kind = 'redeemed'
          and m.order_id = l.order_id and m.amount_cents = l.amount_cents)`,
  },
  {
    sentence: 'what goes back onto a gift card is there at once: no account, no file, nothing waits',
    breaches: `select id from refunds where way = 'giftcard' and (status <> 'completed' or iban is not null
      or file_id is not null or attempt_id is not null)`,
  },
  {
    sentence:
      'an order is canceled or has what its cards paid: no canceled one that nobody paid whole keeps a card’s money',
    breaches: `select o.id from orders o where o.status = 'canceled' and o.paid_at is null and o.cancel_reason = 'expired'
      and (select coalesce(sum(case m.kind when 'redeemed' then m.amount_cents else -m.amount_cents end), 0)
        from gift_card_moves m where m.order_id = o.id) > 0`,
  },
];
