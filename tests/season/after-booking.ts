import { ticketAddresses, ticketOf } from '#modules/checkin/ticket.ts';
import { clubs, names } from './booking.ts';
import type { Invariant } from './invariants.ts';
import type { Json, Season } from './season.ts';
import { someOrder, tried } from './tried.ts';

/** What happens between the order and the race: people correct, hand over, are moved and written to. */

const somebody = ({ dice, tickets }: Season) =>
  tickets.length > 0 ? dice.pick(tickets) : { orderId: 0, participantId: 1 };
const someMailbox = ({ dice }: Season) => `runner${dice.between(1, 40)}@season.test`;

async function changeParticipantEmail(season: Season): Promise<void> {
  const { dice, organizer } = season;
  const { orderId, participantId } = somebody(season);
  const body = { newEmail: dice.chance(0.1) ? 'no address' : someMailbox(season) };
  const [caller, path] = dice.chance(0.5)
    ? ([dice.pick(season.buyers), `/api/orders/${orderId}/participants/${participantId}/change-email`] as const)
    : ([organizer, `/api/admin/participants/${participantId}/orders/${orderId}/change-email`] as const);
  await tried(season, 'change e-mail of participant', caller, 'POST', path, body);
}

async function correctByOrganizer(season: Season): Promise<void> {
  const { dice, organizer } = season;
  const { orderId, participantId } = somebody(season);
  const path = `/api/admin/participants/${participantId}/orders/${orderId}/change-data`;
  await tried(season, 'correct data', organizer, 'POST', path, {
    lastName: dice.pick(names),
    ...(dice.chance(0.3) ? { firstName: dice.pick(names) } : {}),
    ...(dice.chance(0.3) ? { club: dice.pick([null, ...clubs]) } : {}),
    gender: dice.pick(['female', 'male', 'diverse']),
  });
}

/** By the link that was mailed, sometimes by one from before. */
async function changeByOwnPage(season: Season): Promise<void> {
  const { dice, shop, log } = season;
  const ticket = await ticketOf(shop.deps.read, shop.deps.signer, somebody(season).participantId);
  if (!ticket) return;
  const isOld = dice.chance(0.2);
  const { participant } = ticket;
  const linkVersion = participant.linkVersion - (isOld ? 1 : 0);
  const shown = { ...ticket, participant: { ...participant, linkVersion } };
  const { change } = ticketAddresses(shop.deps.signer, shown);
  const fields = {
    firstName: dice.pick(names),
    lastName: participant.lastName,
    birthDate: participant.birthDate ?? '',
    gender: participant.gender ?? '',
    nationalityCountryCode: 'AT',
    club: dice.pick(clubs),
    email: participant.email ?? '',
  };
  const { status } = await shop.visitor({ address: '10.8.0.1' }).form(change, fields);
  if (status >= 500) throw new Error(`own page: ${status}`);
  if (isOld && status < 400) throw new Error(`a link that was replaced changed something: ${status}`);
  const outcome = `own page: ${status}`;
  log.set(outcome, (log.get(outcome) ?? 0) + 1);
}

async function changeAddresses(season: Season): Promise<void> {
  const { dice, organizer } = season;
  const orderId = someOrder(season);
  const address = { firstName: dice.pick(names), lastName: dice.pick(names), city: 'Linz', countryCode: 'AT' };
  if (dice.chance(0.5))
    await tried(season, 'change addresses', organizer, 'PATCH', `/api/admin/orders/${orderId}/data`, {
      contactAddress: address,
    });
  else
    await tried(season, 'invoice address', dice.pick(season.buyers), 'POST', `/api/orders/${orderId}/invoice-address`, {
      ...address,
      street: 'Hauptplatz',
      houseNumber: '1',
      zipCode: '4020',
    });
}

async function giveOrderAway(season: Season): Promise<void> {
  const { dice, organizer, people } = season;
  const path = `/api/admin/orders/${someOrder(season)}/change-buyer`;
  const body = { newEmail: dice.chance(0.1) ? 'nobody' : dice.pick(people).email };
  await tried(season, 'change buyer', organizer, 'PATCH', path, body);
}

/** Several at once, while one of them is canceled by somebody else too. */
async function cancelMany(season: Season): Promise<void> {
  const { dice, organizer } = season;
  if (season.orderIds.length === 0) return;
  const orderIds = Array.from({ length: dice.between(1, 4) }, () => dice.pick(season.orderIds));
  const calls = [tried(season, 'cancel many', organizer, 'PATCH', '/api/admin/orders/cancel', { orderIds })];
  if (dice.chance(0.3))
    calls.push(tried(season, 'cancel', organizer, 'PATCH', `/api/admin/orders/${orderIds[0]}/cancel`));
  await Promise.all(calls);
}

async function resendTicket(season: Season): Promise<void> {
  const { orderId, participantId } = somebody(season);
  const path = `/api/admin/orders/${orderId}/resend-participant-email/${participantId}`;
  await tried(season, 'resend ticket', season.organizer, 'PATCH', path);
}

/** Lists are looked at while everything changes; they find whom they should. */
async function search(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  const q = encodeURIComponent(dice.pick([dice.pick(names), someMailbox(season), 'kaufer', String(someOrder(season))]));
  const paths = [
    `/api/admin/orders?q=${q}&limit=5`,
    `/api/admin/participants?q=${q}&limit=5&filter=${encodeURIComponent(JSON.stringify([{ field: 'eventId', type: 'eq', value: eventId }]))}`,
  ];
  const answer = await tried(season, 'search', organizer, 'GET', dice.pick(paths));
  if (!Array.isArray((answer as Json | null)?.rows)) throw new Error('a search answered no rows');
}

/** A letter to some of them; sometimes two in the office send it at once, or somebody stops it. */
async function writeMailing(season: Season): Promise<void> {
  const { dice, organizer, eventId, competitions } = season;
  const path = `/api/admin/events/${eventId}/mailings`;
  const made = await tried(season, 'letter', organizer, 'POST', path, {
    filter: {
      competitionIds: dice.chance(0.5) ? [dice.pick(competitions).id] : null,
      paid: dice.pick(['paid', 'unpaid', null]),
      formField: null,
    },
    text: { de: { subject: 'Bald geht es los', body: 'Hallo {firstName}' }, 'en-us': null },
  });
  const { mailing } = (made ?? {}) as { mailing?: { id: number } };
  if (!mailing) return;
  const send = () => tried(season, 'send letter', organizer, 'POST', `${path}/${mailing.id}/send`);
  await Promise.all(dice.chance(0.3) ? [send(), send()] : [send()]);
  if (dice.chance(0.2)) await tried(season, 'stop letter', organizer, 'POST', `${path}/${mailing.id}/stop`);
}

export const afterBookingVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [2, changeParticipantEmail],
  [1, correctByOrganizer],
  [2, changeByOwnPage],
  [1, changeAddresses],
  [1, giveOrderAway],
  [1, cancelMany],
  [1, resendTicket],
  [1, search],
  [1, writeMailing],
];

export const afterBookingInvariants: readonly Invariant[] = [
  {
    sentence: 'every version of a ticket before the present one was replaced once, and its links ended with it',
    breaches: `select p.id, p.ticket_version, count(r.version) from participants p
        left join replaced_tickets r on r.participant_id = p.id and r.version < p.ticket_version
        group by p.id having count(r.version) <> p.ticket_version or p.link_version < p.ticket_version
      union all select r.participant_id, r.version, 0 from replaced_tickets r join participants p on p.id = r.participant_id
        where r.version >= p.ticket_version`,
  },
  {
    sentence: 'a scan whose time is not believed counts only where there is no other',
    breaches: `select s.participant_id from scans s where s.admitted = 1 and s.believed = 0
        and exists (select 1 from scans o where o.participant_id = s.participant_id and o.believed = 1
          and o.taken_back_at is null)`,
  },
  {
    sentence: "the tickets of an order's lines are its people, or the one whose place it waits for",
    breaches: `select o.id, (select count(*) from participants p where p.order_id = o.id) people,
        (select coalesce(sum(i.amount), 0) from order_items i where i.order_id = o.id and i.kind = 'ticket') lines
      from orders o where people + (o.takes_place_of is not null) <> lines`,
  },
  {
    sentence: 'an order and its people are found by their plain last names',
    breaches: `select p.id, p.last_name from participants p where p.last_name not glob '*[^a-zA-Z]*' and p.order_id <= (select indexed_to from order_search_state) and 2 <>
        (select count(*) from order_search where order_search match 'words : "' || p.last_name || '"' and rowid in (p.order_id, -p.id))`,
  },
  {
    sentence: 'every order that is indexed, and everybody of it, stands in the index once, by the words of now',
    breaches: `select id, 'words' from order_search_rows r where order_id <= (select indexed_to from order_search_state)
          and not exists (select 1 from order_search
            where order_search match 'codes : "' || r.order_id || '" AND event : "' || r.event || '"' and rowid = r.id)
      union all select rowid, 'nobody' from order_search where rowid not in (select id from order_search_rows)
      union all select indexed_to, 'not yet' from order_search_state where indexed_to > (select coalesce(max(id), 0) from orders)
      union all select event_id, orders from event_order_counts c
        where orders <> (select count(*) from orders o where o.event_id = c.event_id)`,
  },
  {
    sentence:
      'what changed has an entry of its own order, or of the one that a place was passed on by, and is a change',
    breaches: `select c.id from order_audit_changes c join order_audits a on a.id = c.audit_id
        left join participants p on p.id = c.participant_id
      where c.before is c.after or (p.id is not null and p.order_id <> a.order_id and not exists
        (select 1 from place_takeovers t where t.participant_id = p.id and t.from_order_id = a.order_id and t.passed_at is not null)
        and not exists (select 1 from order_audits d where d.order_id = p.order_id and d.comment = 'participant.canceledFrom'))`,
  },
  {
    sentence: 'a letter goes to people of its event, each address once',
    breaches: `select r.mailing_id, r.address from mailing_recipients r join mailings m on m.id = r.mailing_id
        join participants p on p.id = r.participant_id where p.event_id <> m.event_id or r.address <> lower(r.address)
      union all select 0, unique_key from mails where type = 'ParticipantMessage' and unique_key like 'ParticipantMessage|%'
        group by lower(recipient), substr(unique_key, 1, instr(substr(unique_key, 20), '|') + 19) having count(*) > 1`,
  },
  {
    sentence: 'a team belongs to the competition of its people, and has people',
    breaches: `select p.id from participants p join teams t on t.id = p.team_id where t.competition_id <> p.competition_id
      union all select t.id from teams t where not exists (select 1 from participants p where p.team_id = t.id)`,
  },
];
