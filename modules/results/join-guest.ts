import { and, eq, isNull } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import { bibSet, placePassed } from '#modules/orders/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import { saveOptOut } from './name-visibility.ts';
import { contentOf } from './read-results.ts';
import { starterOf } from './read-starters.ts';
import { isThatGuest } from './rules/matching.ts';
import { applied } from './rules/result.ts';
import { publicNames, results } from './schema.ts';
import { touchResults } from './touch-results.ts';

/** Moves the result of a bib to the participant. Another name in the file must be checked by an organizer. */
async function joinGuest(work: Work, orderId: number, participantId: number): Promise<void> {
  const { tx } = work;
  const starter = await starterOf(tx, participantId);
  if (!starter?.bib) return;
  const { eventId, competitionId, bib } = starter;
  const [own] = await tx.select({ id: results.id }).from(results).where(eq(results.participantId, participantId));
  const [guest] = await tx
    .select()
    .from(results)
    .where(and(eq(results.competitionId, competitionId), eq(results.key, `b${bib}`), isNull(results.participantId)));
  if (own || !guest || !isThatGuest(guest, starter)) return;
  const joined = applied(contentOf(guest), { competitionId, participantId, bib });
  if (!joined) return;
  await tx.update(results).set(joined).where(eq(results.id, guest.id));
  if (guest.isNameShown === false) await saveOptOut(work, eventId, [participantId]);
  await touchResults(work, eventId);
  await addAudit(work, { orderId, type: 'OrderChanged', editorId: null, comment: 'result.joined' });
}

export const resultFactHandlers = (): FactHandler[] => [
  onFact(bibSet, 'results.joinGuest', (work, { orderId, participantId }) => joinGuest(work, orderId, participantId)),
  onFact(placePassed, 'results.forgetName', (work, { participantId }) => forgetPublicName(work, participantId)),
];

/** The place was passed on: the choice about the name was the previous person's. */
async function forgetPublicName(work: Work, participantId: number): Promise<void> {
  await work.tx.delete(publicNames).where(eq(publicNames.participantId, participantId));
  const starter = await starterOf(work.tx, participantId);
  if (starter) await touchResults(work, starter.eventId);
}
