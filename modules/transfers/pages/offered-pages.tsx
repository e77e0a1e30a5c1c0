import { parseTeam } from '#modules/checkin/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { orderIdOfKey, orderOf, orderTranslator } from '#modules/orders/index.ts';
import { forOnePlace } from '#modules/orders/rules/shared-entry.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { Problem } from '#src/kernel/problem.ts';
import { refusalOf } from '#src/web/forms/refusal.ts';
import { ownAccount, type PageCall, page, type Route } from '#src/web/http.ts';
import { declineOffer } from '../end-transfer.ts';
import { signatureOf, takePath, transferByLink, transferPath } from '../links.ts';
import { type Transfer, transferOf } from '../read-transfers.ts';
import { type Offered, offeredPlace, takePlace } from '../take-place.ts';
import { reasonText } from './holder-page.tsx';
import { OfferedPage, OverPage } from './offered-page.tsx';
import { TakePage, type TakeState } from './take-page.tsx';

type Call = Pick<
  PageCall<'transfer.answer', 'event' | 'transferId'>,
  'deps' | 'i18n' | 'now' | 'query' | 'params' | 'render' | 'redirect' | 'context'
>;

const head = (offered: Pick<Offered['place'], 'order'>, title: string) => ({
  title,
  noIndex: true,
  whiteLabel: whiteLabelOf(offered.order),
});

/** The link is a secret, so the page is not cached. */
function withoutCache(response: Response): Response {
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('cache-control', 'private, no-store');
  return response;
}

/** Runs with the valid offer of the link, else shows that it is over. */
async function withOpenOffer(call: Call, run: (offered: Offered) => Promise<Response>): Promise<Response> {
  try {
    const { id } = await transferByLink(call, call.params.transferId);
    return withoutCache(await run(await offeredPlace(call.deps.read, id, call.now, competitionOf(call))));
  } catch (error) {
    if (!(error instanceof Problem) || !error.code.startsWith('TRANSFER_')) throw error;
    if (error.details.reason === 'otherCompetition')
      return call.redirect(`${offerPage(call)}?${signatureOf(call.query)}&full`);
    return withoutCache(
      await showOver(call, present(await transferOf(call.deps.read, call.params.transferId), 'it was an offer'), error),
    );
  }
}

async function showOver(call: Call, transfer: Transfer, problem: Problem): Promise<Response> {
  const order = present(await orderOf(call.deps.read, transfer.fromOrderId), 'an offer has an order');
  const i18n = orderTranslator(order, call.i18n.locale);
  const title = i18n.t('transfers.over.title');
  const isDeclined = call.query.has('declined');
  const text = isDeclined
    ? i18n.t(call.query.get('declined') === 'turn' ? 'transfers.over.declinedTurn' : 'transfers.over.declined')
    : (reasonText({ i18n }, problem.code, problem.details.reason ?? transfer.state) ?? '');
  const eventPath = `/events/${order.eventId}`;
  return call.render(
    <OverPage {...{ title, text, eventPath, i18n }} />,
    head({ order }, title),
    isDeclined ? 200 : 410,
  );
}

function competitionOf({ query }: Pick<Call, 'query'>): number | null {
  const id = query.get('competition');
  return id !== null && /^\d{1,9}$/.test(id) ? Number(id) : null;
}
const offerPage = ({ params: { event, transferId } }: Call): string =>
  `/events/${encodeURIComponent(event)}/transfers/${transferId}`;
const takeQuery = (call: Call, { target }: Offered['place']): string =>
  `${signatureOf(call.query)}${target ? `&competition=${target.competitionId}` : ''}`;

const wordsOf = (call: Call, { place }: Offered) => orderTranslator(place.order, call.i18n.locale);

const showOffer = (call: Call): Promise<Response> =>
  withOpenOffer(call, (offered) => {
    const i18n = wordsOf(call, offered);
    const signature = signatureOf(call.query);
    const title = i18n.t('transfers.offered.title', { competition: offered.place.title });
    return call.render(
      <OfferedPage
        {...{ offered, title, i18n }}
        isFull={call.query.has('full')}
        takeIn={(place) => `${takePath(offered.transfer)}?${takeQuery(call, place)}`}
        decline={`${transferPath(offered.transfer)}/decline?${signature}`}
      />,
      head(offered.place, title),
    );
  });

/** Catalog as shown to the taker. */
async function catalogFor({ deps }: Pick<Call, 'deps'>, { transfer, place }: Offered): Promise<Catalog> {
  const catalog = present(await catalogOf(deps.read, transfer.eventId), 'an offer has an event');
  const { sharedTeam, competition } = place;
  return sharedTeam ? forOnePlace(catalog, competition.id, sharedTeam) : catalog;
}

type TakeCall = PageCall<'booking.make', 'event' | 'transferId', unknown>;

async function showTake(call: TakeCall, offered: Offered, state: TakeState): Promise<Response> {
  const i18n = wordsOf(call, offered);
  const catalog = await catalogFor(call, offered);
  const team = parseTeam(call.form, 1, { catalog, competition: offered.place.competition, i18n, now: call.now });
  const [person] = team.team.participants;
  // The taker most likely participates themselves.
  const entrant = {
    ...present(person, 'one person is typed'),
    ...(call.form.has('key') ? {} : { email: call.viewer.email }),
  };
  const title = i18n.t('transfers.take.title', { competition: offered.place.title });
  return call.render(
    <TakePage
      {...{ offered, catalog, entrant, state, title, i18n }}
      action={`${takePath(offered.transfer)}?${takeQuery(call, offered.place)}`}
      back={`${transferPath(offered.transfer)}?${signatureOf(call.query)}`}
      orderKey={String(call.form.get('key') ?? '') || secretToken(18)}
      eventRef={call.params.event}
    />,
    head(offered.place, title),
    state.status,
  );
}

async function take(call: TakeCall, offered: Offered): Promise<Response> {
  const { deps, form, viewer, now, clientAddress } = call;
  const i18n = wordsOf(call, offered);
  const { transfer, place } = offered;
  const key = String(form.get('key') ?? '').slice(0, 200);
  const input = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  const again = (change: Partial<TakeState>) =>
    showTake(call, offered, { input, errors: {}, refusal: null, status: 400, ...change });
  const catalog = await catalogFor(call, offered);
  const { basket, errors } = parseTeam(form, 1, { catalog, competition: place.competition, i18n, now });
  const wrong = form.has('accepted') ? errors : { ...errors, accepted: i18n.t('orders.check.accept') };
  if (Object.keys(wrong).length > 0) return again({ errors: wrong });
  const shownPrice = String(form.get('totalPrice') ?? '');
  const booking = { ...basket, totalPrice: /^\d{1,12}$/.test(shownPrice) ? Number(shownPrice) : -1 };
  const origin = { clientAddress, limitFactor: deps.config.limitFactor };
  const who = { viewer, language: i18n.locale, idempotencyKey: key || null, origin };
  try {
    const placed = await deps.write((work) =>
      takePlace(work, { transferId: transfer.id, linkVersion: transfer.linkVersion, booking, ...who }),
    );
    const step = placed.status === 'complete' ? 'completed' : 'payment';
    return call.redirect(`/events/${transfer.eventId}/${step}?order=${placed.orderId}`);
  } catch (error) {
    if (!(error instanceof Problem) || error.code.startsWith('TRANSFER_')) throw error;
    if (error.code === 'TICKET_ALREADY_BOOKED')
      return again({ refusal: i18n.t('transfers.take.alreadyThere'), status: 409 });
    const refused = refusalOf(error, i18n, { controlOf: (path) => path.replace(/\.(\d+)(?=\.)/g, '[$1]') });
    return again({ errors: refused.errors, refusal: refused.refusal, status: refused.status });
  }
}

/** Order already created by this form: the button was pressed twice. */
async function existingOrder({ deps, viewer, form, redirect }: TakeCall): Promise<Response | null> {
  const id = await orderIdOfKey(deps.read, viewer, String(form.get('key') ?? '').slice(0, 200));
  return id === null ? null : redirect(`/orders/${id}`);
}

const path = '/events/{event}/transfers/{transferId}';
const takes = { path: `${path}/take`, may: 'booking.make', load: ownAccount } as const;
export const offeredPages: Route[] = [
  page({ method: 'get', path, may: 'transfer.answer' }, showOffer),
  page({ method: 'post', path: `${path}/decline`, may: 'transfer.answer' }, async (call) => {
    const { transferId } = call.params;
    let declined = '';
    try {
      const transfer = await transferByLink(call, transferId);
      declined = await call.deps.write((work) => declineOffer(work, transfer));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'TRANSFER_OVER') throw error;
    }
    return call.redirect(`${offerPage(call)}?${signatureOf(call.query)}&declined=${declined}`);
  }),
  page({ method: 'get', ...takes }, (call: TakeCall) =>
    withOpenOffer(call, (offered) => showTake(call, offered, { input: null, errors: {}, refusal: null, status: 200 })),
  ),
  page(
    { method: 'post', ...takes },
    async (call: TakeCall) => (await existingOrder(call)) ?? withOpenOffer(call, (offered) => take(call, offered)),
  ),
];
