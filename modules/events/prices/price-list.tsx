import type { ReactElement } from 'react';
import PriceTimeline from '#islands/PriceTimeline.tsx';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { type ManagedCall, managed, type OrganizerCall } from '../management/frame.tsx';
import { SortControls, type Sorting, sortColumn } from '../management/sort.tsx';
import type { CatalogCompetition } from '../rules/catalog.ts';
import { teamPrice } from '../rules/offer.ts';
import { priceName, type Speech, warningTexts } from '../rules/price-texts.ts';
import { type PriceState, priceState, priceStates, type Selling } from '../rules/price-windows.ts';
import { refuse } from '../rules/problems.ts';
import { quantityLeft } from '../rules/sale.ts';

export type Managed = ManagedCall & { competition: CatalogCompetition };

/** @throws Problem NOT_FOUND for another organizer's event, or a competition of another event */
export function managedCompetition(rawCall: OrganizerCall<'competitionId'>): Managed {
  const { call, catalog } = managed(rawCall);
  const { competitionId } = call.params;
  const competition = catalog.competitions.find(({ id }) => id === competitionId) ?? refuse('NOT_FOUND');
  return { call, catalog, competition };
}

/** Texts of a price list with open placeholders, which server and island fill. */
export function priceSpeech(i18n: Translator): Speech {
  const names = ['price', 'first', 'from', 'to', 'quota', 'places', 'sold', 'left', 'state'];
  const places = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  const each = <Name extends string>(names: readonly Name[], text: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
  return {
    locale: i18n.locale,
    timeZone: i18n.timeZone,
    texts: {
      warnings: each(warningTexts, (code) => i18n.t(`events.prices.warning.${code}`, places)),
      states: each(priceStates, (state) => i18n.t(`events.prices.state.${state}`)),
      stock: i18n.t('events.prices.stock', places),
      row: i18n.t('events.prices.row', places),
      open: i18n.t('events.prices.open'),
      now: i18n.t('events.prices.now'),
      start: i18n.t('events.prices.start'),
      legend: each(['sold', 'waits', 'gap'], (part) => i18n.t(`events.prices.legend.${part}`)),
      title: i18n.t('events.prices.timeline'),
      warningsTitle: i18n.t('events.prices.warnings'),
      noWarnings: i18n.t('events.prices.noWarnings'),
    },
  };
}

const toneOf: Record<PriceState, Tone> = {
  current: 'good',
  waits: 'neutral',
  later: 'neutral',
  past: 'neutral',
  soldOut: 'wait',
};

export const sellingOf = (competition: CatalogCompetition): Selling => ({
  timestamp: competition.timestamp,
  endTimestamp: competition.endTimestamp,
  totalTicketCount: competition.totalTicketCount,
  sold: competition.sold,
  prices: competition.prices,
});

const priceText = ({ type }: CatalogCompetition, price: Cents, i18n: Translator): string =>
  type === 'team' ? i18n.t('events.price.perPerson', { price: i18n.money(price) }) : i18n.money(price);

export function PriceList(props: {
  competition: CatalogCompetition;
  path: string;
  i18n: Translator;
  call: OrganizerCall;
}): ReactElement {
  const { competition, path, i18n, call } = props;
  const { prices } = competition;
  const selling = sellingOf(competition);
  const momentOf = (at: number | null) => (at === null ? i18n.t('events.admin.open') : i18n.shortDateTime(at));
  const sorting: Sorting = {
    action: `${path}/prices/order`,
    rows: prices.map(({ id }) => ({ id, name: priceName(prices, id, i18n.locale) })),
    i18n,
    csrfToken: call.viewer.csrfToken,
  };
  return (
    <section className="stack-s prices-list" aria-labelledby="prices-title" id="prices">
      <div className="section-head">
        <h2 id="prices-title">{i18n.t('events.admin.prices')}</h2>
        <ButtonLink look="quiet" small href={`${path}/prices/new`}>
          {i18n.t('events.admin.newPrice')}
        </ButtonLink>
      </div>
      <p className="soft">
        {i18n.t('events.prices.details', {
          start: i18n.shortDateTime(competition.timestamp),
          sold: i18n.number(competition.sold),
          places: i18n.number(competition.totalTicketCount),
        })}
      </p>
      <PriceTimeline selling={selling} now={call.now} speech={priceSpeech(i18n)} />
      <Table
        caption={i18n.t('events.admin.prices')}
        captionHidden
        rows={prices}
        rowKey={({ id }) => id}
        empty={i18n.t('events.admin.noPrices')}
        columns={[
          {
            key: 'price',
            title: i18n.t('events.form.price'),
            heading: true,
            cell: ({ id, price, onlyBuyableWithVoucher }) => (
              <>
                <a href={`${path}/prices/${id}`}>{priceText(competition, price, i18n)}</a>
                {teamPrice(competition, price) === null ? null : (
                  <small className="price-note">
                    {i18n.t('events.price.perTeam', { price: i18n.money(teamPrice(competition, price) ?? price) })}
                  </small>
                )}
                {onlyBuyableWithVoucher ? (
                  <small className="price-note">{i18n.t('events.prices.withVoucher')}</small>
                ) : null}
              </>
            ),
          },
          { key: 'from', title: i18n.t('events.form.availableFrom'), cell: (price) => momentOf(price.availableFrom) },
          { key: 'to', title: i18n.t('events.form.availableTo'), cell: (price) => momentOf(price.availableTo) },
          {
            key: 'sold',
            title: i18n.t('events.admin.sold'),
            align: 'end',
            cell: (price) => i18n.number(price.sold),
          },
          {
            key: 'quantity',
            title: i18n.t('events.prices.left'),
            align: 'end',
            cell: (price) => i18n.number(quantityLeft(price)),
          },
          {
            key: 'state',
            title: i18n.t('events.prices.state'),
            cell: (price) => {
              const state = priceState(selling, price, call.now);
              return <Badge tone={toneOf[state]}>{i18n.t(`events.prices.state.${state}`)}</Badge>;
            },
          },
          ...(prices.length > 1 ? [sortColumn<CatalogCompetition['prices'][number]>(sorting)] : []),
        ]}
      />
      <SortControls {...sorting} />
    </section>
  );
}
