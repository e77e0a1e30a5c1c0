import { ButtonLink } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { EventTabs, eventHead, type OrganizerCall } from '../forms/frame.tsx';
import { SortControls, type Sorting, sortColumn } from '../forms/sort.tsx';
import { offerText } from '../public/competition-card.tsx';
import type { CatalogCompetition } from '../rules/catalog.ts';
import { offerOf } from '../rules/offer.ts';
import { wordsOf } from '../words.ts';
import { competitionsPath, ticketsPath } from './managed.ts';

/** The competitions of an event, in the order in which the public sees them. */
export async function showCompetitions(call: OrganizerCall): Promise<Response> {
  const catalog = call.record;
  const { event, competitions } = catalog;
  const words = wordsOf(call.words, catalog);
  const sorting: Sorting = {
    action: `${competitionsPath(event.id)}/order`,
    rows: competitions.map(({ id, title }) => ({ id, name: title })),
    words,
    csrfToken: call.viewer.csrfToken,
  };
  return call.render(
    <div className="stack">
      <EventTabs eventId={event.id} words={words} />
      <SortControls {...sorting} />
      <Table
        caption={words.t('events.tab.competitions')}
        captionHidden
        rows={competitions}
        rowKey={({ id }) => id}
        empty={words.t('events.admin.noCompetitions')}
        columns={[
          {
            key: 'title',
            title: words.t('events.form.title'),
            heading: true,
            cell: ({ id, title }) => <a href={ticketsPath(event.id, id)}>{title}</a>,
          },
          { key: 'start', title: words.t('events.fact.date'), cell: (c) => words.shortDateTime(c.timestamp) },
          { key: 'type', title: words.t('events.form.type'), cell: (c) => words.t(`events.option.type.${c.type}`) },
          { key: 'price', title: words.t('events.form.price'), cell: (c) => offerText(offerOf(c, call.now), words) },
          {
            key: 'sold',
            title: words.t('events.admin.sold'),
            align: 'end',
            cell: (c) =>
              words.t('events.admin.soldOf', { sold: words.number(c.sold), total: words.number(c.totalTicketCount) }),
          },
          ...(competitions.length > 1 ? [sortColumn<CatalogCompetition>(sorting)] : []),
        ]}
      />
    </div>,
    eventHead(
      catalog,
      words.t('events.tab.competitions'),
      <ButtonLink href={`${competitionsPath(event.id)}/new`}>{words.t('events.admin.newCompetition')}</ButtonLink>,
    ),
  );
}
