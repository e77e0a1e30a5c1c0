import type { ReactElement } from 'react';
import { eventHead, readsEvent, wordsOf } from '#modules/events/index.ts';
import type { Catalog, CatalogArticle } from '#modules/events/rules/catalog.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Empty } from '#src/ui/display.tsx';
import { page } from '#src/web/http.ts';
import { articleRevenue } from './read-article-revenue.ts';

type Counts = { sold: number; left: number; total: number; cents: Cents };

const countsOf = (variant: CatalogArticle['variants'][number], revenue: ReadonlyMap<number, Cents>): Counts => ({
  sold: variant.sold,
  total: variant.total,
  left: Math.max(0, variant.total - variant.sold),
  cents: revenue.get(variant.id) ?? zeroCents,
});
const together = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, each) => ({
      sold: sum.sold + each.sold,
      left: sum.left + each.left,
      total: sum.total + each.total,
      cents: cents(sum.cents + each.cents),
    }),
    { sold: 0, left: 0, total: 0, cents: zeroCents },
  );

export function SoldArticles(props: {
  catalog: Catalog;
  revenue: ReadonlyMap<number, Cents>;
  i18n: Translator;
}): ReactElement {
  const { catalog, revenue, i18n } = props;
  const { articles } = catalog;
  // The table scrolls sideways, so its frame must be focusable.
  const reach = { tabIndex: 0, role: 'group', 'aria-label': i18n.t('events.articles.soldList') };
  const columns = ['sold', 'left', 'total', 'revenue'] as const;
  const all = together(articles.flatMap(({ variants }) => variants.map((variant) => countsOf(variant, revenue))));
  return (
    <div className="stack sold-articles">
      {articles.length === 0 ? (
        <Empty title={i18n.t('events.articles.none')} />
      ) : (
        <div className="table-frame" {...reach}>
          <table className="table">
            <caption>{i18n.t('events.sold.note')}</caption>
            <thead>
              <tr>
                <th scope="col">{i18n.t('events.sold.article')}</th>
                {columns.map((column) => (
                  <th key={column} scope="col" data-align="end">
                    {i18n.t(`events.sold.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            {articles.map((article) => (
              <ArticleRows key={article.id} {...{ article, revenue, i18n }} />
            ))}
            <tfoot>
              <tr>
                <th scope="row">{i18n.t('events.sold.all')}</th>
                <Cells counts={all} i18n={i18n} />
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </div>
  );
}

function ArticleRows(props: { article: CatalogArticle; revenue: ReadonlyMap<number, Cents>; i18n: Translator }) {
  const { article, revenue, i18n } = props;
  const rows = article.variants.map((variant) => ({ variant, counts: countsOf(variant, revenue) }));
  const single = rows.length < 2;
  return (
    <tbody>
      <tr className="sold-article">
        <th scope="row">
          <span>{single && rows[0]?.variant.name ? `${article.name} · ${rows[0].variant.name}` : article.name}</span>
        </th>
        <Cells counts={together(rows.map(({ counts }) => counts))} i18n={i18n} />
      </tr>
      {single
        ? null
        : rows.map(({ variant, counts }) => (
            <tr key={variant.id} className="sold-variant">
              <th scope="row">
                <span>{variant.name || i18n.t('events.variants.nameless')}</span>
              </th>
              <Cells counts={counts} i18n={i18n} />
            </tr>
          ))}
    </tbody>
  );
}

function Cells({ counts, i18n }: { counts: Counts; i18n: Translator }): ReactElement {
  const cells = [
    ['sold', i18n.number(counts.sold)],
    ['left', i18n.number(counts.left)],
    ['total', i18n.number(counts.total)],
    ['revenue', i18n.money(counts.cents)],
  ] as const;
  return (
    <>
      {cells.map(([key, text]) => (
        <td key={key} data-align="end" data-label={i18n.t(`events.sold.${key}`)}>
          <span className="figures">{text}</span>
        </td>
      ))}
    </>
  );
}

/** Stands in this module because the revenue is in the orders. */
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
