import { page } from '#src/platform/http.ts';
import { Badge } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { idOf, managedCatalog, type OrganizerCall } from '../forms/frame.tsx';
import { recordPages } from '../forms/record-pages.tsx';
import { press } from '../forms/save.ts';
import { type Catalog, type CatalogArticle, competitionNames } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { articleInput, newArticleInput } from '../shapes.ts';
import { articleGroups, articleShape } from './form.ts';
import { createArticle, deleteArticle, updateArticle } from './keep-articles.ts';
import { deleteVariant } from './keep-variants.ts';
import { saveVariants } from './save-variants.ts';
import { stockOf } from './stock.ts';
import { Variants } from './variants.tsx';

const articlesPath = (eventId: number, articleId: number) => `/admin/events/${eventId}/articles/${articleId}`;

async function managedArticle(call: OrganizerCall): Promise<{ catalog: Catalog; article: CatalogArticle }> {
  const catalog = await managedCatalog(call);
  const id = idOf(call, 'articleId');
  return { catalog, article: catalog.articles.find((each) => each.id === id) ?? refuse('NOT_FOUND') };
}

const pages = recordPages({
  path: '/admin/events/{eventId}/articles',
  name: 'articles',
  rows: ({ articles }) => articles,
  title: ({ name }) => name,
  columns: (words, catalog) => [
    {
      key: 'price',
      title: words.t('events.form.price'),
      align: 'end',
      cell: ({ type, price, minPrice }) =>
        type === 'free'
          ? words.t('events.option.type.free')
          : type === 'normal'
            ? words.money(price)
            : minPrice
              ? words.t('events.articles.donationFrom', { price: words.money(minPrice) })
              : words.t('events.option.type.donation'),
    },
    {
      key: 'left',
      title: words.t('events.form.availableAmount'),
      align: 'end',
      cell: (row) => {
        const { left, total } = stockOf(row.variants);
        if (row.variants.length === 0) return <Badge tone="wait">{words.t('events.articles.noVariant')}</Badge>;
        if (left > 0) return words.t('events.admin.soldOf', { sold: words.number(left), total: words.number(total) });
        return <Badge tone="bad">{words.t('events.articles.soldOut')}</Badge>;
      },
    },
    {
      key: 'competitions',
      title: words.t('events.form.competitionIds'),
      cell: (row) => competitionNames(catalog, row.competitionIds) || words.t('events.articles.everyCompetition'),
    },
  ],
  groups: ({ competitions }, viewer) => articleGroups(competitions, viewer),
  fresh: () => ({ type: 'normal', price: 0 }),
  stored: (row) => row,
  reshape: articleShape,
  newSchema: newArticleInput,
  changeSchema: articleInput,
  create: createArticle,
  update: (work, _eventId, id, data) => updateArticle(work, id, data),
  remove: (work, _eventId, id) => deleteArticle(work, id),
  listLinks: ({ event, articles }, words) =>
    articles.length > 0 ? (
      <ButtonLink look="quiet" href={`/admin/events/${event.id}/articles/sold`}>
        {words.t('events.articles.soldList')}
      </ButtonLink>
    ) : null,
  below: (call, catalog, article) => <Variants call={call} catalog={catalog} article={article} />,
});

const variantPath = '/admin/events/{eventId}/articles/{articleId}/variants';

export const articlePages = [
  ...pages.routes,
  page({ method: 'get', path: '/admin/articles/{articleId}/{eventId}', may: 'event.read' }, async (call) => {
    const { catalog, article } = await managedArticle(call);
    return call.redirect(articlesPath(catalog.event.id, article.id));
  }),
  page({ method: 'post', path: variantPath, may: 'event.change' }, async (call) => {
    const { catalog, article } = await managedArticle(call);
    const state = await saveVariants(call, catalog, article);
    if (!state) return call.redirect(`${articlesPath(catalog.event.id, article.id)}?variantsSaved#variants`);
    const now = await managedArticle(call);
    return pages.showRefusedBelow(
      call,
      now.catalog,
      now.article,
      <Variants {...{ call, ...now, state }} />,
      state.status,
    );
  }),
  page({ method: 'post', path: `${variantPath}/{variantId}/delete`, may: 'event.change' }, async (call) => {
    const { catalog, article } = await managedArticle(call);
    const variantId = idOf(call, 'variantId');
    if (!article.variants.some(({ id }) => id === variantId)) refuse('NOT_FOUND');
    const to = articlesPath(catalog.event.id, article.id);
    return press(call, catalog.event.id, (work) => deleteVariant(work, variantId), to);
  }),
];
