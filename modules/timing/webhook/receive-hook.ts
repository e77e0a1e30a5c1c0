import { eq } from 'drizzle-orm';
import { changeParticipant, setBib } from '#modules/orders/index.ts';
import type { ParticipantData } from '#modules/orders/rules/participant.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { days, type Instant, instant } from '#src/kernel/time.ts';
import { pushOf } from '../queue/read-pushes.ts';
import { isPidFree, isTheirTurn, takeBib } from '../queue/take-bib.ts';
import { resolveParticipant } from '../read-participant.ts';
import { bibOf, orderIdOf } from '../read-person.ts';
import { type Settings, settingsOf } from '../read-settings.ts';
import { linkIn } from '../rules/answers.ts';
import { fromTimingValues, isBibThere } from '../rules/fields.ts';
import { raceResultPushes, raceResultSettings } from '../schema.ts';

export type Hook = { eventId: string; at: Instant; values: Readonly<Record<string, string>> };
/** All outcomes get the same response. */
export type HookOutcome = 'wrongEvent' | 'nobody' | 'late' | 'done';

/** Looks up the identifier in one index. */
export async function eventOfHook({ tx }: Pick<Work, 'tx'>, identifier: string): Promise<number | null> {
  const [row] = await tx
    .select({ eventId: raceResultSettings.eventId })
    .from(raceResultSettings)
    .where(eq(raceResultSettings.webhookIdentifier, identifier));
  return row?.eventId ?? null;
}

export async function receiveHook(work: Work, eventId: number, hook: Hook): Promise<HookOutcome> {
  const { tx, now } = work;
  const settings = await settingsOf(tx, eventId);
  if (settings.rrId === null || settings.rrId !== hook.eventId) return 'wrongEvent';
  const participantId = await resolveParticipant(tx, eventId, hook.values);
  if (participantId === null) return 'nobody';
  const known = await pushOf(tx, participantId);
  // A wrong clock there must not block later messages.
  const at = instant(Math.min(hook.at, now + days(1)));
  if (known?.hookedAt !== null && known?.hookedAt !== undefined && at <= known.hookedAt) return 'late';
  const pid = /^[1-9]\d{0,14}$/.test(hook.values.ID ?? '') ? Number(hook.values.ID) : null;
  await tx
    .insert(raceResultPushes)
    .values({ participantId, eventId, state: 'sent', due: 0, nextAttemptAt: now, hookedAt: at })
    .onConflictDoUpdate({ target: raceResultPushes.participantId, set: { hookedAt: at } });
  if (pid !== null && known?.pid == null && (await isPidFree(work, eventId, pid)))
    await tx.update(raceResultPushes).set({ pid }).where(eq(raceResultPushes.participantId, participantId));
  const bib = hook.values.Bib ?? '';
  if (isBibThere(bib) && (await isTheirTurn(work, participantId, bib)))
    await takeBib(work, eventId, participantId, bib);
  await takeLink(work, participantId, hook.values);
  await takeFields(work, { eventId, participantId }, settings, hook.values);
  return 'done';
}

async function takeLink(work: Work, participantId: number, values: Hook['values']): Promise<void> {
  const text = Object.entries(values).find(([name]) => /^change_?link\b/i.test(name))?.[1];
  const link = text ? linkIn(text) : null;
  if (link === null) return;
  await setBib(work, { participantId, bib: await bibOf(work.tx, participantId), changelink: link });
}

/** Takes only the fields chosen by the organizer, and no empty or invalid values. */
async function takeFields(
  work: Work,
  { eventId, participantId }: { eventId: number; participantId: number },
  { webhookFields, nationFormat }: Pick<Settings, 'webhookFields' | 'nationFormat'>,
  values: Hook['values'],
): Promise<void> {
  const chosen: readonly string[] = webhookFields;
  const received = fromTimingValues(values, nationFormat);
  const change = Object.fromEntries(Object.entries(received).filter(([field]) => chosen.includes(field)));
  if (Object.keys(change).length === 0) return;
  const orderId = await orderIdOf(work.tx, eventId, participantId);
  if (orderId === null) return;
  try {
    await changeParticipant(work, {
      orderId,
      participantId,
      change: change as Partial<ParticipantData>,
      editorId: null,
      by: 'organizer',
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
