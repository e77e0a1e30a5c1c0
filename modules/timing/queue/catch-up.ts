import { eq } from 'drizzle-orm';
import { foldedName } from '#modules/orders/rules/identity.ts';
import { type Instant, plus } from '#src/kernel/time.ts';
import { settingsOf } from '../read-settings.ts';
import { isBibThere } from '../rules/fields.ts';
import { errorText } from '../rules/push.ts';
import { raceResultPushes } from '../schema.ts';
import { listParticipants } from './calls.ts';
import type { CallDeps } from './client.ts';
import { staleMs } from './give-bib.ts';
import { extendLease, type Lease } from './lease.ts';
import { type Numbered, numberedOf, type Push, pushOf } from './read-pushes.ts';
import { isPidFree, isTheirTurn, takeBib } from './take-bib.ts';

/**
 * Before sending, one list call reads the changes of RACE RESULT that no web hook reported. Otherwise a start number
 * moved there would give one participant the data of another. Without an answer or a list, the known state is sent.
 * Skipped after the stop date.
 */
export async function catchUp(deps: CallDeps, lease: Lease, ids: readonly number[]): Promise<void> {
  const { listUrl, syncStopDate } = await settingsOf(deps.read, lease.eventId);
  if (listUrl === null || (syncStopDate !== null && deps.clock() >= syncStopDate)) return;
  const people = await numberedOf(deps.read, ids);
  if (people.length === 0) return;
  const filter = people
    .map(({ participantId, bib, bibThere }) =>
      bibThere === null ? `[ForeignKey]="${participantId}" OR [Bib]=${bib}` : `[ForeignKey]="${participantId}"`,
    )
    .join(' OR ');
  const answer = await listParticipants(deps, listUrl, ['ID', 'Bib', 'ForeignKey', 'Lastname'], filter);
  if (!answer.ok) return;
  for (const person of people) await catchUpWith(deps, lease, person, answer.value);
}

const catchUpWith = (
  deps: CallDeps,
  lease: Lease,
  { participantId, bib, lastName }: Numbered,
  rows: readonly Record<string, string>[],
): Promise<void> =>
  deps.write(async (work) => {
    if (!(await extendLease(work, lease))) return;
    const push = await pushOf(work.tx, participantId);
    if (!push) return;
    const isIt = eq(raceResultPushes.participantId, participantId);
    const mine = rows.find(({ ForeignKey }) => ForeignKey === String(participantId));
    const stranger = push.bibThere === null && !mine ? rows.find((row) => row.Bib === bib) : undefined;
    if (stranger && isSomebodyElse(stranger, lastName)) {
      const lastError = errorText('bibTakenThere', bib);
      await work.tx.update(raceResultPushes).set({ state: 'dead', lastError, lastErrorAt: work.now }).where(isIt);
      return;
    }
    if (!mine) return;
    const pid = Number(mine.ID);
    if (push.pid === null && Number.isSafeInteger(pid) && pid > 0 && (await isPidFree(work, lease.eventId, pid)))
      await work.tx.update(raceResultPushes).set({ pid }).where(isIt);
    const there = mine.Bib ?? '';
    if (isBibThere(there) && isSettled(push, work.now) && (await isTheirTurn(work, participantId, there)))
      await takeBib(work, lease.eventId, participantId, there);
  });

/** A reserved number, or an imported row with the same name, belongs to this participant. */
const isSomebodyElse = ({ ForeignKey = '', Lastname = '' }: Record<string, string>, lastName: string): boolean =>
  ForeignKey !== '' || (Lastname !== '' && foldedName(Lastname) !== foldedName(lastName));

/** A list may be up to `staleMs` old, so our later writes win. */
const isSettled = ({ lastSynchroAt, lastErrorAt }: Push, now: Instant): boolean =>
  [lastSynchroAt, lastErrorAt].every((at) => at === null || plus(at, staleMs) <= now);
