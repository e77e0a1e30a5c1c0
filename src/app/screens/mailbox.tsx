import { create as contentDisposition } from 'content-disposition';
import { asc, desc, eq, inArray } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import { mailboxAttachments, mailboxMessages } from '#src/data/schema.ts';
import { refuse } from '#src/kernel/problem.ts';
import { toIso } from '#src/kernel/time.ts';
import { mailboxSize } from '#src/mail/mailer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { usePage } from '#src/ui/page.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { type ListSource, rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { type ListData, listData, listedIds, listFile } from '#src/web/list/show.ts';
import { framingPolicy, mailPolicy } from '#src/web/security-headers.ts';

export type MailboxMessage = typeof mailboxMessages.$inferSelect;

export const mailboxPath = '/dev/mailbox';
export const mailPath = (mailId: number, rest = ''): string => `${mailboxPath}/${mailId}${rest ? `/${rest}` : ''}`;

const { id, recipient, subject, createdAt } = mailboxMessages;
const source: ListSource = {
  id,
  fields: {
    id: { column: id, kind: 'number' },
    recipient: { column: recipient, kind: 'text' },
    subject: { column: subject, kind: 'text' },
    createdAt: { column: createdAt, kind: 'instant' },
  },
  order: [desc(id)],
};

/** Newest first; `to` is a whole address. */
export const mailboxListing = {
  path: () => mailboxPath,
  file: () => ({ path: `${mailboxPath}.csv`, name: 'mailbox' }),
  name: () => 'mailbox',
  rowsOnAPage: 50,
  first: { field: 'id', direction: 'desc' },
  filters: {
    to: {
      as: 'email',
      label: 'screens.mailbox.recipient',
      where: (to) => [{ field: 'recipient', value: to.toLowerCase() }],
    },
  },
  columns: ({ i18n }) => [
    {
      key: 'subject',
      title: i18n.t('screens.mailbox.subject'),
      heading: true,
      sortable: true,
      cell: (mail) => <a href={mailPath(mail.id)}>{mail.subject}</a>,
      text: (mail) => mail.subject,
    },
    {
      key: 'recipient',
      title: i18n.t('screens.mailbox.recipient'),
      sortable: true,
      text: (mail) => mail.recipient,
    },
    {
      key: 'createdAt',
      title: i18n.t('screens.mailbox.sentAt'),
      sortable: true,
      text: (mail) => i18n.shortDateTime(mail.createdAt),
    },
  ],
  ...rowsOf(
    () => source,
    (reader: Reader, isOnPage) => reader.select().from(mailboxMessages).where(isOnPage),
  ),
  texts: {
    caption: 'screens.mailbox.title',
    count: 'screens.mailbox.count',
    empty: 'screens.mailbox.noneText',
    emptyFiltered: 'screens.mailbox.none',
  },
} as const satisfies Listing<MailboxMessage, ListAbout>;

export type StoredMail = MailboxMessage & {
  attachments: readonly { id: number; name: string; type: string; inlineId: string | null }[];
};

export function MailboxPage({ list }: { list: ListData<MailboxMessage, ListAbout> }) {
  const { i18n } = usePage();
  return (
    <div className="stack">
      <header className="stack-s">
        <h1>{i18n.t('screens.mailbox.title')}</h1>
        <p className="lead">{i18n.t('screens.mailbox.intro', { most: mailboxSize })}</p>
      </header>
      <List list={list} />
    </div>
  );
}

export function MailPage({ mail }: { mail: StoredMail }) {
  const { i18n } = usePage();
  const attached = mail.attachments.filter((attachment) => attachment.inlineId === null);
  return (
    <div className="stack">
      <header className="stack-s">
        <p>
          <a href={mailboxPath}>{i18n.t('screens.mailbox.back')}</a>
        </p>
        <h1>{mail.subject}</h1>
        <p className="soft">
          {i18n.t('screens.mailbox.sentTo', { to: mail.recipient, at: i18n.dateTime(mail.createdAt) })}
        </p>
      </header>
      {attached.length > 0 ? (
        <section className="stack-s">
          <h2>{i18n.t('screens.mailbox.attachments')}</h2>
          <ul>
            {attached.map((attachment) => (
              <li key={attachment.id}>
                <a href={mailPath(mail.id, `attachments/${attachment.id}`)}>{attachment.name}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <iframe
        className="mail-frame"
        title={i18n.t('screens.mailbox.html')}
        src={mailPath(mail.id, 'html')}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
      <details>
        <summary>{i18n.t('screens.mailbox.text')}</summary>
        <pre className="mail-text">{mail.text}</pre>
      </details>
    </div>
  );
}

/**
 * The built-in mailbox: mails that would have been sent, while no mail server is set. Everyone may read it, so it exists in demo
 * mode only. With `accept: application/json` the list is JSON, newest first.
 */
type Call = PageCall<'site.read'>;
const most = 200;

const attachmentColumns = {
  id: mailboxAttachments.id,
  messageId: mailboxAttachments.messageId,
  name: mailboxAttachments.name,
  type: mailboxAttachments.type,
  inlineId: mailboxAttachments.inlineId,
};

async function withAttachments({ read }: Deps, messages: MailboxMessage[]): Promise<StoredMail[]> {
  const ids = messages.map((message) => message.id);
  const attachments = ids.length
    ? await read
        .select(attachmentColumns)
        .from(mailboxAttachments)
        .where(inArray(mailboxAttachments.messageId, ids))
        .orderBy(asc(mailboxAttachments.id))
    : [];
  return messages.map((message) => ({
    ...message,
    attachments: attachments.filter((attachment) => attachment.messageId === message.id),
  }));
}

function requireDemo({ deps }: Call): void {
  if (!deps.demo) refuse('NOT_FOUND');
}

async function mailOf(call: PageCall<'site.read', 'mailId'>): Promise<StoredMail> {
  requireDemo(call);
  const rows = await call.deps.read.select().from(mailboxMessages).where(eq(mailboxMessages.id, call.params.mailId));
  const [mail] = await withAttachments(call.deps, rows);
  return mail ?? refuse('NOT_FOUND');
}

function jsonOf(mail: StoredMail) {
  return {
    id: mail.id,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    createdAt: toIso(mail.createdAt),
    attachments: mail.attachments.map(({ id, name, type }) => ({
      name,
      type,
      url: mailPath(mail.id, `attachments/${id}`),
    })),
  };
}

/** Serves embedded pictures (`cid:…`) from an address. */
function showable(mail: StoredMail): string {
  return mail.attachments
    .filter((attachment) => attachment.inlineId !== null)
    .reduce(
      (html, { id, inlineId }) => html.replaceAll(`cid:${inlineId}`, mailPath(mail.id, `attachments/${id}`)),
      // The shop refuses to be framed, so links open in a new tab.
      mail.html.replace('<head>', '<head><base target="_blank">'),
    );
}

/** Types that a browser shows without running scripts; others are downloaded. */
const harmlessTypes = /^(image\/(png|jpeg)|application\/pdf|text\/plain)\b/;

export const mailboxRoutes: readonly PageRoute[] = [
  page({ method: 'get', path: '/dev/mailbox', may: 'site.read' }, async (call) => {
    requireDemo(call);
    const { deps, i18n, context, render } = call;
    context.header('vary', 'accept');
    if (/\bapplication\/json\b/.test(context.req.header('accept') ?? '')) {
      const { ids } = await listedIds(call, mailboxListing, { i18n }, most);
      const mails = await withAttachments(deps, await mailboxListing.read(deps.read, ids, { i18n }));
      return context.json(mails.map(jsonOf));
    }
    const list = await listData(call, mailboxListing, { i18n });
    return render(<MailboxPage list={list} />, { title: i18n.t('screens.mailbox.title'), noIndex: true });
  }),

  page({ method: 'get', path: '/dev/mailbox.csv', may: 'site.read' }, async (call) => {
    requireDemo(call);
    return listFile(call, mailboxListing, { i18n: call.i18n });
  }),

  page({ method: 'get', path: '/dev/mailbox/{mailId}', may: 'site.read' }, async (call) => {
    const mail = await mailOf(call);
    call.context.header('content-security-policy', framingPolicy);
    return call.render(<MailPage mail={mail} />, { title: mail.subject, noIndex: true });
  }),

  page({ method: 'get', path: '/dev/mailbox/{mailId}/html', may: 'site.read' }, async (call) => {
    const html = showable(await mailOf(call));
    return call.context.html(html, 200, { 'content-security-policy': mailPolicy });
  }),

  page({ method: 'get', path: '/dev/mailbox/{mailId}/attachments/{attachmentId}', may: 'site.read' }, async (call) => {
    requireDemo(call);
    const [attachment] = await call.deps.read
      .select()
      .from(mailboxAttachments)
      .where(eq(mailboxAttachments.id, call.params.attachmentId));
    if (!attachment || attachment.messageId !== call.params.mailId) return refuse('NOT_FOUND');
    const way = harmlessTypes.test(attachment.type) ? 'inline' : 'attachment';
    return new Response(new Uint8Array(attachment.bytes), {
      headers: {
        'content-type': attachment.type,
        'content-disposition': contentDisposition(attachment.name, { type: way }),
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    });
  }),
];
