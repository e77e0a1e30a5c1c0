import type { ReactElement } from 'react';
import type { Address } from '#modules/accounts/rules/address.ts';
import { ownVisitsOf, publicCatalog, saleTo } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { measuringOf } from '#modules/events/rules/measuring.ts';
import { type HoldView, holdView } from '#modules/events/rules/place-holds.ts';
import { isClosed, isCompetitionOver, saleState } from '#modules/events/rules/sale.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { withMembers } from '#modules/member-lists/index.ts';
import { startedOrderOf } from '#modules/orders/index.ts';
import type { Basket } from '#modules/orders/rules/booking.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { addressOfDraft } from '#modules/orders/rules/draft-address.ts';
import { basketOfDraft, draftErrors } from '#modules/orders/rules/draft-check.ts';
import { countPeople, isTooLarge, missingContact, needsContact } from '#modules/orders/rules/entry-check.ts';
import type { Quote } from '#modules/orders/rules/pricing.ts';
import { type BookingStep, eventPath, stepLabel, stepPath, stepsOf } from '#modules/orders/rules/steps.ts';
import { vouchersOfCodes } from '#modules/vouchers/index.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import { type OwnTurn, TurnNote, turnOf } from '#modules/waiting-room/index.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { isLocale, type Translator } from '#src/texts/locale.ts';
import { Stepper } from '#src/ui/booking.tsx';
import { Alert } from '#src/ui/display.tsx';
import { parseDate } from '#src/ui/format.ts';
import { type PageCall, withQuery } from '#src/web/http.ts';
import { draftAddressErrors } from './address-page.tsx';
import { type Draft, draftFor, draftOf, saveDraft } from './drafts.ts';
import { HoldNote, holdForDraft, SizeNote } from './hold-places.tsx';
import { homeCountry } from './home-country.ts';
import type { DraftData } from './rules/draft.ts';
import { articleErrors } from './rules/draft-articles.ts';
import type { CodeOutcome } from './rules/draft-price.ts';
import { isSavedForm, withChanges } from './rules/draft-tabs.ts';
import { draftPrice } from './rules/draft-vouchers.ts';
import { writtenTeams } from './rules/draft-written.ts';
import { possibleDuplicate } from './rules/twins.ts';
import { savedInField } from './rules/voucher-intent.ts';
import { namesWithAddress } from './twin-question.ts';

export type BookingContext = {
  catalog: Catalog;
  eventRef: string;
  draft: Draft;
  /** What would be booked, with the codes that work. */
  basket: Basket;
  codes: CodeOutcome[];
  vouchers: Voucher[];
  now: Instant;
  hold: HoldView | null;
  turn: OwnTurn;
  quote: Quote | null;
  /** Two letters: the most likely country of residence. */
  home: string | null;
  problem: Problem | null;
  steps: BookingStep[];
  i18n: Translator;
  /** The input was posted without a session or before a login: it is saved, but its button had no effect. */
  isKept: boolean;
};

export const readDateIn =
  (i18n: Translator) =>
  (input: string): string | null =>
    parseDate(input, i18n.locale);

export type EventCall = PageCall<'order.read', 'event'>;
/** The record is null where there is no such event. */
export type LoginCall = PageCall<'order.read', 'event', BookingContext | null>;
type NamesEvent = Pick<EventCall, 'deps' | 'viewer' | 'i18n' | 'now' | 'params' | 'query' | 'clientAddress'>;
export type BookingPath = `/events/{event}/${BookingStep}` | '/events/{event}/articles/{person}';

export async function bookingContext(call: NamesEvent): Promise<BookingContext> {
  const eventRef = call.params.event;
  const published = await publicCatalog(call.deps.read, eventRef);
  const ownVisits = await ownVisitsOf(call.deps.read, published.event, call.viewer);
  const { catalog: sold, own, offered } = await saleTo(call.deps.read, published, ownVisits, call.now);
  const { data, ...saved } = await draftFor(call.deps, call.viewer, sold.event.id);
  await yieldToEventLoop();
  const draft: Draft = { ...saved, data: { ...data, teams: offeredTeams(sold, data.teams) } };
  const i18n = call.i18n
    .in(sold.event.timeZone)
    .withWording(sold.event.useAlternateTranslation ? 'packages' : 'standard');
  const { voucherCodes } = draft.data;
  const vouchers = await vouchersOfCodes(call.deps.read, sold.event.id, voucherCodes);
  const { limitFactor } = call.deps.config;
  const asker = { visitId: call.viewer.visitId, clientAddress: call.clientAddress, limitFactor };
  const catalog = await withMembers(
    call.deps.read,
    sold,
    () => basketOfDraft(sold, draft.data, readDateIn(i18n)).teams,
    {
      asker,
      enterer: call.viewer,
      now: call.now,
    },
  );
  await yieldToEventLoop();
  const home = homeCountry(catalog.event.timeZone, i18n.countries());
  return {
    catalog,
    eventRef,
    draft,
    vouchers,
    now: call.now,
    hold: holdView(own, countPeople(draft.data.teams), call.now),
    // An offer of the waiting list needs no turn; the order checks that it books only the offer.
    turn: offered.size > 0 ? { kind: 'free' } : await turnOf(call.deps.read, published, call.viewer, call.now),
    ...pricedDraft({ catalog, data: draft.data, vouchers, i18n, home, now: call.now }),
    home,
    steps: stepsOf(catalog),
    i18n,
    isKept: call.query.has('kept'),
  };
}

type Priced = Pick<BookingContext, 'basket' | 'codes' | 'quote' | 'problem'>;
type ToPrice = Pick<BookingContext, 'catalog' | 'vouchers' | 'i18n' | 'home' | 'now'> & { data: DraftData };

function pricedDraft({ catalog, data, vouchers, i18n, home, now }: ToPrice): Priced {
  const entered: Basket = {
    ...basketOfDraft(catalog, data, readDateIn(i18n)),
    contactAddress: addressOfDraft(data.contactAddress),
    deliveryAddress: addressOfDraft(data.deliveryAddress),
    invoiceAddress: addressOfDraft(data.invoiceAddress),
  };
  // Before the address is entered, delivery within the country is assumed.
  const isAssumed = entered.contactAddress === null && catalog.event.needsContactAddress;
  const priced = isAssumed ? { ...entered, contactAddress: { countryCode: home } as Address } : entered;
  const price = draftPrice(catalog, priced, data.voucherCodes, vouchers, now);
  return { ...price, basket: { ...price.basket, contactAddress: entered.contactAddress } };
}

export const loadBooking = (call: NamesEvent): Promise<BookingContext | null> =>
  bookingContext(call).catch((error) => {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return null;
    throw error;
  });

/** To decide the next step; the page itself is loaded anew. */
export function withSavedDraft(booking: BookingContext, saved: DraftData): BookingContext {
  const data = { ...saved, teams: offeredTeams(booking.catalog, saved.teams) };
  return { ...booking, draft: { ...booking.draft, data }, ...pricedDraft({ ...booking, data }) };
}

/** Saves the step's data and an entered but not redeemed code, whichever button was pressed. */
export async function keepDraft(call: EventCall, booking: BookingContext, input: DraftData): Promise<DraftData> {
  const { draft, catalog, i18n } = booking;
  const teams = writtenTeams(catalog, input.teams, readDateIn(i18n));
  const data = { ...input, teams, codeInput: savedInField(call.form) };
  const eventId = catalog.event.id;
  await call.deps.write(
    async (work) => {
      if ((await draftOf(work.tx, call.viewer.visitId, eventId)).key !== draft.key) throw new DraftMoved();
      const isSame = isSameDraft(data, draft.data);
      if (isSame && isSavedForm(call.form)) return;
      await saveDraft(work, {
        viewer: call.viewer,
        eventId,
        isSame,
        data: { ...data, changed: withChanges(draft.data, data) },
      });
      await holdForDraft(work, call, catalog, teams);
    },
    // Held places are promised.
    { mayBeLost: catalog.event.placeHoldMinutes === null },
  );
  return data;
}

class DraftMoved extends Error {}
const maxTries = 50;

export async function withDraft<T>(
  call: NamesEvent,
  first: BookingContext | null,
  run: (booking: BookingContext) => Promise<T>,
): Promise<T> {
  for (let left = maxTries, booking = first; ; left -= 1, booking = null) {
    try {
      return await run(booking ?? (await bookingContext(call)));
    } catch (error) {
      if (!(error instanceof DraftMoved) || left === 0) throw error;
    }
  }
}

export const isSameDraft = (a: DraftData, b: DraftData): boolean => contentOf(a) === contentOf(b);
const contentOf = (data: DraftData): string => JSON.stringify({ ...data, changed: null, version: null });

/** Drops entries of deleted competitions. A single starter is a team of one without a name. */
export const offeredTeams = (catalog: Catalog, teams: readonly DraftTeam[]): DraftTeam[] =>
  teams.flatMap((team) => {
    const competition = catalog.competitions.find(({ id }) => id === team.competitionId);
    if (!competition) return [];
    // The captain set the name of a shared team.
    const fixed = competition.type === 'single' ? '' : competition.sharedTeam?.name;
    return [fixed === undefined || team.teamName === fixed ? team : { ...team, teamName: fixed }];
  });

export const nextStep = (booking: BookingContext, step: BookingStep): string =>
  stepPath(booking.eventRef, booking.steps[booking.steps.indexOf(step) + 1] ?? 'check-order');
export const previousStep = (booking: BookingContext, step: BookingStep): string => {
  const before = booking.steps[booking.steps.indexOf(step) - 1];
  return before ? stepPath(booking.eventRef, before) : eventPath(booking.eventRef);
};

/** Where to redirect a visit that is not ready for this step; null: it is. */
export function stepBefore(call: LoginCall, booking: BookingContext, step: BookingStep): string | null {
  const { catalog, draft, steps, eventRef } = booking;
  const { teams } = draft.data;
  // The draft is an order by now, perhaps unpaid.
  if (teams.length === 0 && draft.orderId !== null && step === 'check-order') return `/payment-fail/${draft.orderId}`;
  if (isClosedTo(booking) || (step === 'competitions' && asksForPast(call, catalog))) return eventPath(eventRef);
  if (!steps.includes(step)) return call.context.req.method === 'GET' ? '/' : nextApplying(booking, step);
  if (step === 'competitions') return null;
  if (teams.length === 0) return eventPath(eventRef);
  const errors = draftErrors(catalog, teams, readDateIn(booking.i18n), call.now);
  const isWrong = Object.keys(errors).length > 0 || isTooLarge(catalog.competitions, teams);
  if (isWrong || namesWithAddress(teams).length > 0) return `${stepPath(eventRef, 'competitions')}?check=1`;
  if (possibleDuplicate(teams, draft.data.apart)) return `${stepPath(eventRef, 'competitions')}?${askedTwice}=1`;
  if (step === 'articles') return null;
  if (Object.keys(articleErrors(catalog, teams)).length > 0) return `${stepPath(eventRef, 'articles')}?check=1`;
  if (step !== 'check-order') return null;
  if (Object.keys(missingContact(catalog.event, booking.basket.contactAddress)).length > 0) {
    return stepPath(eventRef, 'delivery-address');
  }
  return needsContact(catalog.event) && Object.keys(draftAddressErrors(draft.data, catalog.event)).length > 0
    ? `${stepPath(eventRef, 'delivery-address')}?check=1`
    : null;
}

/** Closed, or sold out for a visit without entries. */
export const isClosedTo = ({ catalog, draft, now }: Pick<BookingContext, 'catalog' | 'draft' | 'now'>): boolean =>
  isClosed(catalog, now) ||
  (draft.data.teams.length === 0 && saleState(catalog.event, catalog.competitions, now) === 'soldOut');

const asksForPast = ({ query, now }: Pick<EventCall, 'query' | 'now'>, { competitions }: Catalog): boolean =>
  competitions.some(
    (competition) => String(competition.id) === query.get('competition') && isCompetitionOver(competition, now),
  );

/** Where visitors without a session go instead of the login; null: to the login. */
export async function closedEventPath(call: Pick<EventCall, 'deps' | 'params' | 'query' | 'now'>) {
  const { deps, params, now } = call;
  const catalog = await publicCatalog(deps.read, params.event).catch(() => null);
  if (!catalog) return null;
  const { event, competitions } = catalog;
  const holdsPlaces = event.offerHours !== null || event.teamDays !== null;
  const isSoldOut = !holdsPlaces && saleState(event, competitions, now) === 'soldOut';
  return isClosed(catalog, now) || isSoldOut || asksForPast(call, catalog) ? eventPath(params.event) : null;
}

/** Page of the latest unpaid order of this visit; null if none, or if people were entered since. */
export async function unpaidOrderPath(call: LoginCall, { draft, eventRef }: BookingContext): Promise<string | null> {
  if (draft.data.teams.length > 0) return null;
  const orderId = draft.orderId ?? (await startedOrderOf(call.deps.read, call.viewer, eventRef))?.id ?? null;
  if (orderId === null) return null;
  const pending = await call.deps.pendingOrders(call.viewer);
  return pending.some((order) => order.orderId === orderId) ? `/payment-fail/${orderId}` : null;
}

export const askedTwice = 'twice';

function nextApplying({ steps, eventRef }: BookingContext, step: BookingStep): string {
  const order: BookingStep[] = ['articles', 'cancellation-protection', 'delivery-address', 'check-order'];
  const later = order.slice(order.indexOf(step)).find((candidate) => steps.includes(candidate));
  return stepPath(eventRef, later ?? 'check-order');
}

export const headOf = (booking: BookingContext, step: BookingStep) => ({
  title: `${booking.i18n.t(stepLabel(booking, step))} · ${booking.catalog.event.title}`,
  noIndex: true,
  inputForm: 'booking',
  whiteLabel: whiteLabelOf(booking.catalog),
  measuring: measuringOf(booking.catalog),
});

export function inLanguage(call: LoginCall): string | null {
  const locale = /^lang:(.*)$/.exec(String(call.form.get('intent')))?.[1];
  const { pathname, search } = new URL(call.context.req.url);
  return isLocale(locale) ? withQuery(pathname + search, 'lang', locale) : null;
}

export function BookingHead({ booking, step }: { booking: BookingContext; step: BookingStep }): ReactElement {
  const { i18n, steps, eventRef, catalog } = booking;
  const at = steps.indexOf(step);
  return (
    <header className="stack-s booking-head">
      <p className="soft">
        <a href={eventPath(eventRef)}>{catalog.event.title}</a>
      </p>
      <h1>{i18n.t(stepLabel(booking, step))}</h1>
      <Stepper
        texts={{ label: i18n.t('ui.stepper.label'), complete: i18n.t('orders.step.done') }}
        steps={steps.map((entry, index) => ({
          label: i18n.t(stepLabel(booking, entry)),
          href: stepPath(eventRef, entry),
          state: index < at ? 'complete' : index === at ? 'current' : 'ahead',
        }))}
      />
      <TurnNote turn={booking.turn} eventRef={eventRef} i18n={i18n} now={booking.now} />
      <HoldNote booking={booking} step={step} />
      <SizeNote booking={booking} step={step} />
      {booking.isKept ? (
        <Alert tone="wait" title={i18n.t('draftKept.title')}>
          {i18n.t('draftKept.text')}
        </Alert>
      ) : null}
    </header>
  );
}
