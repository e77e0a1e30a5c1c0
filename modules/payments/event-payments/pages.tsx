import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { listData, listFile } from '#src/web/list/show.ts';
import { type AboutEntries, entryListing } from './entry-listing.tsx';
import { PayoutsPage } from './payouts-page.tsx';
import { entrySums, eventMoney, pendingPayment } from './read-event-payments.ts';
import { sumUp } from './sum-up.ts';

async function aboutEntries(call: PageCall<'event.read', 'event', Catalog>) {
  const catalog = call.record;
  const period = call.query.get('by') === 'day' ? 'day' : 'month';
  const about: AboutEntries = { i18n: wordsOf(call.i18n, catalog), eventId: catalog.event.id, period };
  return { catalog, about };
}

export const eventPaymentPages: Route[] = [
  page(
    { method: 'get', path: '/admin/events/{event}/payouts', may: 'event.money', load: loadCatalog },
    async (call) => {
      const { read } = call.deps;
      const { catalog, about } = await aboutEntries(call);
      const { i18n, eventId, period } = about;
      return call.render(
        <PayoutsPage
          eventId={eventId}
          sums={sumUp(await entrySums(read, eventId), period, catalog.event.timeZone)}
          period={period}
          pending={await pendingPayment(read, eventId)}
          money={await eventMoney(read, eventId)}
          list={await listData(call, entryListing, about)}
          settlement={await call.deps.settlementPart(eventId, i18n)}
          i18n={i18n}
        />,
        eventHead(catalog, i18n.t('payouts.title')),
      );
    },
  ),
  page(
    { method: 'get', path: '/admin/events/{event}/payouts.csv', may: 'event.money', load: loadCatalog },
    async (call) => listFile(call, entryListing, (await aboutEntries(call)).about),
  ),
];
