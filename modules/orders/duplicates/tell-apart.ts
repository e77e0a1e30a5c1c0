import { and, eq, inArray } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { addAudits } from '../add-audit.ts';
import { refuse } from '../rules/problems.ts';
import { participants } from '../schema.ts';
import { distinctPeople } from '../schema-doubles.ts';

export type TellApart = { eventId: number; participantId: number; otherParticipantId: number; editorId: number };

/** Remembers that two likely doubles are two people, or that both entries are wanted. @throws Problem NOT_FOUND */
export async function tellApart(work: Work, input: TellApart): Promise<void> {
  const { eventId, participantId, otherParticipantId, editorId } = input;
  const ids = [participantId, otherParticipantId].sort((a, b) => a - b);
  const people = await work.tx
    .select({ id: participants.id, orderId: participants.orderId })
    .from(participants)
    .where(and(inArray(participants.id, ids), eq(participants.eventId, eventId)));
  const [firstId = 0, secondId = 0] = ids;
  if (people.length !== 2) refuse('NOT_FOUND');
  const added = await work.tx
    .insert(distinctPeople)
    .values({ firstId, secondId, eventId, editorId, createdAt: work.now })
    .onConflictDoNothing()
    .returning({ id: distinctPeople.firstId });
  if (added.length === 0) return;
  const orderIds = [...new Set(people.map(({ orderId }) => orderId))];
  const comment = 'participant.toldApart';
  await addAudits(
    work,
    orderIds.map((orderId) => ({ orderId, type: 'Other' as const, editorId, comment })),
  );
}
