import PriceTimeline from '#islands/PriceTimeline.tsx';
import { minutes, plus } from '#src/kernel/time.ts';
import { inputOf } from '#src/platform/forms/form-input.ts';
import { confirmPages, formPages } from '#src/platform/forms/form-pages.ts';
import type { FormState, SavedForm } from '#src/platform/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/platform/forms/saving-form.tsx';
import { Island } from '#src/platform/island.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { askToDelete } from '../management/ask.tsx';
import {
  changesEvent,
  EventTabs,
  eventHead,
  formOfEvent,
  loadCatalog,
  type OrganizerCall,
  Refused,
} from '../management/frame.tsx';
import { press, saveEventForm } from '../management/save.ts';
import { sortRoute } from '../management/sort.tsx';
import { voucherRisks } from '../management/voucher-risks.ts';
import type { Catalog, CatalogCompetition, CatalogPrice } from '../rules/catalog.ts';
import { priceName, sentenceOf } from '../rules/price-texts.ts';
import { saleRisks } from '../rules/price-windows.ts';
import { refuse } from '../rules/problems.ts';
import { quantityLeft } from '../rules/sale.ts';
import { type PriceInput, priceInput } from '../shapes.ts';
import { afterSaving, withoutPrice } from './after-saving.ts';
import { priceForm } from './form.ts';
import { createPrice, deletePrice, updatePrice } from './keep-prices.ts';
import { type Managed, managedCompetition, ticketsPath } from './managed-competition.ts';
import { sellingOf } from './price-list.tsx';
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

type ManagedPrice = Managed & { price: CatalogPrice | null };

function showPrice(at: ManagedPrice, state?: FormState): Promise<Response> {
  const { call, catalog, competition, price } = at;
  const { words } = call;
  const path = pathOf(at);
  const action = `${path}/prices/${price?.id ?? 'new'}`;
  return call.render(
    <div className="stack">
      <EventTabs eventId={catalog.event.id} words={words} />
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
        form={priceForm}
        record={price ? priceRecord(price) : freshRecord(competition)}
        state={state}
        words={words}
        action={action}
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
    eventHead(catalog, priceTitle(at)),
    formStatus(state),
  );
}

const priceTitle = ({ competition, price, call: { words } }: ManagedPrice): string =>
  price
    ? words.t('events.prices.one', {
        price: priceName(competition.prices, price.id, words.locale),
        competition: competition.title,
      })
    : words.t('events.prices.newOne', { competition: competition.title });

type StoredPrice = Managed & { price: CatalogPrice };

async function showDelete(at: StoredPrice, status: 200 | 400 = 200): Promise<Response> {
  const { call, catalog, competition, price } = at;
  const { words } = call;
  const { prices } = competition;
  const back = `${pathOf(at)}/prices/${price.id}`;
  const risks = saleRisks(competition, withoutPrice(competition, price.id), call.now);
  const deletion = {
    title: words.t('events.prices.deleteTitle'),
    text: words.t('events.prices.deleteText', { price: priceName(prices, price.id, words.locale) }),
    button: words.t('events.admin.deletePrice'),
    action: `${back}/delete`,
    back,
    risks: [
      ...(price.sold > 0 ? [words.t('events.prices.soldText')] : []),
      ...risks.map((risk) => sentenceOf(risk, prices, speechOf(words))),
      ...(price.sold > 0 ? [] : await voucherRisks(call, words, catalog.event.id, { priceId: price.id })),
    ],
  };
  return askToDelete(call, catalog, deletion, status);
}

type PriceCall = OrganizerCall<'competitionId' | 'priceId'>;
function managedPrice(unworded: PriceCall): StoredPrice {
  const at = managedCompetition(unworded);
  const { priceId } = unworded.params;
  return { ...at, price: at.competition.prices.find(({ id }) => id === priceId) ?? refuse('NOT_FOUND') };
}

const managedPriceNow = async (call: PriceCall): Promise<StoredPrice> =>
  managedPrice({ ...call, record: await loadCatalog(call) });

/** What saving would break in a sale that runs. */
const warnOf =
  ({ call, competition: { id }, price }: ManagedPrice) =>
  ({ competitions }: Catalog, data: PriceInput): string[] => {
    const competition = competitions.find((each) => each.id === id) ?? refuse('NOT_FOUND');
    const after = afterSaving(competition, competition.prices.find((each) => each.id === price?.id) ?? null, data);
    // More taken away than is left: that is refused anyway, with what is left.
    if (after.prices.some(({ quantityTotal, sold }) => quantityTotal < sold)) return [];
    const speech = speechOf(call.words);
    return saleRisks(competition, after, call.now).map((risk) => sentenceOf(risk, after.prices, speech));
  };

/** Fewer are left than the form showed: it shows the new state and says so. */
const tooFew =
  (now: () => Promise<StoredPrice>): NonNullable<SavedForm<typeof priceInput>['showAgain']> =>
  async ({ code, details }, state) => {
    if (code !== 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE') return null;
    const { call, price } = await now();
    const stored = inputOf(priceForm, priceRecord(price), call.words);
    const left = call.words.number(Number(details.left));
    return {
      ...state,
      stored,
      input: { ...state.input, quantity: stored.quantity ?? '' },
      conflicts: [call.words.t('events.prices.tooFew', { left })],
      status: 409,
    };
  };

const prices = '/admin/tickets/{event}/{competitionId}/prices' as const;
const one = `${prices}/{priceId}` as const;

export const pricePages = [
  ...formPages({
    ...formOfEvent,
    path: `${prices}/new`,
    of: (call) => ({ ...managedCompetition(call), price: null }),
    show: showPrice,
    save: (at) =>
      saveEventForm(at.call, at.catalog.event.id, {
        form: priceForm,
        schema: priceInput,
        warn: warnOf(at),
        save: async (work, data) => {
          await createPrice(work, at.competition.id, data);
          return `${pathOf(at)}?saved`;
        },
      }),
  }),
  sortRoute('price', `${prices}/order`, (call: OrganizerCall<'competitionId'>) => {
    const managed = managedCompetition(call);
    return {
      eventId: managed.catalog.event.id,
      parentId: managed.competition.id,
      ids: managed.competition.prices.map(({ id }) => id),
      back: pathOf(managed),
    };
  }),
  ...formPages({
    ...formOfEvent,
    path: one,
    of: (call) => ({ ...managedPrice(call), now: () => managedPriceNow(call) }),
    show: async (at, state) => showPrice(state?.stored ? await at.now() : at, state),
    save: (at) =>
      saveEventForm(at.call, at.catalog.event.id, {
        form: priceForm,
        schema: priceInput,
        stored: ({ competitions }) => {
          const now = competitions.flatMap(({ prices }) => prices).find(({ id }) => id === at.price.id);
          return now && priceRecord(now);
        },
        warn: warnOf(at),
        showAgain: tooFew(at.now),
        save: async (work, data) => {
          await updatePrice(work, at.price.id, data);
          return `${pathOf(at)}?saved`;
        },
      }),
  }),
  ...confirmPages({
    ...changesEvent,
    path: `${one}/delete`,
    of: managedPrice,
    ask: showDelete,
    run: (at) => {
      const path = pathOf(at);
      const { id } = at.price;
      return press(at.call, at.catalog.event.id, (work) => deletePrice(work, id), path, `${path}/prices/${id}`);
    },
  }),
];
