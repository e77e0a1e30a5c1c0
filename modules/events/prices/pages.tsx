import PriceTimeline from '#islands/PriceTimeline.tsx';
import { Problem } from '#src/kernel/problem.ts';
import { minutes, plus } from '#src/kernel/time.ts';
import { page } from '#src/platform/http.ts';
import { Island } from '#src/platform/island.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { type Managed, managedCompetition, ticketsPath } from '../competitions/managed.ts';
import { ConfirmDelete, isConfirmed } from '../forms/confirm-delete.tsx';
import {
  EventTabs,
  eventHead,
  type FormState,
  formStatus,
  idOf,
  type OrganizerCall,
  Refused,
  SavingForm,
} from '../forms/frame.tsx';
import { typedOf } from '../forms/reading.ts';
import { press, saveForm } from '../forms/save.ts';
import { sortRoute } from '../forms/sort.tsx';
import { voucherRisks } from '../forms/voucher-risks.ts';
import type { Catalog, CatalogCompetition, CatalogPrice } from '../rules/catalog.ts';
import { priceName, sentenceOf } from '../rules/price-texts.ts';
import { saleRisks } from '../rules/price-windows.ts';
import { refuse } from '../rules/problems.ts';
import { quantityLeft } from '../rules/sale.ts';
import { type PriceInput, priceInput } from '../shapes.ts';
import { afterSaving, withoutPrice } from './after-saving.ts';
import { priceGroups } from './form.ts';
import { createPrice, deletePrice, updatePrice } from './keep-prices.ts';
import { sellingOf } from './price-list.tsx';
import { sortPrices } from './sort-prices.ts';
import { speechOf } from './speech.ts';

const pathOf = ({ catalog, competition }: Managed): string => ticketsPath(catalog.event.id, competition.id);

/** As its form shows it: the quantity is what is still to be sold. */
const priceRecord = (price: CatalogPrice) => ({ ...price, quantity: quantityLeft(price) });

/** A new one goes on where the last one ends. */
function freshRecord({ prices }: CatalogCompetition) {
  const last = prices.at(-1)?.availableTo ?? null;
  const availableFrom = last === null ? null : plus(last, minutes(1));
  return { price: 0, quantity: 0, priceOrder: prices.length + 1, availableFrom };
}

function showPrice(call: OrganizerCall, managed: Managed, price: CatalogPrice | null, state?: FormState) {
  const { catalog, competition, words } = managed;
  const { timeZone, id: eventId } = catalog.event;
  const path = pathOf(managed);
  const action = `${path}/prices/${price?.id ?? 'new'}`;
  const stored = typedOf(priceGroups, price ? priceRecord(price) : freshRecord(competition), words.locale, timeZone);
  return call.render(
    <div className="stack">
      <EventTabs eventId={eventId} words={words} />
      <Refused call={call} />
      <Island
        name="PriceTimeline"
        of={PriceTimeline}
        props={{
          selling: sellingOf(competition),
          now: call.now,
          speech: speechOf(words),
          follows: { action, priceId: price?.id ?? 0 },
        }}
      />
      <SavingForm
        groups={priceGroups}
        stored={stored}
        state={state}
        words={words}
        timeZone={timeZone}
        action={action}
        csrfToken={call.viewer.csrfToken}
        cancelHref={path}
      />
      {price ? (
        <p>
          <ButtonLink href={`${action}/delete`} look="quiet" small>
            {words.t('events.admin.deletePrice')}
          </ButtonLink>
        </p>
      ) : null}
    </div>,
    eventHead(catalog, priceTitle(managed, price)),
    formStatus(state),
  );
}

const priceTitle = ({ competition, words }: Managed, price: CatalogPrice | null): string =>
  price
    ? words.t('events.prices.one', {
        price: priceName(competition.prices, price.id, words.locale),
        competition: competition.title,
      })
    : words.t('events.prices.newOne', { competition: competition.title });

async function showDelete(call: OrganizerCall, managed: Managed, price: CatalogPrice, status: 200 | 400 = 200) {
  const { catalog, competition, words } = managed;
  const { prices } = competition;
  const action = `${pathOf(managed)}/prices/${price.id}`;
  const risks = saleRisks(competition, withoutPrice(competition, price.id), call.now);
  return call.render(
    <div className="stack">
      <EventTabs eventId={catalog.event.id} words={words} />
      <ConfirmDelete
        call={call}
        action={`${action}/delete`}
        backHref={action}
        text={words.t('events.prices.deleteText', { price: priceName(prices, price.id, words.locale) })}
        risks={[
          ...(price.sold > 0 ? [words.t('events.prices.soldText')] : []),
          ...risks.map((risk) => sentenceOf(risk, prices, speechOf(words))),
          ...(price.sold > 0 ? [] : await voucherRisks(call, words, catalog.event.id, { priceId: price.id })),
        ]}
        button={words.t('events.admin.deletePrice')}
      />
    </div>,
    eventHead(catalog, words.t('events.prices.deleteTitle')),
    status,
  );
}

const priceIn = (call: OrganizerCall, competition: CatalogCompetition): CatalogPrice => {
  const id = idOf(call, 'priceId');
  return competition.prices.find((price) => price.id === id) ?? refuse('NOT_FOUND');
};

/** What saving would break in a sale that runs. */
const warnOf =
  (call: OrganizerCall, { competition: { id }, words }: Managed, priceId: number | null) =>
  ({ competitions }: Catalog, data: PriceInput): string[] => {
    const competition = competitions.find((each) => each.id === id) ?? refuse('NOT_FOUND');
    const after = afterSaving(competition, competition.prices.find((each) => each.id === priceId) ?? null, data);
    // More taken away than is left: that is refused anyway, with what is left.
    if (after.prices.some(({ quantityTotal, sold }) => quantityTotal < sold)) return [];
    const speech = speechOf(words);
    return saleRisks(competition, after, call.now).map((risk) => sentenceOf(risk, after.prices, speech));
  };

/** Fewer are left than the form showed: it shows the new state and says so. */
async function withStockNow(call: OrganizerCall, state: FormState, left: number): Promise<Response> {
  const managed = await managedCompetition(call);
  const price = priceIn(call, managed.competition);
  const { words } = managed;
  const stored = typedOf(priceGroups, priceRecord(price), words.locale, managed.catalog.event.timeZone);
  return showPrice(call, managed, price, {
    ...state,
    refusal: null,
    stored,
    typed: { ...state.typed, quantity: stored.quantity ?? '' },
    meanwhile: [words.t('events.prices.tooFew', { left: words.number(left) })],
  });
}

const one = '/admin/tickets/{eventId}/{competitionId}/prices/{priceId}' as const;

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
      const outcome = await saveForm(call, {
        groups: priceGroups,
        schema: priceInput,
        timeZone,
        eventId,
        warn: warnOf(call, managed, null),
        save: async (work, data) => {
          await createPrice(work, managed.competition.id, data);
          return `${pathOf(managed)}?saved`;
        },
      });
      return 'to' in outcome ? call.redirect(outcome.to) : showPrice(call, managed, null, outcome.state);
    },
  ),
  sortRoute({
    path: '/admin/tickets/{eventId}/{competitionId}/prices/order',
    of: async (call) => {
      const managed = await managedCompetition(call);
      const ids = managed.competition.prices.map(({ id }) => id);
      return { eventId: managed.catalog.event.id, ids, back: pathOf(managed) };
    },
    save: (work, _eventId, ids, call) => sortPrices(work, idOf(call, 'competitionId'), ids),
  }),
  page({ method: 'get', path: one, may: 'event.read' }, async (call) => {
    const managed = await managedCompetition(call);
    return showPrice(call, managed, priceIn(call, managed.competition));
  }),
  page({ method: 'post', path: one, may: 'event.change' }, async (call) => {
    const managed = await managedCompetition(call);
    const price = priceIn(call, managed.competition);
    const { id: eventId, timeZone } = managed.catalog.event;
    let left: number | null = null;
    const outcome = await saveForm(call, {
      groups: priceGroups,
      schema: priceInput,
      timeZone,
      eventId,
      stored: ({ competitions }) => {
        const now = competitions.flatMap(({ prices }) => prices).find(({ id }) => id === price.id);
        return now && priceRecord(now);
      },
      warn: warnOf(call, managed, price.id),
      save: async (work, data) => {
        try {
          await updatePrice(work, price.id, data);
        } catch (error) {
          if (error instanceof Problem && error.code === 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE')
            left = Number(error.details.left);
          throw error;
        }
        return `${pathOf(managed)}?saved`;
      },
    });
    if ('to' in outcome) return call.redirect(outcome.to);
    return left === null ? showPrice(call, managed, price, outcome.state) : withStockNow(call, outcome.state, left);
  }),
  page({ method: 'get', path: `${one}/delete`, may: 'event.read' }, async (call) => {
    const managed = await managedCompetition(call);
    return showDelete(call, managed, priceIn(call, managed.competition));
  }),
  page({ method: 'post', path: `${one}/delete`, may: 'event.change' }, async (call) => {
    const managed = await managedCompetition(call);
    const price = priceIn(call, managed.competition);
    if (!isConfirmed(call)) return showDelete(call, managed, price, 400);
    const path = pathOf(managed);
    const remove = (work: Parameters<typeof deletePrice>[0]) => deletePrice(work, price.id);
    return press(call, managed.catalog.event.id, remove, path, `${path}/prices/${price.id}`);
  }),
];
