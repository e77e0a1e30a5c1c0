import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { mailKey } from './read-mailings.ts';
import { recipientAt } from './recipients.ts';
import { mailingRecipients, mailings } from './schema.ts';

/** Mails that one write puts into the outbox: a booking that comes in between waits for one portion. */
const portion = 50;
/** After codes and confirmations. */
const priority = 9;
export const mailingsJob = 'orders.mailings';

/**
 * Puts the mails of mailings into the outbox, portion by portion. What was posted is written down in the same write, so
 * a killed process goes on where it stopped and nobody gets one twice.
 */
export const sendMailingsJob = (deps: Pick<Deps, 'read' | 'write'>): Job => ({
  name: mailingsJob,
  everyMs: seconds(10),
  async run() {
    const [sending] = await deps.read
      .select({ id: mailings.id })
      .from(mailings)
      .where(eq(mailings.status, 'sending'))
      .orderBy(asc(mailings.id))
      .limit(1);
    if (!sending) return false;
    await deps.write((work) => postPortion(work, sending.id));
    return true;
  },
});

async function postPortion(work: Work, mailingId: number): Promise<void> {
  const { tx, now } = work;
  const [mailing] = await tx.select().from(mailings).where(eq(mailings.id, mailingId));
  // Somebody stopped it meanwhile.
  if (mailing?.status !== 'sending') return;
  const next = await tx
    .select({ address: mailingRecipients.address, participantId: mailingRecipients.participantId })
    .from(mailingRecipients)
    .where(and(eq(mailingRecipients.mailingId, mailingId), isNull(mailingRecipients.postedAt)))
    .limit(portion);
  for (const { address, participantId } of next) {
    const person = await recipientAt(tx, mailing.eventId, mailing.filter, { address, participantId });
    // Nobody with this address starts any more.
    if (!person) continue;
    await work.post({
      type: 'ParticipantMessage',
      uniqueKey: mailKey(mailingId, address),
      recipient: address,
      locale: mailing.text['en-us'] ? person.language : 'de',
      params: { mailingId, eventId: mailing.eventId, participantId: person.participantId, address },
      orderId: person.orderId,
      priority,
    });
  }
  await tx
    .update(mailingRecipients)
    .set({ postedAt: now })
    .where(
      and(
        eq(mailingRecipients.mailingId, mailingId),
        inArray(
          mailingRecipients.address,
          next.map(({ address }) => address),
        ),
      ),
    );
  if (next.length < portion) {
    await tx.update(mailings).set({ status: 'sent', finishedAt: now }).where(eq(mailings.id, mailingId));
  }
}
