import { eq, inArray } from 'drizzle-orm';
import { addEventEntries, catalogOf } from '#modules/events/index.ts';
import { addAudits } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { startersOf } from './read-people.ts';
import { livePerson, type WaveRecord, waveOf, waveOfPerson, wavesOf } from './read-waves.ts';
import { wavesChanged } from './rules/facts.ts';
import { refuse } from './rules/problems.ts';
import { assignWaves, type WaveSequence } from './rules/waves.ts';
import { participantWaves, startWaves } from './schema.ts';

type Change = { eventId: number; editorId: number };
export type WaveInput = {
  competitionId: number;
  title: string;
  startsAt: Instant;
  size: number;
  locksAt: Instant | null;
  allowsChoice: boolean;
};
const fields = ['competitionId', 'title', 'startsAt', 'size', 'locksAt', 'allowsChoice'] as const;
export const isLocked = ({ locksAt }: { locksAt: Instant | null }, now: Instant): boolean =>
  locksAt !== null && locksAt <= now;

/** @throws Problem NOT_FOUND for a competition of another event */
export async function createWave(work: Work, { eventId, editorId, ...wave }: Change & WaveInput): Promise<number> {
  await requireCompetition(work, eventId, wave.competitionId);
  const [made] = await work.tx
    .insert(startWaves)
    .values({ ...wave, eventId })
    .returning({ id: startWaves.id });
  const waveId = made?.id ?? 0;
  await note(work, { eventId, editorId }, waveId, null, wave);
  return waveId;
}

/** @throws Problem NOT_FOUND, VALIDATION_FAILED for fewer places than the wave has people, or for another competition while it has people */
export async function changeWave(
  work: Work,
  { eventId, editorId, waveId, ...change }: Change & { waveId: number } & Partial<WaveInput>,
): Promise<void> {
  const before = await waveOf(work.tx, eventId, waveId);
  const wave = { ...before, ...change };
  await requireCompetition(work, eventId, wave.competitionId);
  if (wave.size < before.people) refuseFields({ size: ['belowPeople'] });
  if (wave.competitionId !== before.competitionId && before.people > 0) refuseFields({ competitionId: ['hasPeople'] });
  const { competitionId, title, startsAt, size, locksAt, allowsChoice } = wave;
  await work.tx
    .update(startWaves)
    .set({ competitionId, title, startsAt, size, locksAt, allowsChoice })
    .where(eq(startWaves.id, waveId));
  await note(work, { eventId, editorId }, waveId, before, wave);
  if (title !== before.title) await announceChange(work, eventId, await peopleOfWave(work, waveId));
}

/** Its people are in no wave then. @throws Problem NOT_FOUND */
export async function deleteWave(
  work: Work,
  { eventId, editorId, waveId }: Change & { waveId: number },
): Promise<void> {
  const before = await waveOf(work.tx, eventId, waveId);
  const participantIds = await peopleOfWave(work, waveId);
  await work.tx.delete(startWaves).where(eq(startWaves.id, waveId));
  await announceChange(work, eventId, participantIds);
  await note(work, { eventId, editorId }, waveId, before, null);
}

/**
 * Puts a person into a wave by hand; null: into none.
 * @throws Problem NOT_FOUND, WAVE_FULL, WAVE_LOCKED when the person's wave or the new one is locked
 */
export async function setWave(
  work: Work,
  { eventId, editorId, participantId, waveId }: Change & { participantId: number; waveId: number | null },
): Promise<void> {
  const person = await livePerson(work.tx, eventId, participantId);
  const before = await waveOfPerson(work.tx, participantId);
  const wave = waveId === null ? null : await waveOf(work.tx, eventId, waveId);
  if (wave && wave.competitionId !== person.competitionId) refuse('NOT_FOUND');
  if ((before && isLocked(before, work.now)) || (wave && isLocked(wave, work.now))) refuse('WAVE_LOCKED');
  if (wave && wave.id !== before?.id && wave.people >= wave.size) refuse('WAVE_FULL');
  if (wave) await store(work, [{ participantId, waveId: wave.id }], true);
  else await work.tx.delete(participantWaves).where(eq(participantWaves.participantId, participantId));
  if (before?.id === wave?.id) return;
  const change = { participantId, field: 'wave', before: before?.title ?? null, after: wave?.title ?? null };
  await addAudits(work, [
    { orderId: person.orderId, type: 'OrderChanged', editorId, comment: 'participant.waveByHand', changes: [change] },
  ]);
  await work.announce(wavesChanged({ eventId, participantIds: [participantId] }));
}

export type WaveAssignment = { sequence: WaveSequence; fieldId: number | null; competitionIds: number[] | null };

/** Assigns everyone with a paid order. Returns how many changed, and how many found no place. */
export async function assignToWaves(
  work: Work,
  { eventId, editorId, sequence, fieldId, competitionIds }: Change & WaveAssignment,
): Promise<{ changed: number; without: number }> {
  const waves = (await wavesOf(work.tx, eventId)).filter(
    ({ competitionId }) => competitionIds === null || competitionIds.includes(competitionId),
  );
  const people = await startersOf(work.tx, eventId, fieldId !== null);
  const changes = assignWaves(
    people.map((person) => ({
      ...person,
      answer: person.answers.find((answer) => answer.fieldId === fieldId)?.value ?? null,
      isByHand: person.isWaveByHand === 1,
    })),
    waves.map((wave) => ({ ...wave, isLocked: isLocked(wave, work.now) })),
    sequence,
  );
  const titles = new Map(waves.map(({ id, title }) => [id, title]));
  const byId = new Map(people.map((person) => [person.id, person]));
  await removeAll(
    work,
    changes.flatMap(({ participantId, waveId }) => (waveId === null ? [participantId] : [])),
  );
  await store(
    work,
    changes.flatMap(({ participantId, waveId }) => (waveId === null ? [] : [{ participantId, waveId }])),
    false,
  );
  const ofOrder = Map.groupBy(changes, ({ participantId }) => byId.get(participantId)?.orderId ?? 0);
  await addAudits(
    work,
    [...ofOrder].map(([orderId, all]) => ({
      ...{ orderId, type: 'OrderChanged' as const, editorId, comment: 'participant.waveAssigned' },
      changes: all.map(({ participantId, waveId }) => ({
        ...{ participantId, field: 'wave', before: byId.get(participantId)?.wave ?? null },
        after: waveId === null ? null : (titles.get(waveId) ?? null),
      })),
    })),
  );
  if (changes.length > 0) {
    await addEventEntries(work, { userId: editorId }, eventId, [
      {
        ...{ kind: 'startWave', action: 'changed', recordId: 0, name: '' },
        changes: [{ field: 'wavePeople', before: null, after: changes.length }],
      },
    ]);
    await work.announce(wavesChanged({ eventId, participantIds: changes.map(({ participantId }) => participantId) }));
  }
  const after = new Map(changes.map(({ participantId, waveId }) => [participantId, waveId]));
  const withWaves = new Set(waves.map(({ competitionId }) => competitionId));
  const without = people.filter(
    ({ id, competitionId, waveId }) =>
      withWaves.has(competitionId) && (after.has(id) ? after.get(id) : waveId) === null,
  );
  return { changed: changes.length, without: without.length };
}

async function peopleOfWave({ tx }: Work, waveId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: participantWaves.participantId })
    .from(participantWaves)
    .where(eq(participantWaves.waveId, waveId));
  return rows.map(({ id }) => id);
}

async function announceChange(work: Work, eventId: number, participantIds: number[]): Promise<void> {
  if (participantIds.length > 0) await work.announce(wavesChanged({ eventId, participantIds }));
}

const rowsAtOnce = 500;

async function store(
  { tx }: Work,
  rows: readonly { participantId: number; waveId: number }[],
  isByHand: boolean,
): Promise<void> {
  await removeAll(
    { tx },
    rows.map(({ participantId }) => participantId),
  );
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx.insert(participantWaves).values(rows.slice(at, at + rowsAtOnce).map((row) => ({ ...row, isByHand })));
}

async function removeAll({ tx }: Pick<Work, 'tx'>, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += rowsAtOnce)
    await tx
      .delete(participantWaves)
      .where(inArray(participantWaves.participantId, [...ids.slice(at, at + rowsAtOnce)]));
}

async function requireCompetition({ tx }: Work, eventId: number, competitionId: number): Promise<void> {
  const catalog = await catalogOf(tx, eventId);
  if (!catalog?.competitions.some(({ id }) => id === competitionId)) refuse('NOT_FOUND');
}

async function note(
  work: Work,
  { eventId, editorId }: Change,
  recordId: number,
  before: WaveInput | WaveRecord | null,
  after: WaveInput | null,
): Promise<void> {
  const changes = after
    ? fields
        .filter((field) => (after[field] || null) !== (before?.[field] || null))
        .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }))
    : [];
  if (after && changes.length === 0) return;
  const action = !before ? 'created' : after ? 'changed' : 'deleted';
  await addEventEntries(work, { userId: editorId }, eventId, [
    { kind: 'startWave', action, recordId, name: (after ?? before)?.title ?? '', changes },
  ]);
}
