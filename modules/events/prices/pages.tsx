import type { ReactElement } from 'react';
import { page } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { Badge } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { managedCompetition, ticketsPath } from '../competitions/managed.ts';
import { type FormState, formStatus, idOf, type OrganizerCall, Refused, SavingForm } from '../forms/frame.tsx';
import { typedOf } from '../forms/reading.ts';
import { press, saveForm } from '../forms/save.ts';
import type { Catalog, CatalogCompetition, CatalogPrice } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { currentPrice, quantityLeft } from '../rules/sale.ts';
import { priceInput } from '../shapes.ts';
import { priceGroups } from './form.ts';
import { createPrice, deletePrice, updatePrice } from './keep-prices.ts';

export function PriceTable(props: {
  competition: CatalogCompetition;
  path: string;
  words: Words;
  call: OrganizerCall;
}): ReactElement {
  const { competition, path, words, call } = props;
  const current = currentPrice(competition, call.now);
  const momentOf = (at: number | null) => (at === null ? words.t('events.admin.open') : words.shortDateTime(at));
  return (
    <Table
      caption={words.t('events.admin.prices')}
      captionHidden
      rows={competition.prices}
      rowKey={({ id }) => id}
      empty={words.t('events.admin.noPrices')}
      columns={[
        {
          key: 'price',
          title: words.t('events.form.price'),
          heading: true,
          cell: (price) => (
            <>
              <a href={`${path}/prices/${price.id}`}>{words.money(price.price)}</a>{' '}
              {price === current ? <Badge tone="good">{words.t('events.admin.current')}</Badge> : null}
            </>
          ),
        },
        { key: 'from', title: words.t('events.form.availableFrom'), cell: (price) => momentOf(price.availableFrom) },
        { key: 'to', title: words.t('events.form.availableTo'), cell: (price) => momentOf(price.availableTo) },
        {
          key: 'quantity',
          title: words.t('events.form.quantity'),
          align: 'end',
          cell: (price) => words.number(quantityLeft(price)),
        },
        {
          key: 'sold',
          title: words.t('events.admin.sold'),
          align: 'end',
          cell: (price) => words.number(price.sold),
        },
      ]}
    />
  );
}

function showPrice(
  call: OrganizerCall,
  { catalog, competition }: { catalog: Catalog; competition: CatalogCompetition },
  price: CatalogPrice | null,
  state?: FormState,
): Promise<Response> {
  const { words, viewer } = call;
  const path = ticketsPath(catalog.event.id, competition.id);
  const record = price
    ? { ...price, quantity: quantityLeft(price) }
    : { price: 0, quantity: 0, priceOrder: competition.prices.length + 1 };
  const stored = typedOf(priceGroups, record, words.locale, catalog.event.timeZone);
  const title = price ? words.t('events.admin.price') : words.t('events.admin.newPrice');
  return call.render(
    <div className="stack">
      <Refused call={call} />
      <SavingForm
        groups={priceGroups}
        stored={stored}
        state={state}
        words={words}
        timeZone={catalog.event.timeZone}
        action={`${path}/prices/${price?.id ?? 'new'}`}
        csrfToken={viewer.csrfToken}
        cancelHref={path}
      />
      {price ? (
        <PostButton action={`${path}/prices/${price.id}/delete`} csrfToken={viewer.csrfToken} look="danger" small>
          {words.t('events.admin.deletePrice')}
        </PostButton>
      ) : null}
    </div>,
    { title, frame: 'admin', admin: { heading: title, intro: competition.title } },
    formStatus(state),
  );
}

const priceIn = (call: OrganizerCall, competition: CatalogCompetition): CatalogPrice => {
  const id = idOf(call, 'priceId');
  return competition.prices.find((price) => price.id === id) ?? refuse('NOT_FOUND');
};

export const pricePages = [
  page(
    { method: 'get', path: '/admin/tickets/{eventId}/{competitionId}/prices/new', may: 'event.read' },
    async (call) => showPrice(call, await managedCompetition(call), null),
  ),
  page(
    { method: 'post', path: '/admin/tickets/{eventId}/{competitionId}/prices/new', may: 'event.change' },
    async (call) => {
      const managed = await managedCompetition(call);
      const { id: eventId, timeZone } = managed.catalog.event;
      const path = ticketsPath(eventId, managed.competition.id);
      const outcome = await saveForm(call, {
        groups: priceGroups,
        schema: priceInput,
        timeZone,
        eventId,
        save: async (work, data) => {
          await createPrice(work, managed.competition.id, data);
          return `${path}?saved`;
        },
      });
      return 'to' in outcome ? call.redirect(outcome.to) : showPrice(call, managed, null, outcome.state);
    },
  ),
  page(
    { method: 'get', path: '/admin/tickets/{eventId}/{competitionId}/prices/{priceId}', may: 'event.read' },
    async (call) => {
      const managed = await managedCompetition(call);
      return showPrice(call, managed, priceIn(call, managed.competition));
    },
  ),
  page(
    { method: 'post', path: '/admin/tickets/{eventId}/{competitionId}/prices/{priceId}', may: 'event.change' },
    async (call) => {
      const managed = await managedCompetition(call);
      const price = priceIn(call, managed.competition);
      const { id: eventId, timeZone } = managed.catalog.event;
      const path = ticketsPath(eventId, managed.competition.id);
      const outcome = await saveForm(call, {
        groups: priceGroups,
        schema: priceInput,
        timeZone,
        eventId,
        save: async (work, data) => {
          await updatePrice(work, price.id, data);
          return `${path}?saved`;
        },
      });
      return 'to' in outcome ? call.redirect(outcome.to) : showPrice(call, managed, price, outcome.state);
    },
  ),
  page(
    { method: 'post', path: '/admin/tickets/{eventId}/{competitionId}/prices/{priceId}/delete', may: 'event.change' },
    async (call) => {
      const { catalog, competition } = await managedCompetition(call);
      const price = priceIn(call, competition);
      const path = ticketsPath(catalog.event.id, competition.id);
      return press(call, catalog.event.id, (work) => deletePrice(work, price.id), path, `${path}/prices/${price.id}`);
    },
  ),
];
