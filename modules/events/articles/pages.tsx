import { page } from '#src/platform/http.ts';
import { Alert } from '#src/ui/display.tsx';
import { NumberField, TextField } from '#src/ui/field.tsx';
import { Button, Form, PostButton } from '#src/ui/form.tsx';
import { type FormState, idOf, managedCatalog, type OrganizerCall } from '../forms/frame.tsx';
import { recordPages } from '../forms/record-pages.tsx';
import { press, saveForm } from '../forms/save.ts';
import type { Catalog, CatalogArticle } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { articleInput, newArticleInput, variantInput } from '../shapes.ts';
import { articleGroups, variantGroups } from './form.ts';
import { createArticle, deleteArticle, updateArticle } from './keep-articles.ts';
import { createVariant, deleteVariant, updateVariant } from './keep-variants.ts';

const articlesPath = (eventId: number, articleId: number) => `/admin/events/${eventId}/articles/${articleId}`;

/** A row that could not be saved, shown again as it was typed. `variantId` null: the new one. */
type RefusedVariant = { variantId: number | null; state: FormState };

/** Each size in a row that saves by itself, and an empty row for one more. */
function Variants(props: { call: OrganizerCall; catalog: Catalog; article: CatalogArticle; refused?: RefusedVariant }) {
  const { call, catalog, article, refused } = props;
  const { words, viewer } = call;
  const path = `${articlesPath(catalog.event.id, article.id)}/variants`;
  const rows = [...article.variants, null];
  return (
    <section className="card stack" aria-labelledby="variants-title">
      <h2 id="variants-title">{words.t('events.articles.variants')}</h2>
      {rows.map((variant) => {
        const id = variant?.id ?? 'new';
        const again = refused && refused.variantId === (variant?.id ?? null) ? refused.state : null;
        const field = (name: string, stored: string | number) => ({
          name,
          defaultValue: again?.typed[name] ?? stored,
          error: again?.errors[name] ?? null,
        });
        return (
          <div className="stack-s" key={id}>
            {again?.refusal ? (
              <Alert tone="bad" urgent>
                {again.refusal}
              </Alert>
            ) : null}
            <Form action={`${path}/${id}`} csrfToken={viewer.csrfToken} className="filter">
              <TextField
                {...field('name', variant?.name ?? '')}
                id={`variant-${id}-name`}
                label={words.t(variant ? 'events.form.name' : 'events.articles.newVariant')}
                autoComplete="off"
              />
              <NumberField
                {...field('availableAmount', variant ? Math.max(0, variant.total - variant.sold) : 1)}
                id={`variant-${id}-amount`}
                label={words.t('events.form.availableAmount')}
              />
              <NumberField
                {...field('sortOrder', variant?.sortOrder ?? article.variants.length + 1)}
                id={`variant-${id}-order`}
                label={words.t('events.form.sortOrder')}
              />
              <Button look="quiet">{words.t(variant ? 'ui.form.save' : 'events.admin.add')}</Button>
            </Form>
            {variant ? (
              <div className="row">
                <span className="soft small">{words.t('events.articles.sold', { count: variant.sold })}</span>
                <PostButton action={`${path}/${id}/delete`} csrfToken={viewer.csrfToken} look="plain" small>
                  {words.t('ui.form.remove')}
                </PostButton>
              </div>
            ) : null}
          </div>
        );
      })}
    </section>
  );
}

async function managedArticle(call: OrganizerCall): Promise<{ catalog: Catalog; article: CatalogArticle }> {
  const catalog = await managedCatalog(call);
  const id = idOf(call, 'articleId');
  return { catalog, article: catalog.articles.find((each) => each.id === id) ?? refuse('NOT_FOUND') };
}

async function saveVariant(call: OrganizerCall, variantId: number | null): Promise<Response> {
  const { catalog, article } = await managedArticle(call);
  if (variantId !== null && !article.variants.some(({ id }) => id === variantId)) refuse('NOT_FOUND');
  const to = articlesPath(catalog.event.id, article.id);
  const outcome = await saveForm(call, {
    groups: variantGroups,
    schema: variantInput,
    timeZone: catalog.event.timeZone,
    eventId: catalog.event.id,
    save: async (work, data) => {
      if (variantId === null) await createVariant(work, article.id, data);
      else await updateVariant(work, variantId, data);
      return `${to}?saved`;
    },
  });
  if ('to' in outcome) return call.redirect(outcome.to);
  const refused = { variantId, state: outcome.state };
  const rows = <Variants call={call} catalog={catalog} article={article} refused={refused} />;
  return pages.showRefusedBelow(call, catalog, article, rows);
}

const pages = recordPages({
  path: '/admin/events/{eventId}/articles',
  name: 'articles',
  rows: ({ articles }) => articles,
  title: ({ name }) => name,
  columns: (words) => [
    { key: 'type', title: words.t('events.form.type'), cell: (row) => words.t(`events.option.type.${row.type}`) },
    { key: 'price', title: words.t('events.form.price'), align: 'end', cell: (row) => words.money(row.price) },
    {
      key: 'sold',
      title: words.t('events.admin.sold'),
      align: 'end',
      cell: ({ variants }) =>
        words.t('events.admin.soldOf', {
          sold: words.number(variants.reduce((sum, variant) => sum + variant.sold, 0)),
          total: words.number(variants.reduce((sum, variant) => sum + variant.total, 0)),
        }),
    },
  ],
  groups: ({ competitions }) => articleGroups(competitions),
  fresh: () => ({ type: 'normal', price: 0 }),
  stored: (row) => row,
  newSchema: newArticleInput,
  changeSchema: articleInput,
  create: createArticle,
  update: (work, _eventId, id, data) => updateArticle(work, id, data),
  remove: (work, _eventId, id) => deleteArticle(work, id),
  below: (call, catalog, article) => <Variants call={call} catalog={catalog} article={article} />,
});

const variantPath = '/admin/events/{eventId}/articles/{articleId}/variants';

export const articlePages = [
  ...pages.routes,
  page({ method: 'get', path: '/admin/articles/{articleId}/{eventId}', may: 'event.read' }, async (call) => {
    const { catalog, article } = await managedArticle(call);
    return call.redirect(articlesPath(catalog.event.id, article.id));
  }),
  page({ method: 'post', path: `${variantPath}/new`, may: 'event.change' }, (call) => saveVariant(call, null)),
  page({ method: 'post', path: `${variantPath}/{variantId}`, may: 'event.change' }, (call) =>
    saveVariant(call, idOf(call, 'variantId')),
  ),
  page({ method: 'post', path: `${variantPath}/{variantId}/delete`, may: 'event.change' }, async (call) => {
    const { catalog, article } = await managedArticle(call);
    const variantId = idOf(call, 'variantId');
    if (!article.variants.some(({ id }) => id === variantId)) refuse('NOT_FOUND');
    const to = articlesPath(catalog.event.id, article.id);
    return press(call, catalog.event.id, (work) => deleteVariant(work, variantId), to);
  }),
];
