import { Badge } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { page } from '#src/web/http.ts';
import { changesEvent, loadCatalog, managed, type OrganizerCall } from '../management/frame.tsx';
import { addressesOf } from '../management/record-addresses.ts';
import { deletionPages, voucherRisks } from '../management/record-deletion.tsx';
import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { sortRoute } from '../management/sort.tsx';
import { PictureBox } from '../pictures/picture-box.tsx';
import { useArticlePictures } from '../pictures/use-picture.ts';
import { type Catalog, type CatalogArticle, competitionNames, withPercent } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { articleInput, newArticleInput } from '../shapes.ts';
import { articleForm, articleShape, stockOf } from './form.ts';
import { createArticle, requirePlatform, updateArticle } from './save-articles.ts';
import { saveVariants } from './save-variants.ts';
import { Variants } from './variants.tsx';

type OfArticle = { call: OrganizerCall; catalog: Catalog; article: CatalogArticle };

function managedArticle(rawCall: OrganizerCall<'articleId'>): OfArticle {
  const { call, catalog } = managed(rawCall);
  const { articleId } = call.params;
  return { call, catalog, article: catalog.articles.find(({ id }) => id === articleId) ?? refuse('NOT_FOUND') };
}

const ArticleParts = (props: OfArticle & { state?: FormState }) => (
  <>
    <Variants {...props} />
    <PictureBox call={props.call} catalog={props.catalog} record={{ kind: 'article', id: props.article.id }} />
  </>
);

function ListPicture({ picture }: CatalogArticle) {
  const source = useArticlePictures('3rem')(picture);
  return <img className="list-picture" {...source} alt="" width="48" height="30" loading="lazy" />;
}

const pages = recordPages({
  kind: 'article',
  path: '/admin/events/{event}/articles',
  name: 'articles',
  texts: recordTexts('articles'),
  rows: ({ articles }) => articles,
  title: ({ name }) => name,
  picture: (article) => <ListPicture {...article} />,
  columns: ({ call: { i18n }, catalog }) => [
    {
      key: 'price',
      title: i18n.t('events.form.price'),
      align: 'end',
      cell: ({ type, price, minPrice }) =>
        type === 'free'
          ? i18n.t('events.option.type.free')
          : type === 'normal'
            ? i18n.money(price)
            : minPrice
              ? i18n.t('events.articles.donationFrom', { price: i18n.money(minPrice) })
              : i18n.t('events.option.type.donation'),
    },
    {
      key: 'left',
      title: i18n.t('events.form.availableAmount'),
      align: 'end',
      cell: (row) => {
        const { left, total } = stockOf(row.variants);
        if (row.variants.length === 0) return <Badge tone="wait">{i18n.t('events.articles.noVariant')}</Badge>;
        if (left > 0) return i18n.t('events.admin.soldOf', { sold: i18n.number(left), total: i18n.number(total) });
        return <Badge tone="bad">{i18n.t('events.articles.soldOut')}</Badge>;
      },
    },
    {
      key: 'competitions',
      title: i18n.t('events.form.competitionIds'),
      cell: (row) => competitionNames(catalog, row.competitionIds) || i18n.t('events.articles.everyCompetition'),
    },
  ],
  form: ({ call, catalog }) => articleForm(catalog.competitions, call.viewer),
  fresh: () => ({ type: 'normal', price: 0, withdrawalRight: 'goods_14' }),
  stored: withPercent,
  reshape: articleShape,
  newSchema: newArticleInput,
  changeSchema: articleInput,
  create: createArticle,
  update: async (work, articleId, input, by) => {
    await requirePlatform(work, by, input, articleId);
    return updateArticle(work, articleId, input);
  },
  deletion: async ({ call, catalog: { event } }, { id }) => ({
    risks: await voucherRisks(call, call.i18n, event.id, { articleId: id }),
  }),
  listLinks: ({ event, articles }, i18n) =>
    articles.length > 0 ? (
      <ButtonLink look="quiet" href={`/admin/events/${event.id}/articles/sold`}>
        {i18n.t('events.articles.soldList')}
      </ButtonLink>
    ) : null,
  below: (at, article) => <ArticleParts {...at} article={article} />,
});

/** The variants of an article are edited in one form on its page. */
const variants = {
  kind: 'variant' as const,
  of: managedArticle,
  rows: ({ article }: OfArticle) => article.variants,
  path: '/admin/events/{event}/articles/{articleId}/variants' as const,
  one: '/admin/events/{event}/articles/{articleId}/variants/{variantId}' as const,
  list: '/admin/events/{event}/articles/{articleId}' as const,
  title: ({ name }: { name: string }, { call: { i18n }, article }: OfArticle) =>
    i18n.t('events.variants.ofArticle', { article: article.name, name: name || i18n.t('events.variants.nameless') }),
};
const { listOf } = addressesOf(variants);

export const articlePages = [
  ...pages.routes,
  page({ method: 'get', path: '/admin/articles/{articleId}/{event}', ...changesEvent }, async (call) => {
    return call.redirect(listOf(managedArticle(call)));
  }),
  // A reload or a change of language after a POST leads back to the article.
  page({ method: 'get', path: variants.path, ...changesEvent }, async (call) => {
    return call.redirect(`${listOf(managedArticle(call))}#variants`);
  }),
  page({ method: 'post', path: variants.path, ...changesEvent }, async (rawCall) => {
    const at = managedArticle(rawCall);
    const saved = await saveVariants(at, `${listOf(at)}?variantsSaved#variants`);
    if ('to' in saved) return at.call.redirect(saved.to);
    const now = managedArticle({ ...rawCall, record: await loadCatalog(rawCall) });
    const below = <ArticleParts {...now} state={saved.state} />;
    return pages.show(now, now.article, undefined, { below, status: saved.state.status });
  }),
  ...deletionPages(variants, (at) => `${listOf(at)}#variants`),
  sortRoute(variants),
];
