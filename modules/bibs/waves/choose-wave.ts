import { and, eq, sql } from 'drizzle-orm';
import { addAudits } from '#modules/orders/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { isLocked } from '../change-waves.ts';
import { livePerson, type OwnWave, peopleIn, type WaveRecord, waveOf, waveOfPerson, wavesOf } from '../read-waves.ts';
import { wavesChanged } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { participantWaves } from '../schema.ts';

type Who = { eventId: number; participantId: number };

const isFixed = (wave: OwnWave | WaveRecord, now: Instant): boolean => isLocked(wave, now) || wave.startsAt <= now;

export type WaveChoice = { own: OwnWave; isFixed: boolean; others: WaveRecord[] };

/** The own wave and the waves with room; null where the participant's wave allows no choice. */
export async function waveChoiceOf(
  reader: Reader | Tx,
  { eventId, participantId }: Who,
  now: Instant,
): Promise<WaveChoice | null> {
  const own = await waveOfPerson(reader, participantId);
  if (!own?.allowsChoice) return null;
  if (isFixed(own, now)) return { own, isFixed: true, others: [] };
  const { competitionId } = await livePerson(reader, eventId, participantId);
  const others = (await wavesOf(reader, eventId)).filter(
    (wave) =>
      wave.competitionId === competitionId &&
      wave.id !== own.id &&
      wave.allowsChoice &&
      !isFixed(wave, now) &&
      wave.people < wave.size,
  );
  return { own, isFixed: false, others };
}

/**
 * A participant changes to another wave. An assignment of all leaves the participant there.
 * @throws Problem NOT_FOUND for a wave without choice or of another competition, WAVE_LOCKED, WAVE_FULL
 */
export async function chooseWave(
  work: Work,
  { eventId, participantId, waveId }: Who & { waveId: number },
): Promise<void> {
  const { tx, now } = work;
  const person = await livePerson(tx, eventId, participantId);
  const own = await waveOfPerson(tx, participantId);
  const wave = await waveOf(tx, eventId, waveId);
  if (!own?.allowsChoice || !wave.allowsChoice || wave.competitionId !== person.competitionId)
    return refuse('NOT_FOUND');
  if (isFixed(own, now) || isFixed(wave, now)) refuse('WAVE_LOCKED');
  if (own.id === wave.id) return;
  const moved = await tx
    .update(participantWaves)
    .set({ waveId, isByHand: true })
    .where(
      and(
        eq(participantWaves.participantId, participantId),
        sql`exists (select 1 from start_waves where id = ${waveId} and size > ${peopleIn})`,
      ),
    )
    .returning({ id: participantWaves.participantId });
  if (moved.length === 0) refuse('WAVE_FULL');
  await addAudits(work, [
    {
      ...{ orderId: person.orderId, type: 'OrderChanged', editorId: null, comment: 'participant.waveChosen' },
      changes: [{ participantId, field: 'wave', before: own.title, after: wave.title }],
    },
  ]);
  await work.announce(wavesChanged({ eventId, participantIds: [participantId] }));
}
