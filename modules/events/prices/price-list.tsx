import type { ReactElement } from 'react';
import PriceTimeline from '#islands/PriceTimeline.tsx';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import type { OrganizerCall } from '../management/frame.tsx';
import { SortControls, type Sorting, sortColumn } from '../management/sort.tsx';
import type { CatalogCompetition } from '../rules/catalog.ts';
import { priceName } from '../rules/price-texts.ts';
import { type PriceState, priceState, type Selling } from '../rules/price-windows.ts';
import { quantityLeft } from '../rules/sale.ts';
import { speechOf } from './speech.ts';

const toneOf: Record<PriceState, Tone> = {
  current: 'good',
  waits: 'neutral',
  later: 'neutral',
  past: 'neutral',
  soldOut: 'wait',
};

/** What a drawing needs of a competition, without its texts. */
export const sellingOf = (competition: CatalogCompetition): Selling => ({
  timestamp: competition.timestamp,
  endTimestamp: competition.endTimestamp,
  totalTicketCount: competition.totalTicketCount,
  sold: competition.sold,
  prices: competition.prices,
});

/** The prices of a competition: drawn over time, with what is odd about them, and as a list that can be put in order. */
export function PriceList(props: {
  competition: CatalogCompetition;
  path: string;
  words: Translator;
  call: OrganizerCall;
}): ReactElement {
  const { competition, path, words, call } = props;
  const { prices } = competition;
  const selling = sellingOf(competition);
  const momentOf = (at: number | null) => (at === null ? words.t('events.admin.open') : words.shortDateTime(at));
  const sorting: Sorting = {
    action: `${path}/prices/order`,
    rows: prices.map(({ id }) => ({ id, name: priceName(prices, id, words.locale) })),
    words,
    csrfToken: call.viewer.csrfToken,
  };
  return (
    <section className="stack-s prices-list" aria-labelledby="prices-title" id="prices">
      <div className="section-head">
        <h2 id="prices-title">{words.t('events.admin.prices')}</h2>
        <ButtonLink look="quiet" small href={`${path}/prices/new`}>
          {words.t('events.admin.newPrice')}
        </ButtonLink>
      </div>
      <p className="soft">
        {words.t('events.prices.details', {
          start: words.shortDateTime(competition.timestamp),
          sold: words.number(competition.sold),
          places: words.number(competition.totalTicketCount),
        })}
      </p>
      <PriceTimeline selling={selling} now={call.now} speech={speechOf(words)} />
      <Table
        caption={words.t('events.admin.prices')}
        captionHidden
        rows={prices}
        rowKey={({ id }) => id}
        empty={words.t('events.admin.noPrices')}
        columns={[
          {
            key: 'price',
            title: words.t('events.form.price'),
            heading: true,
            cell: ({ id, price, onlyBuyableWithVoucher }) => (
              <>
                <a href={`${path}/prices/${id}`}>{words.money(price)}</a>
                {onlyBuyableWithVoucher ? (
                  <small className="price-note">{words.t('events.prices.withVoucher')}</small>
                ) : null}
              </>
            ),
          },
          { key: 'from', title: words.t('events.form.availableFrom'), cell: (price) => momentOf(price.availableFrom) },
          { key: 'to', title: words.t('events.form.availableTo'), cell: (price) => momentOf(price.availableTo) },
          {
            key: 'sold',
            title: words.t('events.admin.sold'),
            align: 'end',
            cell: (price) => words.number(price.sold),
          },
          {
            key: 'quantity',
            title: words.t('events.prices.left'),
            align: 'end',
            cell: (price) => words.number(quantityLeft(price)),
          },
          {
            key: 'state',
            title: words.t('events.prices.state'),
            cell: (price) => {
              const state = priceState(selling, price, call.now);
              return <Badge tone={toneOf[state]}>{words.t(`events.prices.state.${state}`)}</Badge>;
            },
          },
          ...(prices.length > 1 ? [sortColumn<CatalogCompetition['prices'][number]>(sorting)] : []),
        ]}
      />
      <SortControls {...sorting} />
    </section>
  );
}
