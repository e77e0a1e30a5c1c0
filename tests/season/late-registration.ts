import type { Caller } from '#tests/support/shop.ts';
import { names } from './booking.ts';
import type { Invariant } from './invariants.ts';
import type { Json, Season } from './season.ts';
import { tried } from './tried.ts';

/** People who come late and pay in cash, by staff or by a device; now and then they tap twice, or nothing of it is allowed. */

type Till = { who: Caller; base: string };
const tills = new WeakMap<Season, Till[]>();

async function openTill(season: Season): Promise<void> {
  const { dice, organizer, eventId, shop } = season;
  const path = `/api/admin/events/${eventId}`;
  await tried(season, 'allow cash', organizer, 'PATCH', path, { cashAtDesk: dice.chance(0.85) });
  if (!dice.chance(0.4)) return;
  const made = await tried(season, 'till', organizer, 'POST', `${path}/devices`, { gate: 'Kassa', mayTakeCash: true });
  const device = made?.device as { id: number; link: string } | undefined;
  if (!device) return;
  const who = shop.visitor();
  await tried(season, 'open till', who, 'POST', '/api/scan/devices', { code: device.link.split('#')[1] });
  tills.set(season, [...(tills.get(season) ?? []), { who, base: `/api/scan/devices/${device.id}` }]);
}

let taps = 0;

async function registerLate(season: Season): Promise<void> {
  const { dice, organizer, eventId, competitions, articles } = season;
  const known = tills.get(season) ?? [];
  const staff = { who: organizer, base: `/api/admin/events/${eventId}` };
  const { who, base } = known.length > 0 && dice.chance(0.5) ? dice.pick(known) : staff;
  const { id: competitionId, team, min, max } = dice.pick(competitions);
  const taken = articles.length > 0 && dice.chance(0.4) ? dice.pick(articles) : null;
  const participants = Array.from({ length: dice.between(min, max) }, (_, at) => ({
    ...{ localId: `p${at}`, firstName: dice.pick(names), lastName: dice.pick(names) },
    ...{ birthDate: `${dice.between(1950, 2018)}-05-1${dice.between(0, 9)}`, gender: dice.pick(['female', 'male']) },
    ...(dice.chance(0.5) ? { email: `late${dice.between(1, 9)}@season.test` } : {}),
    articles: taken
      ? [{ uniqueLocalId: `a${at}`, articleId: taken.articleId, variantId: dice.pick(taken.variantIds), quantity: 1 }]
      : [],
  }));
  const basket = {
    teams: [{ competitionId, ...(team ? { teamName: dice.pick(names) } : {}), participants }],
    contactAddress: { firstName: dice.pick(names), lastName: dice.pick(names) },
  };
  const path = `${base}/late-registrations`;
  const quoted = await tried(season, 'late quote', who, 'POST', `${path}/quote`, basket);
  const totalPrice = Number((quoted as Json | null)?.totalPrice ?? dice.between(0, 5000));
  const body = { ...basket, totalPrice, eventConditionsAccepted: true, cashReceived: true };
  const key = { 'idempotency-key': `tap-${++taps}` };
  // The finger is faster than the network.
  const answers = await Promise.all(
    Array.from({ length: dice.chance(0.3) ? 2 : 1 }, () => who.json<Json>('POST', path, body, key)),
  );
  if (answers.some(({ status }) => status >= 500)) throw new Error(`late registration: ${JSON.stringify(answers)}`);
  const orders = new Set(answers.flatMap(({ status, body: made }) => (status === 201 ? [Number(made.orderId)] : [])));
  if (orders.size > 1) throw new Error(`one tap too many made the orders ${[...orders].join(' and ')}`);
  for (const orderId of orders) season.orderIds.push(orderId);
  const [first] = answers;
  const outcome = first?.status === 201 ? 'ok' : String(first?.body.code);
  season.log.set(`late registration ${outcome}`, (season.log.get(`late registration ${outcome}`) ?? 0) + 1);
}

export const lateVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [1, openTill],
  [4, registerLate],
];

/** What the organizer has: in cash, and for its gift cards. */
const withOrganizer = (where: string) =>
  `(select coalesce(sum(case l.kind when 'payment' then l.amount_cents else -l.amount_cents end), 0) from ledger_entries l
    where l.method in ('cash', 'giftcard') and ${where})`;

export const lateInvariants: readonly Invariant[] = [
  {
    sentence: 'cash came in by a late registration alone, with the very sum that its desk took, once',
    breaches: `select l.order_id from ledger_entries l left join late_registrations r on r.order_id = l.order_id
        where l.method = 'cash' and l.kind = 'payment' group by l.order_id
        having count(*) <> 1 or max(r.amount_cents) is null or max(r.amount_cents) <> sum(l.amount_cents)
      union all select r.order_id from late_registrations r where r.amount_cents > 0
        and not exists (select 1 from ledger_entries l where l.order_id = r.order_id and l.method = 'cash' and l.kind = 'payment')`,
  },
  {
    sentence: 'what goes back of cash goes out of the till: by no file, to no account, and never more than was taken',
    breaches: `select id from refunds where way = 'cash' and (file_id is not null or iban is not null or attempt_id is not null)
      union all select order_id from refunds where way = 'cash' and status <> 'withdrawn' group by order_id
        having sum(amount_cents) > (select coalesce(sum(l.amount_cents), 0) from ledger_entries l
          where l.order_id = refunds.order_id and l.method = 'cash' and l.kind = 'payment')
      union all select r.id from refunds r join ledger_entries l on l.order_id = r.order_id and l.kind = 'refund'
        and l.reference = 'manual|' || r.id where (r.way = 'cash') <> (l.method = 'cash')`,
  },
  {
    sentence:
      'neither cash nor what gift cards pay enters a payout: what is paid out and carried on is what the platform has, without it',
    breaches: `select s.id from settlements s where s.cash_cents <> ${withOrganizer(
      'exists (select 1 from settlement_entries e where e.settlement_id = s.id and e.ledger_entry_id = l.id)',
    )}
      union all select s.id from settlements s where s.payout_cents >
        max(0, s.carried_in_cents + s.received_cents - s.refunded_cents - s.cash_cents - s.fees_cents + s.vouchers_cents - s.articles_cents)`,
  },
  {
    sentence: 'no mail was posted to what is no address',
    breaches: `select id from mails where recipient not like '%_@_%'`,
  },
];
