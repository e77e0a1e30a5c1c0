import { confirmPages } from '#src/platform/forms/form-pages.ts';
import { page } from '#src/platform/http.ts';
import { Badge } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { askToDelete } from '../management/ask.tsx';
import { changesEvent, loadCatalog, managed, type OrganizerCall, readsEvent } from '../management/frame.tsx';
import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { press } from '../management/save.ts';
import { sortRoute } from '../management/sort.tsx';
import { voucherRisks } from '../management/voucher-risks.ts';
import { PictureBox } from '../pictures/picture-box.tsx';
import { type Catalog, type CatalogArticle, competitionNames, withPercent } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { articleInput, newArticleInput } from '../shapes.ts';
import { articleForm, articleShape } from './form.ts';
import { createArticle, updateArticle } from './keep-articles.ts';
import { deleteVariant } from './keep-variants.ts';
import { saveVariants, type VariantsState } from './save-variants.ts';
import { stockOf } from './stock.ts';
import { Variants } from './variants.tsx';

const articlesPath = (eventId: number, articleId: number) => `/admin/events/${eventId}/articles/${articleId}`;

type OfArticle = { call: OrganizerCall; catalog: Catalog; article: CatalogArticle };

function managedArticle(unworded: OrganizerCall<'articleId'>): OfArticle {
  const { call, catalog } = managed(unworded);
  const { articleId } = call.params;
  return { call, catalog, article: catalog.articles.find(({ id }) => id === articleId) ?? refuse('NOT_FOUND') };
}

/** What an article has besides its form. */
const ArticleParts = (props: OfArticle & { state?: VariantsState }) => (
  <>
    <Variants {...props} />
    <PictureBox call={props.call} catalog={props.catalog} record={{ kind: 'article', id: props.article.id }} />
  </>
);

const pages = recordPages({
  kind: 'article',
  path: '/admin/events/{event}/articles',
  name: 'articles',
  texts: recordTexts('articles'),
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
  form: ({ competitions }, viewer) => articleForm(competitions, viewer),
  fresh: () => ({ type: 'normal', price: 0 }),
  stored: withPercent,
  reshape: articleShape,
  newSchema: newArticleInput,
  changeSchema: articleInput,
  create: createArticle,
  update: updateArticle,
  deletion: async (call, { event }, { id }) => ({
    risks: await voucherRisks(call, call.words, event.id, { articleId: id }),
  }),
  listLinks: ({ event, articles }, words) =>
    articles.length > 0 ? (
      <ButtonLink look="quiet" href={`/admin/events/${event.id}/articles/sold`}>
        {words.t('events.articles.soldList')}
      </ButtonLink>
    ) : null,
  below: (call, catalog, article) => <ArticleParts call={call} catalog={catalog} article={article} />,
});

function managedVariant(unworded: OrganizerCall<'articleId' | 'variantId'>) {
  const at = managedArticle(unworded);
  const { variantId } = unworded.params;
  return { ...at, variant: at.article.variants.find(({ id }) => id === variantId) ?? refuse('NOT_FOUND') };
}

function askAboutVariant(
  { call, catalog, article, variant }: ReturnType<typeof managedVariant>,
  status: 200 | 400 = 200,
): Promise<Response> {
  const back = articlesPath(catalog.event.id, article.id);
  const called = variant.name || call.words.t('events.variants.nameless');
  const it = {
    name: call.words.t('events.variants.ofArticle', { article: article.name, name: called }),
    action: `${back}/variants/${variant.id}/delete`,
    back: `${back}#variants`,
  };
  return askToDelete(call, catalog, it, status);
}

const variantPath = '/admin/events/{event}/articles/{articleId}/variants';

export const articlePages = [
  ...pages.routes,
  page({ method: 'get', path: '/admin/articles/{articleId}/{event}', ...readsEvent }, async (call) => {
    const { catalog, article } = managedArticle(call);
    return call.redirect(articlesPath(catalog.event.id, article.id));
  }),
  // Reloaded, or in another language, the answer to a post is the article again.
  page({ method: 'get', path: variantPath, ...readsEvent }, async (call) => {
    const { catalog, article } = managedArticle(call);
    return call.redirect(`${articlesPath(catalog.event.id, article.id)}#variants`);
  }),
  page({ method: 'post', path: variantPath, ...changesEvent }, async (unworded) => {
    const { call, catalog, article } = managedArticle(unworded);
    const state = await saveVariants(call, catalog, article);
    if (!state) return call.redirect(`${articlesPath(catalog.event.id, article.id)}?variantsSaved#variants`);
    const now = managedArticle({ ...unworded, record: await loadCatalog(unworded) });
    return pages.showRefusedBelow(
      call,
      now.catalog,
      now.article,
      <ArticleParts {...now} state={state} />,
      state.status,
    );
  }),
  ...confirmPages({
    ...changesEvent,
    path: `${variantPath}/{variantId}/delete`,
    of: managedVariant,
    ask: askAboutVariant,
    run: ({ call, catalog, article, variant: { id } }) =>
      press(call, catalog.event.id, (work) => deleteVariant(work, id), articlesPath(catalog.event.id, article.id)),
  }),
  sortRoute('variant', `${variantPath}/order`, (call: OrganizerCall<'articleId'>) => {
    const { catalog, article } = managedArticle(call);
    return {
      eventId: catalog.event.id,
      parentId: article.id,
      ids: article.variants.map(({ id }) => id),
      back: articlesPath(catalog.event.id, article.id),
    };
  }),
];
