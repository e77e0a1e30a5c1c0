import { gateConflicts } from '#modules/checkin/index.ts';
import { catalogOf, eventIdsOf, nextEventsOf, timeZonesOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { gapsIn, type Lack } from '#modules/events/rules/readiness.ts';
import { isForVoucherHolders } from '#modules/events/rules/sale.ts';
import { openProofAlarms, organizersWithoutAccount, proofPath } from '#modules/invoicing/index.ts';
import { ordersWithRefusedMail, waitingTransfers } from '#modules/orders/index.ts';
import { organizerNames } from '#modules/organizers/index.ts';
import {
  adminOrderPath,
  countOpenLines,
  openLinesPath,
  openRefundsPath,
  refundAccountPath,
  waitingRefunds,
} from '#modules/payments/index.ts';
import { openWithdrawals, withdrawalPath } from '#modules/withdrawals/index.ts';
import { idsOf, lacking, mayTouch, organizersFor, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { guessAlarms } from '#src/data/guess-alarm.ts';
import type { Instant } from '#src/kernel/time.ts';
import { mailsInTrouble } from '#src/mail/queue-figures.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { mailQueuePath } from '../mail-queue/listing.tsx';
import { eventPath, ordersAt } from './addresses.ts';
import { beginOfDay, dayBefore, today } from './days.ts';

const taskKinds = [
  'firstOrganizer',
  'guesses',
  'mailsWaiting',
  'mailsFailed',
  'proof',
  'setUp',
  'decide',
  'withdrawals',
  'account',
  'cash',
  'payoutAccount',
  'file',
  'bankLines',
  'transfersLong',
  'transfersSome',
  'mails',
  'scans',
  'handOuts',
] as const;

/** Something that waits for a person. */
export type Task = {
  kind: (typeof taskKinds)[number];
  /** null: of the platform as a whole. */
  eventId: number | null;
  count: number;
  /** Where all of it is done; null: one by one, at `each`. */
  href: string | null;
  /** The first of them. */
  each: readonly { label: string; href: string }[];
};

/** After so many days without its money somebody should look for a transfer; after so many more it is late. */
const transferDays = { some: 7, long: 14 } as const;
/** One by one that many are named; the others follow as these get done. */
const maxNamed = 10;
/** The set-up of so many events to come is looked through for all pages of management. */
const maxEvents = 10;

type Asked = { deps: Pick<Deps, 'read' | 'voucherKinds'>; viewer: Viewer; now: Instant };

/** What waits at one event, and is this person's to do. */
export async function tasksOfEvent(asked: Asked, catalog: Catalog, lacks: readonly Lack[]): Promise<Task[]> {
  const { id, timeZone } = catalog.event;
  const record = { organizerIds: idsOf(catalog.organizers) };
  const allowed = async (may: Permission) => (mayTouch(may, asked.viewer, record) ? [id] : []);
  const own = mayTouch('event.change', asked.viewer, record) ? setUp(id, lacks) : [];
  const theirs = organizersFor('organizer.bank', asked.viewer).filter((of) => record.organizerIds.includes(of));
  const accounts = await payoutAccounts(asked.deps.read, theirs);
  return inOrder([...own, ...accounts, ...(await tasksOf(asked, allowed, [timeZone], []))]);
}

/** Money that came in cannot be paid out to whoever has no account. */
async function payoutAccounts(read: Deps['read'], organizerIds: readonly number[]): Promise<Task[]> {
  const without = await organizersWithoutAccount(read, organizerIds);
  const each = without.map(({ id, name }) => ({ label: name, href: `/admin/organizer/${id}` }));
  return each.length === 0 ? [] : [{ kind: 'payoutAccount', eventId: null, count: each.length, href: null, each }];
}

/**
 * What waits at all events that somebody looks after. The set-up is the organizers' own: a super admin is shown that of an
 * event on its page.
 */
export async function tasksOfAll(asked: Asked): Promise<Task[]> {
  const { deps, viewer, now } = asked;
  // Most roles may do all of these at the same organizers: their events are looked up once.
  const found = new Map<string, Promise<number[] | 'all'>>();
  const allowed = (may: Permission) => {
    const where = `${mayTouch(may, viewer, { organizerIds: [] })} ${organizersFor(may, viewer)}`;
    const ids = found.get(where) ?? eventIdsOf(deps.read, viewer, may);
    found.set(where, ids);
    return ids;
  };
  const answers = organizersFor('withdrawal.decide', viewer);
  const tasks = await tasksOf(asked, allowed, await timeZonesOf(deps.read), answers);
  if (viewer.isSuperAdmin) {
    if ((await organizerNames(deps.read)).length === 0)
      tasks.push({ kind: 'firstOrganizer', eventId: null, count: 1, href: '/admin/organizers', each: [] });
    for (const { eventId, count } of await guessAlarms(deps.read, now))
      tasks.push({ kind: 'guesses', eventId, count, href: null, each: [] });
    const mails = await mailsInTrouble(deps.read, now);
    if (mails.waiting > 0)
      tasks.push({ kind: 'mailsWaiting', eventId: null, count: mails.waiting, href: mailQueuePath, each: [] });
    if (mails.failed > 0)
      tasks.push({
        kind: 'mailsFailed',
        eventId: null,
        count: mails.failed,
        href: `${mailQueuePath}?state=failed`,
        each: [],
      });
    const lines = await countOpenLines(deps.read);
    if (lines > 0) tasks.push({ kind: 'bankLines', eventId: null, count: lines, href: openLinesPath, each: [] });
    for (const { eventId, breaches } of await openProofAlarms(deps.read))
      tasks.push({ kind: 'proof', eventId, count: breaches.length, href: proofPath(eventId), each: [] });
    return inOrder(tasks);
  }
  tasks.push(...(await payoutAccounts(deps.read, organizersFor('organizer.bank', viewer))));
  for (const event of await nextEventsOf(deps.read, viewer, now, maxEvents))
    tasks.push(...setUp(event.id, await knownGaps(deps, event, now)));
  return inOrder(tasks);
}

/** The number in the navigation: how much of all that waits for somebody. */
export async function countTasks(deps: Asked['deps'] & Pick<Deps, 'clock'>, viewer: Viewer | null): Promise<number> {
  if (!viewer || lacking('event.read', viewer) !== null) return 0;
  const tasks = await tasksOfAll({ deps, viewer, now: deps.clock() });
  return tasks.length;
}

/** Gaps in the set-up. Kinds of vouchers are asked for only where they decide. */
export async function gapsOfEvent(deps: Pick<Deps, 'voucherKinds'>, catalog: Catalog, now: Instant): Promise<Lack[]> {
  const isForSome = catalog.competitions.some((competition) => isForVoucherHolders(competition, now));
  return gapsIn(catalog, isForSome ? await deps.voucherKinds(catalog.event.id) : [], now);
}

/** Every page of management asks, so a state of an event is looked through once in a while; a change is another state. */
const gapsKnownForMs = 10_000;
const known = new Map<number, { at: Instant; gaps: readonly Lack[] }>();

async function knownGaps(
  deps: Asked['deps'],
  { id, version }: { id: number; version: number },
  now: Instant,
): Promise<readonly Lack[]> {
  const before = known.get(version);
  if (before && Math.abs(now - before.at) < gapsKnownForMs) return before.gaps;
  const catalog = await catalogOf(deps.read, id);
  if (!catalog) return [];
  const gaps = await gapsOfEvent(deps, catalog, now);
  if (known.size >= 1000) known.clear();
  known.set(catalog.event.version, { at: now, gaps });
  return gaps;
}

const setUp = (eventId: number, lacks: readonly Lack[]): Task[] =>
  lacks.length === 0
    ? []
    : [{ kind: 'setUp', eventId, count: lacks.length, href: `${eventPath(eventId)}#readiness-title`, each: [] }];

async function tasksOf(
  { deps: { read }, viewer, now }: Asked,
  allowed: (may: Permission) => Promise<readonly number[] | 'all'>,
  zones: readonly string[],
  /** Whose gift cards' withdrawals wait as well. */
  ofCards: readonly number[],
): Promise<Task[]> {
  const events = await allowed('order.view');
  const { decide, account, file, cash } = await waitingRefunds(read, await allowed('order.refund'));
  const begins = new Map(
    zones.map((zone) => {
      const date = today(now, zone);
      const some = beginOfDay(dayBefore(date, transferDays.some), zone);
      return [zone, { some, long: beginOfDay(dayBefore(date, transferDays.long), zone) }];
    }),
  );
  const transfers = await waitingTransfers(read, events, begins);
  const withdrawn = await openWithdrawals(read, await allowed('withdrawal.decide'), ofCards);
  const mails = await ordersWithRefusedMail(read, await allowed('order.assist'));
  const conflicts = await gateConflicts(read, await allowed('event.change'));
  const isOne = events !== 'all' && events.length === 1;
  return [
    ...byEvent('decide', decide, ({ orderId }) => ({
      label: String(orderId),
      href: `${adminOrderPath(orderId)}#money`,
    })),
    ...byEvent('withdrawals', withdrawn, ({ id, orderNumber }) => ({ label: orderNumber, href: withdrawalPath(id) })),
    ...byEvent('account', account, ({ orderId, refundId }) => ({
      label: String(orderId),
      href: refundAccountPath(refundId),
    })),
    ...byEvent('cash', cash, ({ orderId }) => ({ label: String(orderId), href: `${adminOrderPath(orderId)}#money` })),
    ...(viewer.isSuperAdmin && file.length > 0
      ? [
          {
            kind: 'file' as const,
            eventId: isOne ? (events[0] ?? null) : null,
            count: file.length,
            href: openRefundsPath,
            each: [],
          },
        ]
      : []),
    ...transfers.flatMap(({ eventId, some, long, timeZone }) =>
      transferTasks(eventId, { some, long }, today(now, timeZone)),
    ),
    ...byEvent('mails', mails, ({ orderId }) => ({ label: String(orderId), href: adminOrderPath(orderId) })),
    ...(['scans', 'handOuts'] as const).flatMap((kind) =>
      byEvent(
        kind,
        conflicts.filter((one) => one.kind === kind),
        ({ orderId, name }) => ({ label: name, href: adminOrderPath(orderId) }),
      ),
    ),
  ];
}

function transferTasks(
  eventId: number,
  counts: { some: number; long: number },
  date: ReturnType<typeof today>,
): Task[] {
  // A day of a filter belongs to it, so the list ends with the day before the one that is too young.
  const until = (days: number) => dayBefore(date, days + 1);
  const ofAge = {
    long: { to: until(transferDays.long) },
    some: { from: dayBefore(date, transferDays.long), to: until(transferDays.some) },
  };
  return (['long', 'some'] as const).flatMap((age) =>
    counts[age] === 0
      ? []
      : [
          {
            kind: age === 'long' ? ('transfersLong' as const) : ('transfersSome' as const),
            eventId,
            count: counts[age],
            href: ordersAt(eventId, { transfer: 'open', ...ofAge[age] }),
            each: [],
          },
        ],
  );
}

/** One task for each event, and one for what is of none, with what it consists of. */
function byEvent<Row extends { eventId: number | null }>(
  kind: Task['kind'],
  rows: readonly Row[],
  named: (row: Row) => Task['each'][number],
): Task[] {
  return [...Map.groupBy(rows, ({ eventId }) => eventId)].map(([eventId, ofEvent]) => ({
    kind,
    eventId,
    count: ofEvent.length,
    href: null,
    each: ofEvent.slice(0, maxNamed).map(named),
  }));
}

const inOrder = (tasks: readonly Task[]): Task[] =>
  tasks.toSorted(
    (a, b) => taskKinds.indexOf(a.kind) - taskKinds.indexOf(b.kind) || (a.eventId ?? 0) - (b.eventId ?? 0),
  );
