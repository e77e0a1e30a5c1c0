import { desc } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import { mailboxMessages } from '#src/data/schema.ts';
import { type ListSource, rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';

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
