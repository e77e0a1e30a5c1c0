import type { Caller } from '#tests/support/shop.ts';
import type { Invariant } from './invariants.ts';
import type { Json, Season } from './season.ts';
import { tried } from './tried.ts';

/** The day of the race: devices come and go, people get their numbers, and sometimes it is all undone. */

/** A phone with its device. The season is one long life, so they stay until somebody ends them. */
const phones = new WeakMap<Season, { who: Caller; id: number }[]>();
const phonesOf = (season: Season) => phones.get(season) ?? [];

const somebody = ({ dice, tickets }: Season) =>
  tickets.length > 0 ? dice.pick(tickets).participantId : dice.between(1, 5);
const moment = ({ dice, shop }: Season): string => new Date(shop.clock() - dice.between(0, 600) * 1000).toISOString();

async function openDevice(season: Season): Promise<void> {
  const { dice, organizer, eventId, shop } = season;
  const input = { gate: dice.pick(['Nord', 'Süd', 'Halle']), mayHandOut: dice.chance(0.6) };
  const made = await tried(season, 'device', organizer, 'POST', `/api/admin/events/${eventId}/devices`, input);
  const device = made?.device as { id: number; link: string } | undefined;
  if (!device) return;
  const who = shop.visitor();
  const code = { code: device.link.split('#')[1] };
  // Two phones open the same link at once: one of them is the device.
  const opened = await Promise.all(
    [who, ...(dice.chance(0.3) ? [shop.visitor()] : [])].map(async (phone) => {
      return (await tried(season, 'open device', phone, 'POST', '/api/scan/devices', code)) ? phone : null;
    }),
  );
  const [phone, ...others] = opened.flatMap((each) => each ?? []);
  if (others.length > 0) throw new Error('one link made two devices');
  if (phone) phones.set(season, [...phonesOf(season), { who: phone, id: device.id }]);
}

async function endDevice(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  const [first] = phonesOf(season);
  if (!first || !dice.chance(0.5)) return;
  await tried(season, 'end device', organizer, 'POST', `/api/admin/events/${eventId}/devices/${first.id}/end`);
  const { status } = await first.who.json('GET', `/api/scan/devices/${first.id}/scan-list`);
  if (status !== 403) throw new Error(`an ended device was answered with ${status}`);
  phones.set(season, phonesOf(season).slice(1));
}

/** By a device that was handed out, or by staff at the desk. */
function desk(season: Season): [Caller, string, string] {
  const { dice, organizer, eventId } = season;
  const all = phonesOf(season);
  if (all.length === 0 || dice.chance(0.4))
    return [organizer, `/api/admin/events/${eventId}`, `desk-${dice.between(1, 3)}`];
  const { who, id } = dice.pick(all);
  return [who, `/api/scan/devices/${id}`, `device-${id}`];
}

type Handed = { participantId: number; device: string; handedOutAt: string };
const handed = new WeakMap<Season, Handed[]>();

async function handOut(season: Season): Promise<void> {
  const { dice } = season;
  const known = handed.get(season) ?? [];
  const [who, base, device] = desk(season);
  const fresh = () => ({ participantId: somebody(season), device, handedOutAt: moment(season), takenBackAt: null });
  const again = known.length > 0 && dice.chance(0.3) ? [dice.pick(known)] : [];
  const back = again.map((one) => ({ ...one, takenBackAt: dice.chance(0.6) ? moment(season) : null }));
  const all = [...back, ...Array.from({ length: dice.between(1, 4) }, fresh)];
  const sends = [tried(season, 'hand out', who, 'POST', `${base}/hand-outs`, { handOuts: all })];
  // The answer was lost on the way, and it is sent once more.
  if (dice.chance(0.3)) sends.push(tried(season, 'hand out', who, 'POST', `${base}/hand-outs`, { handOuts: all }));
  await Promise.all(sends);
  handed.set(season, [...known, ...all.map(({ takenBackAt: _, ...one }) => one)]);
}

/** The lists that visitors see are held against what was said (`results.ts`). */
async function hideName(season: Season): Promise<void> {
  const [who, base] = desk(season);
  await tried(season, 'hide name at the desk', who, 'POST', `${base}/hide-name`, { participantId: somebody(season) });
}

async function takeAdmissionBack(season: Season): Promise<void> {
  const { organizer, eventId, dice } = season;
  const path = `/api/admin/events/${eventId}/admissions/${somebody(season)}/take-back`;
  const sends = [tried(season, 'take admission back', organizer, 'POST', path)];
  if (dice.chance(0.3)) sends.push(tried(season, 'take admission back', organizer, 'POST', path));
  await Promise.all(sends);
}

async function turnAway(season: Season): Promise<void> {
  const { dice, eventId } = season;
  const [who, base, device] = desk(season);
  const code = dice.pick([null, `T1.${eventId}.${somebody(season)}.0123456789ABCDEF`, 'T1.9999.1.0123456789ABCDEF']);
  await tried(season, 'turned away', who, 'POST', `${base}/turned-away`, { device, scannedAt: moment(season), code });
}

async function bibAtDesk(season: Season): Promise<void> {
  const [who, base] = desk(season);
  const body = { participantId: somebody(season), bib: String(season.dice.between(1, 30)) };
  await tried(season, 'bib at desk', who, 'POST', `${base}/bib`, body);
}

async function lists(season: Season): Promise<void> {
  const [who, base] = desk(season);
  const answer = await tried(season, 'desk list', who, 'GET', `${base}/desk-list`);
  if (answer && !Array.isArray((answer as Json).tickets)) throw new Error('a list of the desk has no tickets');
}

export const raceDayVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [1, openDevice],
  [1, endDevice],
  [4, handOut],
  [1, hideName],
  [2, takeAdmissionBack],
  [1, turnAway],
  [1, bibAtDesk],
  [1, lists],
];

export const raceDayInvariants: readonly Invariant[] = [
  {
    sentence: 'everybody with a void ticket in their mailbox was told once',
    breaches: `with told as (select m.order_id, m.recipient, m.id, m.type,
          coalesce(json_extract(m.params, '$.participantIds'), '[' || json_extract(m.params, '$.participantId') || ']') ids
        from mails m where m.type in ('TicketVoid', 'OldChangelink', 'OrderHandedOver', 'EventCanceled', 'TransferPassed')
          or m.type like 'OrderCancellation%'),
      mailed as (select m.id, m.order_id, m.recipient, m.status, m.last_error, t.value ->> 'participantId' person,
          coalesce(t.value ->> 'linkVersion', 0) version
        from mails m, json_each(json_insert(coalesce(json_extract(m.params, '$.others'), '[]'), '$[#]', json(m.params))) t
        where m.type = 'RegistrationConfirmation'),
      tickets as (select * from mailed m where m.status = 'sent' and m.last_error is null)
      select t.id from tickets t where not exists (select 1 from participants p join orders o on o.id = p.order_id
          where p.id = t.person and p.order_id = t.order_id and p.live = 1 and p.link_version = t.version
            and o.status in ('complete', 'shipped'))
        and not exists (select 1 from told w where w.order_id = t.order_id and w.recipient = t.recipient and w.id > t.id
          and (w.type not in ('TicketVoid', 'OldChangelink')
            or exists (select 1 from json_each(w.ids) j where j.value = t.person)))
        and not exists (select 1 from mailed n where n.order_id = t.order_id and n.id > t.id and n.recipient = t.recipient
          and n.person = t.person)
        and not exists (select 1 from facts f where f.done_at is null)
      union all select b.id from told a join told b on b.order_id = a.order_id and b.recipient = a.recipient
        and b.id > a.id and a.type = 'TicketVoid' and b.type = 'TicketVoid' and a.ids = b.ids
        where not exists (select 1 from mails n where n.order_id = a.order_id and n.id > a.id and n.id < b.id
          and n.type = 'RegistrationConfirmation' and n.recipient = a.recipient)`,
  },
  {
    sentence: 'whoever has what is due got it once, by the earliest hand-out that holds',
    breaches: `select participant_id from hand_outs group by participant_id
      having sum(counts) > 1 or sum(counts) <> max(taken_back_at is null)
      union all select h.participant_id from hand_outs h join hand_outs e on e.participant_id = h.participant_id
        where h.counts = 1 and e.taken_back_at is null and e.believed >= h.believed and e.believed = 1
          and (e.handed_out_at < h.handed_out_at or h.believed = 0)`,
  },
  {
    sentence: 'what was taken back counts no more, and what was scanned before lets nobody in',
    breaches: `select participant_id from scans where admitted = 1 and taken_back_at is not null
      union all select participant_id from hand_outs where counts = 1 and taken_back_at is not null
      union all select a.participant_id from scans a join scans b on b.participant_id = a.participant_id
        where a.admitted = 1 and a.believed = 1 and b.taken_back_at >= a.scanned_at`,
  },
  {
    sentence: 'every admission that was taken back stands in the history of its order',
    breaches: `select p.order_id, count(distinct s.taken_back_at) from scans s join participants p on p.id = s.participant_id
      where s.taken_back_at is not null group by p.order_id
      having count(distinct s.participant_id || ' ' || s.taken_back_at) > (select count(*) from order_audits a
        where a.order_id = p.order_id and a.comment = 'gate.admissionTakenBack')`,
  },
  {
    sentence: 'a start number that the desk gave is nobody else’s at the event',
    breaches: `select event_id, rr_bib from participants where live = 1 and rr_bib is not null
      group by event_id, rr_bib having count(*) > 1`,
  },
  {
    sentence: 'a forged or foreign code leaves nobody’s name',
    breaches: `select id from turned_away where reason in ('forged', 'foreign', 'unreadable') and participant_id is not null`,
  },
];
