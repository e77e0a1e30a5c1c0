import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { MailingBadge, mailingPath, mailingsPath } from './mailing-page.tsx';
import { type Mailing, mailingSource, readMailings } from './read-mailings.ts';

type AboutMailings = ListAbout & { eventId: number };

/** The mailings of an event, the newest first. */
export const mailingListing = {
  path: ({ eventId }) => mailingsPath(eventId),
  name: () => 'mailings',
  rowsOnAPage: 25,
  first: { field: 'id', direction: 'desc' },
  filters: {},
  columns: ({ words }) => [
    {
      key: 'subject',
      title: words.t('mailings.form.subject'),
      heading: true,
      cell: (mailing) => <a href={mailingPath(mailing)}>{mailing.text.de.subject}</a>,
    },
    {
      key: 'status',
      title: words.t('mailings.fact.status'),
      cell: ({ status }) => <MailingBadge status={status} words={words} />,
    },
    {
      key: 'count',
      title: words.t('mailings.fact.addresses'),
      align: 'end',
      text: ({ recipientCount, status }) => (status === 'draft' ? '' : words.number(recipientCount)),
    },
    { key: 'editor', title: words.t('mailings.fact.editor'), text: ({ editorEmail }) => editorEmail },
    {
      key: 'startedAt',
      title: words.t('mailings.fact.started'),
      text: ({ startedAt }) => (startedAt ? words.shortDateTime(startedAt) : ''),
    },
  ],
  ...rowsOf(({ eventId }: AboutMailings) => mailingSource(eventId), readMailings),
  texts: {
    caption: 'mailings.title',
    count: 'mailings.count',
    empty: 'mailings.none',
    emptyFiltered: 'mailings.none',
  },
} as const satisfies Listing<Mailing, AboutMailings>;
