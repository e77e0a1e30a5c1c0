import * as z from 'zod';
import { api, tagged } from '#src/web/http.ts';
import { loadEvent } from '../access/event-access.ts';
import { adminArticleAnswer, variantAnswer } from '../answers.ts';
import { existingCatalog } from '../read-catalog.ts';
import { loadEventOf, recordCalls } from '../records/api.ts';
import { articleInput, newArticleInput, variantInput } from '../shapes.ts';
import { stockOf } from './form.ts';
import { createArticle, createVariant, requirePlatform, updateArticle, updateVariant } from './save-articles.ts';

const stockAnswer = { name: z.string(), sold: z.int(), availableAmount: z.int() };

const soldOf = (variants: Parameters<typeof stockOf>[0]) => {
  const { sold, left: availableAmount } = stockOf(variants);
  return { sold, availableAmount };
};

/** The calls that manage articles and their variants. */
export const articlesApi = tagged('Articles (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/articles/{competitionId}',
      may: 'event.read',
      summary: 'Lists the articles offered in a competition',
      load: loadEventOf('competition', 'competitionId'),
      answer: z.object({ rows: z.array(adminArticleAnswer) }),
    },
    async ({ deps, record, params: { competitionId } }) => {
      const { articles } = await existingCatalog(deps.read, record);
      return {
        rows: articles.filter(
          ({ competitionIds }) => competitionIds.length === 0 || competitionIds.includes(competitionId),
        ),
      };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/articles/{eventId}/sold-articles',
      may: 'event.read',
      summary: 'Lists the sold and available quantities of the articles',
      load: loadEvent,
      answer: z.object({ rows: z.array(z.object({ articleId: z.int(), ...stockAnswer })) }),
    },
    async ({ deps, record }) => {
      const { articles } = await existingCatalog(deps.read, record);
      return { rows: articles.map(({ id: articleId, name, variants }) => ({ articleId, name, ...soldOf(variants) })) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/articles/{eventId}/sold-variants',
      may: 'event.read',
      summary: 'Lists the sold and available quantities of the variants',
      load: loadEvent,
      answer: z.object({
        rows: z.array(
          z.object({ articleId: z.int(), articleName: z.string(), articleVariantId: z.int(), ...stockAnswer }),
        ),
      }),
    },
    async ({ deps, record }) => {
      const { articles } = await existingCatalog(deps.read, record);
      return {
        rows: articles.flatMap(({ id: articleId, name: articleName, variants }) =>
          variants.map((variant) => ({
            articleId,
            articleName,
            articleVariantId: variant.id,
            name: variant.name,
            ...soldOf([variant]),
          })),
        ),
      };
    },
  ),
  ...recordCalls({
    kind: 'article',
    below: '/api/admin/articles/{eventId}',
    one: '/api/admin/articles/{articleId}',
    as: 'article',
    answer: adminArticleAnswer,
    rows: ({ articles }) => articles,
    newInput: newArticleInput,
    input: articleInput,
    create: async (work, eventId, input, by) => {
      await requirePlatform(work, by, input);
      return createArticle(work, eventId, input);
    },
    update: async (work, articleId, input, by) => {
      await requirePlatform(work, by, input, articleId);
      return updateArticle(work, articleId, input);
    },
    summaries: {
      create: 'Creates an article',
      update: 'Changes an article',
      remove: 'Deletes an article without orders',
      sort: 'Sorts the articles of an event',
    },
  }),
  ...recordCalls({
    kind: 'variant',
    below: '/api/admin/article-variants/{articleId}',
    one: '/api/admin/article-variants/{articleVariantId}',
    as: 'articleVariant',
    answer: variantAnswer,
    rows: ({ articles }, _, articleId) =>
      articles.filter(({ id }) => id === (articleId ?? id)).flatMap(({ variants }) => variants),
    newInput: variantInput,
    input: variantInput,
    create: createVariant,
    update: updateVariant,
    summaries: {
      create: 'Creates a variant',
      update: 'Changes a variant. `availableAmount` is the number still available.',
      remove: 'Deletes a variant without orders',
      sort: 'Sorts the variants of an article',
    },
  }),
]);
