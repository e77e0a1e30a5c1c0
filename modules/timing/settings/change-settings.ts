import { eq } from 'drizzle-orm';
import { addEventEntries, catalogOf } from '#modules/events/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Config } from '#src/config/config.ts';
import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import { isOutsideAddress } from '#src/web/outside-address.ts';
import { isFetchable, planFetches } from '../plan-fetches.ts';
import { dueAgain } from '../queue/enqueue.ts';
import { addressFields, type Settings, settingsOf } from '../read-settings.ts';
import { isMaskOf, maskedOrNull } from '../rules/mask.ts';
import { raceResultContests, raceResultSettings } from '../schema.ts';
import type { RaceResultChange } from './shapes.ts';

type Editor = Pick<Viewer, 'userId'>;

/** Masked addresses stay unchanged; private ones are refused. @throws Problem VALIDATION_FAILED */
export async function changeRaceResult(
  work: Work,
  eventId: number,
  change: RaceResultChange,
  editor: Editor,
  allowing: Pick<Config, 'allowPrivateAddresses'>,
): Promise<void> {
  const before = await settingsOf(work.tx, eventId);
  const { competitions: contests, ...plain } = change;
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const errors: FieldErrors = {};
  for (const name of addressFields) {
    const input = change[name];
    if (typeof input !== 'string') continue;
    if (isMaskOf(input, before[name])) delete given[name];
    else if (!isOutsideAddress(input, allowing)) errors[name] = ['timing.error.address'];
  }
  if (contests) await refuseForeign(work, eventId, contests, errors);
  if (Object.keys(errors).length > 0) refuseFields(errors);
  const { tx } = work;
  await tx
    .insert(raceResultSettings)
    .values({ eventId, ...given })
    .onConflictDoUpdate({ target: raceResultSettings.eventId, set: { eventId, ...given } });
  for (const { competitionId, rrContestId } of contests ?? []) {
    if (rrContestId === null)
      await tx.delete(raceResultContests).where(eq(raceResultContests.competitionId, competitionId));
    else
      await tx
        .insert(raceResultContests)
        .values({ competitionId, rrContestId })
        .onConflictDoUpdate({ target: raceResultContests.competitionId, set: { rrContestId } });
  }
  const after = await settingsOf(tx, eventId);
  await planFetches(work, eventId, isFetchable(after) && after.fetchesResults);
  if (after.syncStopDate !== before.syncStopDate && (after.syncStopDate === null || after.syncStopDate > work.now))
    await dueAgain(work, eventId);
  await writeDown(work, eventId, editor, before, after);
}

async function refuseForeign(
  { tx }: Work,
  eventId: number,
  contests: NonNullable<RaceResultChange['competitions']>,
  errors: FieldErrors,
): Promise<void> {
  const own = (await catalogOf(tx, eventId))?.competitions ?? [];
  contests.forEach(({ competitionId }, at) => {
    if (!own.some(({ id }) => id === competitionId))
      errors[`competitions.${at}.competitionId`] = ['timing.error.competition'];
  });
}

/** The previous address becomes invalid. */
export async function newWebhookIdentifier(work: Work, eventId: number, editor: Editor): Promise<string> {
  const before = await settingsOf(work.tx, eventId);
  const webhookIdentifier = secretToken(24);
  await work.tx
    .insert(raceResultSettings)
    .values({ eventId, webhookIdentifier })
    .onConflictDoUpdate({ target: raceResultSettings.eventId, set: { webhookIdentifier } });
  await writeDown(work, eventId, editor, before, await settingsOf(work.tx, eventId));
  return webhookIdentifier;
}

/** For the history, with masked secrets. */
function historyFields({ contests, webhookIdentifier, ...settings }: Settings): Record<string, unknown> {
  const { eventId: _, ...plain } = settings;
  const addresses = Object.fromEntries(addressFields.map((name) => [name, maskedOrNull(settings[name])]));
  return {
    ...plain,
    ...addresses,
    webhookFields: settings.webhookFields.join(', '),
    webhookIdentifier: maskedOrNull(webhookIdentifier),
    contests: [...contests].map(([competition, contest]) => `${competition}: ${contest}`).join(', '),
  };
}

async function writeDown(
  work: Work,
  eventId: number,
  editor: Editor,
  before: Settings,
  after: Settings,
): Promise<void> {
  const [old, now] = [historyFields(before), historyFields(after)];
  // Two different addresses may have the same mask.
  const isChanged = (field: string): boolean =>
    old[field] !== now[field] || addressFields.some((name) => name === field && before[name] !== after[name]);
  const changes = Object.keys(now)
    .filter(isChanged)
    .map((field) => ({ field: `timing.${field}`, before: old[field] ?? null, after: now[field] ?? null }));
  if (changes.length === 0) return;
  await addEventEntries(work, editor, eventId, [
    { kind: 'timing', action: 'changed', recordId: eventId, name: 'RACE RESULT', changes },
  ]);
}

/** Switches automatic fetching off. Returns whether it was on. */
export async function stopFetching(work: Work, eventId: number, editor: Pick<Viewer, 'userId'>): Promise<boolean> {
  const { fetchesResults } = await settingsOf(work.tx, eventId);
  // Addresses do not change, so they need no check.
  if (fetchesResults)
    await changeRaceResult(work, eventId, { fetchesResults: false }, editor, { allowPrivateAddresses: false });
  return fetchesResults;
}
