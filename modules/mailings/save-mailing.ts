import { and, eq, sql } from 'drizzle-orm';
import { addEventEntries } from '#modules/events/index.ts';
import type { Admission } from '#modules/orders/index.ts';
import { refuse } from '#modules/orders/rules/problems.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import { mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { hours } from '#src/kernel/time.ts';
import { mailingOf, waitingMails } from './read-mailings.ts';
import { type MailingFilter, type MailingText, mailingErrors } from './rules/mailing.ts';
import { mailingRecipients, mailings } from './schema.ts';
import { firstRecipient, fixRecipients, selectedPeople } from './send-mailings.ts';

/** Limits accidental repeated mailings. */
const sendings: Limit = { name: 'mailing', most: 5, windowMs: hours(1), per: 'account' };
const tests: Limit = { name: 'mailing-test', most: 20, windowMs: hours(1), per: 'account' };

type MailingContent = { filter: MailingFilter; text: MailingText };
type OfEvent = { eventId: number; editorId: number; admission: Admission };
type OfMailing = OfEvent & { mailingId: number };

const apiCodes = { missing: 'required', tooLong: 'tooLong', placeholder: 'placeholder' } as const;

function check({ text, filter, eventId, admission }: MailingContent & OfEvent): void {
  selectedPeople({ eventId, filter, admission });
  const errors = Object.entries(mailingErrors(text));
  if (errors.length === 0) return;
  refuseFields(Object.fromEntries(errors.map(([path, { code }]) => [`text.${path}`, [apiCodes[code]]])));
}

export async function createMailing(
  work: Work,
  { eventId, editorId, admission, ...content }: OfEvent & MailingContent,
) {
  check({ eventId, editorId, admission, ...content });
  const [made] = await work.tx
    .insert(mailings)
    .values({ eventId, editorId, ...content, status: 'draft', createdAt: work.now })
    .returning({ id: mailings.id });
  return present(made, 'an inserted mailing has an id').id;
}

/** @throws Problem VALIDATION_FAILED, NOT_FOUND, MAIL_ALREADY_SENT */
export async function changeMailing(
  work: Work,
  { eventId, editorId, admission, mailingId, ...content }: OfMailing & MailingContent,
) {
  check({ eventId, editorId, admission, ...content });
  await mailingOf(work.tx, eventId, mailingId);
  const changed = await work.tx
    .update(mailings)
    .set({ ...content, editorId })
    .where(and(eq(mailings.id, mailingId), eq(mailings.status, 'draft')))
    .returning({ id: mailings.id });
  if (changed.length === 0) refuse('MAIL_ALREADY_SENT');
}

/** Fixes recipients. @throws Problem MAIL_ALREADY_SENT, NOT_FOUND, TOO_MANY_REQUESTS, VALIDATION_FAILED */
export async function sendMailing(work: Work, { eventId, editorId, mailingId, admission }: OfMailing): Promise<void> {
  const mailing = await mailingOf(work.tx, eventId, mailingId);
  const started = await work.tx
    .update(mailings)
    .set({ status: 'sending', startedAt: work.now, editorId })
    .where(and(eq(mailings.id, mailingId), eq(mailings.status, 'draft')))
    .returning({ id: mailings.id });
  if (started.length === 0) refuse('MAIL_ALREADY_SENT');
  await countTry(work, sendings, String(eventId), 1);
  const recipientCount = await fixRecipients(work.tx, mailingId, { ...mailing, admission });
  if (recipientCount === 0) refuseFields({ filter: ['nobody'] });
  await work.tx.update(mailings).set({ recipientCount }).where(eq(mailings.id, mailingId));
  await addEventEntries(work, { userId: editorId }, eventId, [
    { kind: 'mailing', action: 'created', recordId: mailingId, name: mailing.text.de.subject, changes: [] },
  ]);
}

/** Withdraws mails that still wait in the outbox; idempotent. @throws Problem NOT_FOUND */
export async function stopMailing(
  work: Work,
  { eventId, mailingId }: Omit<OfMailing, 'editorId' | 'admission'>,
): Promise<void> {
  await mailingOf(work.tx, eventId, mailingId);
  const stopped = await work.tx
    .update(mailings)
    .set({ status: 'stopped', finishedAt: work.now })
    .where(and(eq(mailings.id, mailingId), sql`${mailings.status} in ('sending', 'sent')`))
    .returning({ id: mailings.id });
  if (stopped.length === 0) return;
  const taken = await work.tx.delete(mails).where(waitingMails(mailingId)).returning({ address: mails.recipient });
  const addresses = JSON.stringify(taken.map(({ address }) => address));
  await work.tx
    .update(mailingRecipients)
    .set({ postedAt: null })
    .where(
      and(
        eq(mailingRecipients.mailingId, mailingId),
        sql`${mailingRecipients.address} in (select value from json_each(${addresses}))`,
      ),
    );
}

/** Sends the first recipient's mail to the author. @throws Problem NOT_FOUND, TOO_MANY_REQUESTS */
export async function testMailing(
  work: Work,
  { eventId, editorId, mailingId, admission, to }: OfMailing & { to: { email: string; locale: 'de' | 'en-us' } },
): Promise<void> {
  const mailing = await mailingOf(work.tx, eventId, mailingId);
  await countTry(work, tests, String(editorId), 1);
  const first = await firstRecipient(work.tx, { ...mailing, admission });
  await work.post({
    type: 'ParticipantMessage',
    uniqueKey: `ParticipantMessageTest|${mailingId}|${editorId}|${work.now}`,
    recipient: to.email,
    locale: to.locale,
    params: {
      mailingId,
      eventId,
      participantId: first?.participantId ?? 0,
      address: first?.address ?? '',
      isTest: true,
    },
  });
}
