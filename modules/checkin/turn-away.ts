import { participantForTicket } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Signer } from '#src/access/signer.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { hours, type Instant } from '#src/kernel/time.ts';
import type { AtGate } from './at-gate.ts';
import { parseTicketCode } from './rules/ticket-code.ts';
import type { TurnedAwayReason } from './rules/turned-away.ts';
import { turnedAway } from './schema.ts';
import { versionOfCode } from './ticket-mac.ts';

/** Above this limit, scans are answered but not stored, so that a misused device cannot fill the database. */
const noted: Limit = { name: 'turned-away', most: 600, windowMs: hours(1), per: 'account' };

type TurnedAway = {
  by: Pick<AtGate, 'eventId' | 'userId' | 'deviceId'>;
  device: string;
  scannedAt: Instant;
  reason: TurnedAwayReason;
  /** Only for a real code of this event. */
  participantId: number | null;
};

/** Repeating a refusal stores it once. */
export async function noteTurnedAway(work: Work, { by, ...about }: TurnedAway): Promise<void> {
  try {
    await countTry(work, noted, by.deviceId === null ? `user ${by.userId}` : `device ${by.deviceId}`, 1);
  } catch (problem) {
    if (problem instanceof Problem && problem.code === 'TOO_MANY_REQUESTS') return;
    throw problem;
  }
  await work.tx
    .insert(turnedAway)
    .values({ ...about, eventId: by.eventId, deviceId: by.deviceId, scannedBy: by.userId, createdAt: work.now })
    .onConflictDoNothing();
}

/** Stores refusals of an offline device. They never admit, even if the code is valid by now. */
export async function turnAway(
  work: Work,
  signer: Signer,
  { code: text, ...scan }: Omit<TurnedAway, 'reason' | 'participantId'> & { code: string | null },
): Promise<void> {
  const { eventId } = scan.by;
  const code = parseTicketCode(text ?? '');
  if (!code) return noteTurnedAway(work, { ...scan, reason: 'unreadable', participantId: null });
  const person = await participantForTicket(work.tx, code.participantId);
  const version = person?.eventId === code.eventId ? versionOfCode(signer, code, person.ticketVersion) : null;
  if (!person || version === null) return noteTurnedAway(work, { ...scan, reason: 'forged', participantId: null });
  if (person.eventId !== eventId) return noteTurnedAway(work, { ...scan, reason: 'foreign', participantId: null });
  await noteTurnedAway(work, { ...scan, reason: reasonOf(person, version), participantId: person.id });
}

type Person = NonNullable<Awaited<ReturnType<typeof participantForTicket>>>;

/** Why a valid MAC is refused. */
export function reasonOf({ ticketVersion, orderStatus }: Person, version: number): TurnedAwayReason {
  if (version < ticketVersion) return 'replaced';
  if (orderStatus === 'canceled') return 'canceled';
  return isPaidStatus(orderStatus) ? 'notListed' : 'unpaid';
}
