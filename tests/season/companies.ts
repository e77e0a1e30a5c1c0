import { makeReference } from '#modules/payments/rules/payment-reference.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Invariant } from './invariants.ts';
import { logIn } from './people.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

type Kept = { id: number; limit: number; organizerId: number };
const companiesIn = ({ shop }: Season) =>
  shop.deps.read.all<Kept>(ready('select id, limit_cents "limit", organizer_id organizerId from companies', []));

/** The organizer agrees with a company, changes that, and lets events take orders on account or not. */
async function agree(season: Season): Promise<void> {
  const { dice, organizer, people, eventId, shop } = season;
  await tried(season, 'allow accounts', organizer, 'PATCH', `/api/admin/events/${eventId}`, {
    companyAccounts: dice.chance(0.9),
  });
  const [owner] = await shop.deps.read.all<{ id: number }>(
    ready('select organizer_id id from event_organizers where event_id = ? and is_main = 1', [eventId]),
  );
  const known = await companiesIn(season);
  const body = {
    name: dice.pick(['ACME GmbH', 'Brezel KG', 'Nord AG']),
    address: {
      ...{ firstName: 'Bea', lastName: 'Buch', street: 'Werkstraße', zipCode: '4030', city: 'Linz', countryCode: 'AT' },
    },
    contactEmail: 'bills@season.test',
    paymentDays: dice.between(1, 20),
    limit: dice.pick([3000, 20_000, 100_000, 100_000]),
    billing: dice.pick(['byHand', 'monthly']),
    isClosed: dice.chance(0.1),
    members: people.map(({ email }) => email).filter((email) => email !== '' && dice.chance(0.7)),
  };
  if (known.length < 2)
    await tried(
      season,
      'agree with a company',
      organizer,
      'POST',
      `/api/admin/organizers/${owner?.id}/companies`,
      body,
    );
  else await tried(season, 'change a company', organizer, 'PUT', `/api/admin/companies/${dice.pick(known).id}`, body);
}

/** Somebody puts an order on account: mostly one of their own, mostly an open one. */
async function put(season: Season): Promise<void> {
  const { dice, shop } = season;
  const known = await companiesIn(season);
  const person = dice.pick(season.people);
  if (known.length === 0 || !(await logIn(season, person))) return;
  const open = await shop.deps.read.all<{ id: number }>(
    ready(
      "select o.id from orders o join users u on u.id = o.user_id where u.email = ? and o.status = 'pending' order by o.id",
      [person.email],
    ),
  );
  const orderId = open.length > 0 && dice.chance(0.9) ? dice.pick(open).id : (season.orderIds.at(-1) ?? 1);
  const companyId = dice.pick(known).id;
  await tried(season, 'put on account', person.caller, 'POST', `/api/orders/${orderId}/on-account`, { companyId });
  if (dice.chance(0.2)) await tried(season, 'own companies', person.caller, 'GET', '/api/companies');
}

async function makeBill(season: Season): Promise<void> {
  const known = await companiesIn(season);
  if (known.length === 0) return;
  const { id } = season.dice.pick(known);
  await tried(season, 'make a bill', season.organizer, 'POST', `/api/admin/companies/${id}/bills`);
}

/** Money for a bill comes: by hand whole or in part, now and then too much. */
async function payBill(season: Season): Promise<void> {
  const { dice, organizer, shop } = season;
  const bills = await shop.deps.read.all<{ id: number; total: number }>(
    ready('select id, total_cents total from company_bills', []),
  );
  if (bills.length === 0) return;
  const { id, total } = dice.pick(bills);
  const body = dice.chance(0.4) ? {} : { amount: Math.max(1, dice.between(1, total + 100)) };
  await tried(season, 'pay a bill', organizer, 'POST', `/api/admin/company-bills/${id}/paid`, body);
}

/** The organizer takes a bill back, mostly one of which something is open. */
async function withdrawBill(season: Season): Promise<void> {
  const { dice, organizer, shop } = season;
  const bills = await shop.deps.read.all<{ id: number }>(ready('select id from company_bills', []));
  if (bills.length === 0) return;
  const path = `/api/admin/company-bills/${dice.pick(bills).id}/withdraw`;
  await tried(season, 'take a bill back', organizer, 'POST', path);
}

/** A line of the bank that names a bill, of what is open of it or of another sum. */
export async function billLine(season: Season): Promise<{ amount: number; text: string } | null> {
  const { dice, shop } = season;
  const bills = await shop.deps.read.all<{ id: number; total: number }>(
    ready(
      `select b.id, (select coalesce(sum(o.total_cents), 0) from company_orders c join orders o on o.id = c.order_id
        where c.bill_id = b.id and o.payment_method = 'account' and o.status in ('complete', 'shipped')) total from company_bills b`,
      [],
    ),
  );
  if (bills.length === 0) return null;
  const { id, total } = dice.pick(bills);
  const amount = dice.chance(0.8) ? total : total + dice.between(-50, 50);
  return amount > 0 ? { amount, text: makeReference('SB', 9_000_000_000 + id) } : null;
}

export const companyVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [2, agree],
  [7, put],
  [2, makeBill],
  [3, payBill],
  [1, withdrawBill],
];

/** Of the order `o` on account: what it still has to bring. */
const open = `max(0, o.total_cents
  - (select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'payment')
  + (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status <> 'withdrawn' and r.reason <> 'granted'))`;
export const companyInvariants: readonly Invariant[] = [
  {
    sentence: 'a bill asks for the sum of what its orders had open when it was made',
    breaches: `select b.id from company_bills b where b.total_cents <>
      (select coalesce(sum(l.amount_cents), 0) from company_bill_lines l where l.bill_id = b.id)`,
  },
  {
    sentence: 'an order is on one bill at most, which is of its company and has a line of it',
    breaches: `select c.order_id from company_orders c join company_bills b on b.id = c.bill_id where b.company_id <> c.company_id
      or not exists (select 1 from company_bill_lines l where l.bill_id = c.bill_id and l.order_id = c.order_id)`,
  },
  {
    sentence: 'what is on account is complete, of a company of its seller, and says whether its money is here',
    breaches: `select o.id from orders o where o.payment_method = 'account' and o.status in ('complete', 'shipped')
      and (not exists (select 1 from company_orders c join companies k on k.id = c.company_id
          join event_organizers e on e.event_id = o.event_id and e.organizer_id = k.organizer_id where c.order_id = o.id)
        or (${open} > 0) <> (o.payment_status = 'pending') or o.expires_at is not null)`,
  },
  {
    sentence: 'a bill that was taken back has no order and is reminded of no more, and who did it is known',
    breaches: `select b.id from company_bills b where b.withdrawn_at is not null and (b.next_reminder_at is not null
      or exists (select 1 from company_orders c where c.bill_id = b.id)
      or not exists (select 1 from company_audits a where a.what = 'withdrawn' and a.company_id = b.company_id
        and a.detail like b.id || ' %'))`,
  },
  {
    sentence: 'a bill is reminded of twice, and its organizer told once',
    breaches: `select id from company_bills where reminders > 3`,
  },
];
