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
  columns: ({ i18n }) => [
    {
      key: 'subject',
      title: i18n.t('mailings.form.subject'),
      heading: true,
      cell: (mailing) => <a href={mailingPath(mailing)}>{mailing.text.de.subject}</a>,
    },
    {
      key: 'status',
      title: i18n.t('mailings.fact.status'),
      cell: ({ status }) => <MailingBadge status={status} i18n={i18n} />,
    },
    {
      key: 'count',
      title: i18n.t('mailings.fact.addresses'),
      align: 'end',
      text: ({ recipientCount, status }) => (status === 'draft' ? '' : i18n.number(recipientCount)),
    },
    { key: 'editor', title: i18n.t('mailings.fact.editor'), text: ({ editorEmail }) => editorEmail },
    {
      key: 'startedAt',
      title: i18n.t('mailings.fact.started'),
      text: ({ startedAt }) => (startedAt ? i18n.shortDateTime(startedAt) : ''),
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
