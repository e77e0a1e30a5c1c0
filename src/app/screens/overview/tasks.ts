import { gateConflicts } from '#modules/checkin/index.ts';
import { catalogOf, eventIdsOf, nextEventsOf, timeZonesOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { gapsIn, type MissingSetting } from '#modules/events/rules/readiness.ts';
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
import { mailsNeedingAttention } from '#src/mail/queue-figures.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { mailQueuePath } from '../mail-queue/pages.tsx';
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

export type Task = {
  kind: (typeof taskKinds)[number];
  /** null: of the platform. */
  eventId: number | null;
  count: number;
  /** The page for all of them; null: each has its own. */
  href: string | null;
  each: readonly { label: string; href: string }[];
};

/** Days after which a missing transfer needs attention, and after which it is late. */
const transferDays = { some: 7, long: 14 } as const;
/** How many are listed; the next follow as these are done. */
const maxNamed = 10;
/** Future events whose setup is checked for management pages. */
const maxEvents = 10;

type TaskQuery = { deps: Pick<Deps, 'read' | 'voucherKinds'>; viewer: Viewer; now: Instant };

/** Tasks of one event for this person. */
export async function tasksOfEvent(
  query: TaskQuery,
  catalog: Catalog,
  lacks: readonly MissingSetting[],
): Promise<Task[]> {
  const { id, timeZone } = catalog.event;
  const record = { organizerIds: idsOf(catalog.organizers) };
  const allowed = async (may: Permission) => (mayTouch(may, query.viewer, record) ? [id] : []);
  const own = mayTouch('event.change', query.viewer, record) ? setUp(id, lacks) : [];
  const theirs = organizersFor('organizer.bank', query.viewer).filter((of) => record.organizerIds.includes(of));
  const accounts = await payoutAccounts(query.deps.read, theirs);
  return inOrder([...own, ...accounts, ...(await tasksOf(query, allowed, [timeZone], []))]);
}

/** Payouts need a bank account. */
async function payoutAccounts(read: Deps['read'], organizerIds: readonly number[]): Promise<Task[]> {
  const without = await organizersWithoutAccount(read, organizerIds);
  const each = without.map(({ id, name }) => ({ label: name, href: `/admin/organizer/${id}` }));
  return each.length === 0 ? [] : [{ kind: 'payoutAccount', eventId: null, count: each.length, href: null, each }];
}

/** Tasks of all events of a person. Setup tasks are the organizers' own; a super admin sees them on the event's page. */
export async function tasksOfAll(query: TaskQuery): Promise<Task[]> {
  const { deps, viewer, now } = query;
  // Cached, because most permissions cover the same organizers.
  const found = new Map<string, Promise<number[] | 'all'>>();
  const allowed = (may: Permission) => {
    const where = `${mayTouch(may, viewer, { organizerIds: [] })} ${organizersFor(may, viewer)}`;
    const ids = found.get(where) ?? eventIdsOf(deps.read, viewer, may);
    found.set(where, ids);
    return ids;
  };
  const answers = organizersFor('withdrawal.decide', viewer);
  const tasks = await tasksOf(query, allowed, await timeZonesOf(deps.read), answers);
  if (viewer.isSuperAdmin) {
    if ((await organizerNames(deps.read)).length === 0)
      tasks.push({ kind: 'firstOrganizer', eventId: null, count: 1, href: '/admin/organizers', each: [] });
    for (const { eventId, count } of await guessAlarms(deps.read, now))
      tasks.push({ kind: 'guesses', eventId, count, href: null, each: [] });
    const mails = await mailsNeedingAttention(deps.read, now);
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

/** The number in the navigation. */
export async function countTasks(
  deps: TaskQuery['deps'] & Pick<Deps, 'clock'>,
  viewer: Viewer | null,
): Promise<number> {
  if (!viewer || lacking('event.read', viewer) !== null) return 0;
  const tasks = await tasksOfAll({ deps, viewer, now: deps.clock() });
  return tasks.length;
}

/** Missing setup. Kinds of vouchers are read only where they matter. */
export async function gapsOfEvent(
  deps: Pick<Deps, 'voucherKinds'>,
  catalog: Catalog,
  now: Instant,
): Promise<MissingSetting[]> {
  const isForSome = catalog.competitions.some((competition) => isForVoucherHolders(competition, now));
  return gapsIn(catalog, isForSome ? await deps.voucherKinds(catalog.event.id) : [], now);
}

/** Cached per state of the event, because every management page asks. */
const gapsKnownForMs = 10_000;
const known = new Map<number, { at: Instant; gaps: readonly MissingSetting[] }>();

async function knownGaps(
  deps: TaskQuery['deps'],
  { id, version }: { id: number; version: number },
  now: Instant,
): Promise<readonly MissingSetting[]> {
  const before = known.get(version);
  if (before && Math.abs(now - before.at) < gapsKnownForMs) return before.gaps;
  const catalog = await catalogOf(deps.read, id);
  if (!catalog) return [];
  const gaps = await gapsOfEvent(deps, catalog, now);
  if (known.size >= 1000) known.clear();
  known.set(catalog.event.version, { at: now, gaps });
  return gaps;
}

const setUp = (eventId: number, lacks: readonly MissingSetting[]): Task[] =>
  lacks.length === 0
    ? []
    : [{ kind: 'setUp', eventId, count: lacks.length, href: `${eventPath(eventId)}#readiness-title`, each: [] }];

async function tasksOf(
  { deps: { read }, viewer, now }: TaskQuery,
  allowed: (may: Permission) => Promise<readonly number[] | 'all'>,
  zones: readonly string[],
  /** Organizers whose withdrawals of gift cards are included. */
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
  // A filter's end day is inclusive.
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

/** One task per event, and one for rows without an event. */
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
