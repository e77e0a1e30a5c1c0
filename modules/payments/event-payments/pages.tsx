import { eventHead, managedCatalog, wordsOf } from '#modules/events/index.ts';
import { page, type Route } from '#src/platform/http.ts';
import { PayoutsPage } from './payouts-page.tsx';
import { entrySums, eventEntries, eventMoney, pendingPayment } from './read-event-payments.ts';
import { sumUp } from './sum-up.ts';

const rowsOnAPage = 50;

export const eventPaymentPages: Route[] = [
  page({ method: 'get', path: '/admin/events/{eventId}/payouts', may: 'event.read' }, async (call) => {
    const { deps, query } = call;
    const catalog = await managedCatalog(call);
    const { id, timeZone } = catalog.event;
    const words = wordsOf(call.words, catalog);
    const asked = query.get('page') ?? '';
    const number = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
    const period = query.get('by') === 'day' ? 'day' : 'month';
    const { count, rows } = await eventEntries(deps.read, id, {
      offset: (number - 1) * rowsOnAPage,
      limit: rowsOnAPage,
    });
    return call.render(
      <PayoutsPage
        eventId={id}
        sums={sumUp(await entrySums(deps.read, id), period, timeZone)}
        period={period}
        pending={await pendingPayment(deps.read, id)}
        money={await eventMoney(deps.read, id)}
        entries={rows}
        page={number}
        pages={Math.max(1, Math.ceil(count / rowsOnAPage))}
        words={words}
      />,
      eventHead(catalog, words.t('payouts.title')),
    );
  }),
];
