import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { ReactElement } from 'react';
import { addAccountAudit } from '#modules/accounts/index.ts';
import { adminOrderOf, resendMailOfOrder } from '#modules/orders/index.ts';
import type { Reader } from '#src/data/database.ts';
import { mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { mailTypeName } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, MailText, type Tone } from '#src/ui/display.tsx';
import { OpenLink, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { namedProblem } from '#src/web/forms/refusal.ts';
import { type PageRoute, page, withQuery } from '#src/web/http.ts';
import { type ListSource, rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { listData } from '#src/web/list/show.ts';

export const mailQueuePath = '/admin/mails';
export const mailStates = ['waiting', 'tried', 'failed'] as const;
type MailState = (typeof mailStates)[number];

export type QueuedMail = Pick<
  typeof mails.$inferSelect,
  'id' | 'type' | 'recipient' | 'orderId' | 'failure' | 'lastError' | 'createdAt' | 'nextAttemptAt' | 'expiresAt'
> & { state: MailState };
type AboutQueue = ListAbout & { csrfToken: string; now: Instant };

const state = sql<MailState>`case when ${mails.status} = 'failed' then 'failed'
  when ${mails.lastError} is null then 'waiting' else 'tried' end`;
const { id, type, recipient, orderId, failure, lastError, createdAt, nextAttemptAt, expiresAt } = mails;

const source: ListSource = {
  id,
  fields: {
    id: { column: id, kind: 'number' },
    recipient: { column: recipient, kind: 'text' },
    state: { column: state, kind: 'text' },
    createdAt: { column: createdAt, kind: 'instant' },
  },
  // As in the index.
  scope: sql`${mails.status} in ('queued', 'failed')`,
  order: [desc(id)],
};
const read = (reader: Reader, isOnPage: SQL) =>
  reader
    .select({ id, type, recipient, orderId, failure, lastError, createdAt, nextAttemptAt, expiresAt, state })
    .from(mails)
    .where(isOnPage);

const tones: Record<MailState, Tone> = { waiting: 'neutral', tried: 'wait', failed: 'bad' };

const reasonIn = ({ failure: why }: QueuedMail, i18n: Translator): string | null =>
  why === null ? null : i18n.t(`mailQueue.failure.${why}`);
/** The mail server's answer, if any. */
const answerIn = ({ lastError: said }: QueuedMail): string | null => (/^\d{3}\b/.test(said ?? '') ? said : null);

function State({ mail, i18n }: { mail: QueuedMail; i18n: Translator }): ReactElement {
  const next = mail.state === 'tried' ? i18n.t('mailQueue.next', { at: i18n.shortDateTime(mail.nextAttemptAt) }) : null;
  const lines = [reasonIn(mail, i18n), answerIn(mail), next].filter((line) => line !== null);
  return (
    <>
      <Badge tone={tones[mail.state]}>{i18n.t(`mailQueue.state.${mail.state}`)}</Badge>
      {lines.map((line) => (
        <span key={line} className="small soft breakable">
          {line}
        </span>
      ))}
    </>
  );
}

export const mailQueueListing = {
  path: () => mailQueuePath,
  name: () => 'mail-queue',
  rowsOnAPage: 50,
  cards: 'compact',
  first: { field: 'id', direction: 'desc' },
  filters: {
    state: {
      as: 'choice',
      label: 'mailQueue.column.state',
      values: mailStates,
      say: (value, i18n) => i18n.t(`mailQueue.state.${value as MailState}`),
    },
    to: {
      as: 'email',
      label: 'mailQueue.column.recipient',
      where: (to) => [{ field: 'recipient', value: to.toLowerCase() }],
    },
  },
  columns: ({ i18n, csrfToken, now }) => [
    {
      key: 'type',
      title: i18n.t('mailQueue.column.type'),
      heading: true,
      card: 'start',
      cell: (mail) =>
        mail.orderId === null ? (
          mailTypeName(mail.type, i18n)
        ) : (
          <OpenLink href={`/admin/orders/${mail.orderId}`}>{mailTypeName(mail.type, i18n)}</OpenLink>
        ),
    },
    {
      key: 'recipient',
      title: i18n.t('mailQueue.column.recipient'),
      sortable: true,
      cell: (mail) => <MailText>{mail.recipient}</MailText>,
    },
    {
      key: 'createdAt',
      title: i18n.t('mailQueue.column.createdAt'),
      sortable: true,
      card: 'end',
      text: (mail) => i18n.shortDateTime(mail.createdAt),
    },
    {
      key: 'state',
      title: i18n.t('mailQueue.column.state'),
      cell: (mail) => <State mail={mail} i18n={i18n} />,
    },
    {
      key: 'again',
      title: i18n.t('mailQueue.column.again'),
      card: 'foot',
      isEmpty: (mail) => !isGoodYet(mail, now),
      cell: (mail) =>
        isGoodYet(mail, now) ? (
          <PostButton action={`${mailQueuePath}/${mail.id}/resend`} csrfToken={csrfToken} look="quiet" small>
            <span aria-hidden="true">{i18n.t('mailQueue.resend')}</span>
            <span className="visually-hidden">{i18n.t('mailQueue.resendTo', { to: mail.recipient })}</span>
          </PostButton>
        ) : (
          '–'
        ),
    },
  ],
  ...rowsOf(() => source, read),
  texts: {
    caption: 'mailQueue.title',
    count: 'mailQueue.count',
    empty: 'mailQueue.none',
    emptyFiltered: 'mailQueue.noMatch',
  },
} as const satisfies Listing<QueuedMail, AboutQueue>;

const isGoodYet = (mail: QueuedMail, now: Instant): boolean =>
  mail.state === 'failed' && (mail.expiresAt === null || mail.expiresAt > now);

/**
 * Requeues a failed mail. A mail about an order goes to the order's current address; others are sent unchanged.
 * @throws Problem NOT_FOUND for a mail that has not failed or is obsolete; MAIL_ALREADY_SENT
 */
export async function sendAgain(
  deps: Pick<Deps, 'openOffers'>,
  work: Work,
  { mailId, actorId }: { mailId: number; actorId: number },
): Promise<void> {
  const { tx, now } = work;
  const mayGo = and(
    eq(mails.id, mailId),
    eq(mails.status, 'failed'),
    or(isNull(mails.expiresAt), gt(mails.expiresAt, now)),
  );
  const [mail] = await tx.select({ orderId: mails.orderId }).from(mails).where(mayGo);
  if (!mail) return refuse('NOT_FOUND');
  if (mail.orderId !== null)
    await resendMailOfOrder(deps, work, (await adminOrderOf(tx, mail.orderId)) ?? refuse('NOT_FOUND'), mailId);
  else
    await tx
      .update(mails)
      .set({ status: 'queued', attempts: 0, nextAttemptAt: now, failure: null, lastError: null })
      .where(mayGo);
  await addAccountAudit(work, { userId: actorId, actorId, type: 'MailSentAgain', comment: `mail ${mailId}` });
}

export const mailQueuePages: readonly PageRoute[] = [
  page({ method: 'get', path: mailQueuePath, may: 'mail.read' }, async (call) => {
    const { i18n, query, viewer, now } = call;
    const list = await listData(call, mailQueueListing, { i18n, csrfToken: viewer.csrfToken, now });
    const refused = query.get('refused');
    return call.render(
      <div className="stack">
        {query.get('done') === '1' ? <Saved>{i18n.t('mailQueue.done')}</Saved> : null}
        <RefusalNote>
          {refused === 'NOT_FOUND' ? i18n.t('mailQueue.notAgain') : namedProblem(i18n, refused)}
        </RefusalNote>
        <List list={list} />
      </div>,
      {
        title: i18n.t('mailQueue.title'),
        noIndex: true,
        frame: 'admin',
        admin: { intro: i18n.t('mailQueue.intro') },
      },
    );
  }),

  page({ method: 'post', path: `${mailQueuePath}/{mailId}/resend`, may: 'mail.resend' }, async (call) => {
    const { deps, viewer, params } = call;
    try {
      await deps.write((work) => sendAgain(deps, work, { mailId: params.mailId, actorId: viewer.userId }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return call.redirect(withQuery(mailQueuePath, 'refused', error.code));
    }
    deps.mailer.wake();
    deps.runNow('mails');
    return call.redirect(withQuery(mailQueuePath, 'done', '1'));
  }),
];
