import { catalogOf, loadEvent, managedEvents } from '#modules/events/index.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { dateIn, type Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { addDays, lastDays, type Span } from '../rules/days.ts';
import { daysIn, isMeasure, type Measure, yearIn } from './choices.ts';
import { viewsFile } from './extra-figures.ts';
import { readArticleSales, readViews, readVoucherUse } from './read-extras.ts';
import { readOrderPayments } from './read-order-payments.ts';
import { readAreas, readClubs, readCompetitionTitles, readPeople } from './read-people.ts';
import { type CountedEvent, readSales } from './read-sales.ts';
import {
  articlesAnswer,
  orderPaymentsAnswer,
  paymentMethodsAnswer,
  peopleAnswer,
  salesAnswer,
  ticketsAnswer,
  viewsAnswer,
  viewsQuery,
  vouchersAnswer,
} from './shapes.ts';

const may = 'statistics.read';

const daysOf = (text: string): number => daysIn(text) ?? refuseFields({ days: ['statistics.error.days'] });
const measureOf = (text: string): Measure => (isMeasure(text) ? text : refuseFields({ type: ['unknown'] }));

async function eventAt({ read }: Pick<Deps, 'read'>, eventId: number): Promise<CountedEvent> {
  const { event } = present(await catalogOf(read, eventId), 'the event was loaded');
  return event;
}
const spanOf = (days: number, now: Instant) => (timeZone: string) => lastDays(days, now, timeZone);

/** Default: the last year. */
function viewSpan({ from, to }: Partial<Span>, now: Instant, timeZone: string): Span {
  const until = to ?? dateIn(now, timeZone);
  const since = from ?? addDays(until, -365);
  return since <= until ? { from: since, to: until } : refuseFields({ from: ['statistics.error.afterTo'] });
}

export const statisticsApi = tagged('Statistics', [
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/all-my-events/completed-orders/{days}/{type}',
      may,
      summary:
        'Returns the complete and shipped orders by order date: number, participants or revenue. Covers the caller’s events, or all events for super admins. 1 to 730 days including today; type orders, participants or revenue.',
      load: ownAccount,
      answer: salesAnswer,
    },
    async ({ deps, viewer, params, now }) => {
      const [days, measure] = [daysOf(params.days), measureOf(params.type)];
      const events = await managedEvents(deps.read, viewer, may);
      const titles = new Map(events.map(({ id, title }) => [id, title]));
      const sales = await readSales(deps.read, events, spanOf(days, now), { measure });
      return { rows: sales.map((row) => ({ ...row, eventTitle: titles.get(row.eventId) ?? '' })) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/event/{eventId}/completed-orders-payment-types/{days}/{type}',
      may,
      summary: 'Returns the complete and shipped orders of one event by day and payment method',
      load: loadEvent,
      answer: paymentMethodsAnswer,
    },
    async ({ deps, params, now }) => {
      const [days, measure] = [daysOf(params.days), measureOf(params.type)];
      const events = [await eventAt(deps, params.eventId)];
      const sales = await readSales(deps.read, events, spanOf(days, now), { measure, apart: 'paymentMethod' });
      return { rows: sales };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/event/{eventId}/sold-competition-tickets/{days}',
      may,
      summary: 'Returns the tickets in complete and shipped orders of one event by day and competition',
      load: loadEvent,
      answer: ticketsAnswer,
    },
    async ({ deps, params, now }) => {
      const days = daysOf(params.days);
      const events = [await eventAt(deps, params.eventId)];
      const of = { measure: 'participants', apart: 'competition' } as const;
      const sales = await readSales(deps.read, events, spanOf(days, now), of);
      const titles = await readCompetitionTitles(deps.read, params.eventId);
      return { rows: sales.map((row) => ({ ...row, competitionTitle: titles.get(row.competitionId) ?? '' })) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/event/{eventId}/participants',
      may,
      summary:
        'Returns the participants in complete and shipped orders of one event by age, gender, nationality, club and zip code',
      load: loadEvent,
      answer: peopleAnswer,
    },
    async ({ deps: { read }, params: { eventId } }) => ({
      groups: await readPeople(read, eventId),
      clubs: await readClubs(read, eventId),
      areas: await readAreas(read, eventId),
    }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/event/{eventId}/voucher-use',
      may,
      summary: 'Returns the vouchers used in complete and shipped orders of one event, by voucher type',
      load: loadEvent,
      answer: vouchersAnswer,
    },
    async ({ deps, params }) => ({ rows: await readVoucherUse(deps.read, params.eventId) }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/all-articles',
      may: 'statistics.platform',
      summary:
        'Returns the sold and available quantity and the revenue of every article variant, from complete and shipped orders',
      answer: articlesAnswer,
    },
    async ({ deps }) => ({ rows: await readArticleSales(deps.read) }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/event-views',
      may: 'statistics.platform',
      summary: 'Returns the views of all event pages: one per visitor and day, in the time zone of each event',
      query: viewsQuery,
      answer: viewsAnswer,
    },
    async ({ deps, query: { format, ...query }, i18n, now }) => {
      const rows = await readViews(deps.read, viewSpan(query, now, defaultTimeZone));
      return format === 'json' ? { rows } : viewsFile(rows, format, { i18n, deps });
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/event/{eventId}/event-views',
      may,
      summary: 'Returns the views of the page of one event: one per visitor and day',
      load: loadEvent,
      query: viewsQuery,
      answer: viewsAnswer,
    },
    async ({ deps, params, query: { format, ...query }, i18n, now }) => {
      const { timeZone } = await eventAt(deps, params.eventId);
      const rows = await readViews(deps.read, viewSpan(query, now, timeZone), params.eventId);
      return format === 'json' ? { rows } : viewsFile(rows, format, { i18n, deps });
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/order-payments/{year}',
      may: 'statistics.platform',
      summary: 'Returns the payments and refunds of a year in the ledger by month, main organizer and payment method',
      answer: orderPaymentsAnswer,
    },
    async ({ deps, params }) => {
      const year = yearIn(params.year) ?? refuseFields({ year: ['unknown'] });
      return { rows: await readOrderPayments(deps.read, year) };
    },
  ),
]);
