import { eventHead, readsEvent, wordsOf } from '#modules/events/index.ts';
import { page } from '#src/web/http.ts';
import { articleRevenue } from './read-article-revenue.ts';
import { SoldArticles } from './sold-articles-page.tsx';

/** It stands beside the articles but here, because what was paid is in the orders. */
export const soldArticlePages = [
  page({ method: 'get', path: '/admin/events/{event}/articles/sold', ...readsEvent }, async (call) => {
    const catalog = call.record;
    const i18n = wordsOf(call.i18n, catalog);
    const revenue = await articleRevenue(call.deps.read, catalog.event.id);
    return call.render(
      <SoldArticles catalog={catalog} revenue={revenue} i18n={i18n} />,
      eventHead(catalog, i18n.t('events.articles.soldList')),
    );
  }),
];
