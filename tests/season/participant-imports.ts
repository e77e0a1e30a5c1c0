import { csvOf, type ImportAnswer, sendList, uploadPage } from '#modules/participant-imports/testing.ts';
import { ready } from '#src/data/hot-statements.ts';
import { names } from './booking.ts';
import type { Invariant } from './invariants.ts';
import { logIn } from './people.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

/** The organizer reads lists and books them, now and then twice at once; groups register themselves where that is offered. */

const address = {
  firstName: 'Vera',
  lastName: 'Verein',
  street: 'Weg',
  zipCode: '4020',
  city: 'Linz',
  countryCode: 'AT',
};

/** A list with people of all competitions, some of whom are wrong, already registered, or twice in it. */
async function randomList({ dice, competitions, shop, eventId }: Season): Promise<string> {
  const titles = await shop.deps.read.all<{ id: number; title: string }>(
    ready('select id, title from competitions where event_id = ?', [eventId]),
  );
  const rows = Array.from({ length: dice.between(1, 8) }, () => {
    const { id, team, min, max } = dice.pick(competitions);
    const title = dice.chance(0.95) ? (titles.find((each) => each.id === id)?.title ?? '') : 'Mondlauf';
    const teamName = team ? `${dice.pick(names)} ${dice.between(1, 9)}` : '';
    return Array.from({ length: team ? dice.between(min, max) : 1 }, () => [
      ...[dice.pick(names), dice.pick(names), `1${dice.between(0, 9)}.05.${dice.between(1950, 2018)}`],
      ...[dice.pick(['w', 'm', 'weiblich', 'x', '?']), title, teamName],
      dice.chance(0.5) ? `list${dice.between(1, 9)}@season.test` : '',
    ]);
  });
  return csvOf(
    ['Vorname', 'Nachname', 'Geburtsdatum', 'Geschlecht', 'Bewerb', 'Teamname', 'E-Mail'],
    ...rows.flat(),
    ...(dice.chance(0.2) ? (rows[0] ?? []) : []),
  );
}

const note = ({ log }: Season, what: string) => log.set(what, (log.get(what) ?? 0) + 1);

const participantsOf = async ({ shop }: Season, orderId: number) =>
  (
    await shop.deps.read.all<{ count: number; total: number }>(
      ready(
        `select count(p.id) count,
          o.total_cents - (select coalesce(sum(i.price_total_cents), 0) from order_items i where i.order_id = o.id and i.kind = 'sc') total
        from orders o join participants p on p.order_id = o.id where o.id = ?`,
        [orderId],
      ),
    )
  )[0];

async function importList(season: Season): Promise<void> {
  const { dice, organizer, eventId, shop } = season;
  const { status, body } = await sendList(organizer, eventId, await randomList(season));
  if (status >= 500) throw new Error(`participant list: ${JSON.stringify(body)}`);
  note(season, status === 201 ? 'participant list' : `participant list: ${body.code}`);
  if (status !== 201) return;
  const { id, counts, quote } = body.import;
  const companies = await shop.deps.read.all<{ id: number }>(ready('select id from companies', []));
  const payment = dice.pick(['transfer', 'transfer', 'account', 'complimentary']);
  const payer = () =>
    companies.length > 0 && (payment === 'account' || dice.chance(0.2))
      ? { companyId: dice.pick(companies).id }
      : { email: `club${dice.between(1, 3)}@season.test`, contactAddress: address };
  const path = `/api/admin/events/${eventId}/participant-imports/${id}/apply`;
  const answers = await Promise.all(
    Array.from({ length: dice.chance(0.3) ? 2 : 1 }, () =>
      organizer.json<ImportAnswer>('POST', path, { payer: payer(), payment, sendTickets: dice.chance(0.7) }),
    ),
  );
  for (const answer of answers) {
    if (answer.status >= 500) throw new Error(`apply a list: ${JSON.stringify(answer.body)}`);
    note(season, answer.status === 201 ? 'apply a list' : `apply a list: ${answer.body.code}`);
  }
  const orders = new Set(answers.flatMap(({ status: code, body: made }) => (code === 201 ? [made.orderId] : [])));
  if (orders.size > 1) throw new Error(`one list became the orders ${[...orders].join(' and ')}`);
  for (const orderId of orders) {
    const booked = await participantsOf(season, orderId);
    // Shipping depends on the payer's address.
    const shipping = quote?.orderItems.find(({ kind }) => kind === 'sc')?.priceTotal ?? 0;
    const total = payment === 'complimentary' ? 0 : (quote?.totalPrice ?? 0) - shipping;
    if (booked?.count !== counts.new || booked.total !== total)
      throw new Error(`order ${orderId} of list ${id} has ${booked?.count} people for ${booked?.total} cents`);
    season.orderIds.push(orderId);
  }
}

async function registerGroup(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  await tried(season, 'offer groups', organizer, 'PATCH', `/api/admin/events/${eventId}`, {
    groupRegistration: dice.chance(0.8),
  });
  const person = dice.pick(season.people);
  if (!(await logIn(season, person))) return;
  const { caller } = person;
  const to = await uploadPage(caller, `/events/${eventId}/group-registration`, await randomList(season));
  note(season, to.startsWith('/') ? 'group list' : `group list: ${to}`);
  if (!/\/\d+$/.test(to)) return;
  const page = await (await caller.fetch(to)).text();
  const total = /name="totalPrice" value="(\d+)"/.exec(page)?.[1];
  const answer = await caller.form(to, {
    ...Object.fromEntries(Object.entries(address).map(([name, value]) => [`contactAddress.${name}`, value])),
    ...{ accepted: 'on', totalPrice: total ?? '0' },
  });
  if (answer.status >= 500) throw new Error(`group registration: ${answer.status}`);
  const orderId = Number(/order=(\d+)/.exec(answer.headers.get('location') ?? '')?.[1] ?? 0);
  note(season, orderId ? 'group registration' : `group registration: ${answer.status}`);
  if (orderId) season.orderIds.push(orderId);
}

export const importVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [4, importList],
  [2, registerGroup],
];

export const importInvariants: readonly Invariant[] = [
  {
    sentence: 'a list became one order, and an order came of one list',
    breaches: `select order_id from participant_imports where order_id is not null group by order_id having count(*) > 1
      union all select i.id from participant_imports i join orders o on o.id = i.order_id
        where o.event_id <> i.event_id or i.is_own = 1 and o.visit_id like 'import-%'
          or i.is_own = 0 and o.visit_id like 'import-%' and o.visit_id <> 'import-' || i.id`,
  },
  {
    sentence: 'a booked list keeps only the lines that were not booked',
    breaches: `select i.id from participant_imports i where i.order_id is not null and (i.teams <> '[]'
      or exists (select 1 from json_each(i.lines) l where l.value ->> 'outcome' = 'new'))`,
  },
  {
    sentence: 'tickets are withheld, and places given away, only by the organizer with a list',
    breaches: `select o.id from orders o where (o.tickets_withheld = 1 or o.visit_id like 'import-%')
      and not exists (select 1 from order_audits a where a.order_id = o.id and a.comment = 'participantImports.booked'
        and a.editor_id is not null)
      and not exists (select 1 from order_audits a where a.order_id = o.id and a.comment = 'participant.canceledFrom')`,
  },
];
