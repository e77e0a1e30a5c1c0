import * as z from 'zod';
import { api, tagged } from '#src/platform/http.ts';
import { adminArticleAnswer, adminArticleShape, variantAnswer, variantShape } from '../answers.ts';
import { loadEvent, loadEventOf } from '../event/load.ts';
import { onEvent, onRecord, written } from '../event/manage.ts';
import { catalogOf } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { articleInput, newArticleInput, variantInput } from '../shapes.ts';
import { createArticle, deleteArticle, updateArticle } from './keep-articles.ts';
import { createVariant, deleteVariant, updateVariant } from './keep-variants.ts';
import { requirePlatform } from './require-platform.ts';
import { sortArticles } from './sort-articles.ts';
import { sortVariants } from './sort-variants.ts';

const _id = z.coerce.number().int().positive();

const articleOf = (articleId: number) => (catalog: Catalog) =>
  catalog.articles.find((article) => article.id === articleId);
const variantOf = (variantId: number) => (catalog: Catalog) =>
  catalog.articles.flatMap(({ variants }) => variants).find((variant) => variant.id === variantId);

/** The calls that manage articles and their variants. */
export const articlesApi = tagged('Articles (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/articles/{competitionId}',
      may: 'event.read',
      summary: 'The articles offered in a competition',
      load: loadEventOf('competition', 'competitionId'),
      answer: z.object({ rows: z.array(adminArticleAnswer) }),
    },
    async ({ deps, record: eventId, params: { competitionId } }) => {
      const catalog = (await catalogOf(deps.read, eventId)) ?? refuse('NOT_FOUND');
      return {
        rows: catalog.articles
          .filter(({ competitionIds }) => competitionIds.length === 0 || competitionIds.includes(competitionId))
          .map(adminArticleShape),
      };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/articles/{eventId}/sold-articles',
      may: 'event.read',
      summary: 'Articles sold and left',
      load: loadEvent,
      answer: z.object({
        rows: z.array(z.object({ articleId: z.int(), name: z.string(), sold: z.int(), availableAmount: z.int() })),
      }),
    },
    async ({ deps, params }) => {
      const catalog = (await catalogOf(deps.read, params.eventId)) ?? refuse('NOT_FOUND');
      return {
        rows: catalog.articles.map(({ id: articleId, name, variants }) => ({
          articleId,
          name,
          sold: variants.reduce((sum, variant) => sum + variant.sold, 0),
          availableAmount: variants.reduce((sum, variant) => sum + variant.total - variant.sold, 0),
        })),
      };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/articles/{eventId}/sold-variants',
      may: 'event.read',
      summary: 'Variants sold and left',
      load: loadEvent,
      answer: z.object({
        rows: z.array(
          z.object({
            articleId: z.int(),
            articleName: z.string(),
            articleVariantId: z.int(),
            name: z.string(),
            sold: z.int(),
            availableAmount: z.int(),
          }),
        ),
      }),
    },
    async ({ deps, params }) => {
      const catalog = (await catalogOf(deps.read, params.eventId)) ?? refuse('NOT_FOUND');
      return {
        rows: catalog.articles.flatMap((article) =>
          article.variants.map((variant) => ({
            articleId: article.id,
            articleName: article.name,
            articleVariantId: variant.id,
            name: variant.name,
            sold: variant.sold,
            availableAmount: variant.total - variant.sold,
          })),
        ),
      };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/articles/{eventId}',
      may: 'event.change',
      summary: 'Make an article',
      load: loadEvent,
      body: newArticleInput,
      answer: z.object({ article: adminArticleAnswer }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        await requirePlatform(work, call, call.body);
        const articleId = await createArticle(work, eventId, call.body);
        return { article: adminArticleShape(await written(work, eventId, articleOf(articleId))) };
      }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/articles/{articleId}',
      may: 'event.change',
      summary: 'Change an article',
      load: loadEventOf('article', 'articleId'),
      body: articleInput,
      answer: z.object({ article: adminArticleAnswer }),
    },
    (call) =>
      onRecord(call, 'article', call.params.articleId, async (work, eventId) => {
        const { articleId } = call.params;
        await requirePlatform(work, call, call.body, articleId);
        await updateArticle(work, articleId, call.body);
        return { article: adminArticleShape(await written(work, eventId, articleOf(articleId))) };
      }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/articles/{articleId}',
      may: 'event.change',
      summary: 'Delete an article that nobody ordered',
      load: loadEventOf('article', 'articleId'),
    },
    async (call) => {
      const { articleId } = call.params;
      await onRecord(call, 'article', articleId, (work) => deleteArticle(work, articleId));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/article-variants/{articleId}',
      may: 'event.change',
      summary: 'Make a variant',
      load: loadEventOf('article', 'articleId'),
      body: variantInput,
      answer: z.object({ articleVariant: variantAnswer }),
    },
    (call) =>
      onRecord(call, 'article', call.params.articleId, async (work, eventId) => {
        const variantId = await createVariant(work, call.params.articleId, call.body);
        return { articleVariant: variantShape(await written(work, eventId, variantOf(variantId))) };
      }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/article-variants/{articleVariantId}',
      may: 'event.change',
      summary: 'Change a variant; availableAmount is what is still to be had',
      load: loadEventOf('variant', 'articleVariantId'),
      body: variantInput,
      answer: z.object({ articleVariant: variantAnswer }),
    },
    (call) =>
      onRecord(call, 'variant', call.params.articleVariantId, async (work, eventId) => {
        const { articleVariantId } = call.params;
        await updateVariant(work, articleVariantId, call.body);
        return { articleVariant: variantShape(await written(work, eventId, variantOf(articleVariantId))) };
      }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/article-variants/{articleVariantId}',
      may: 'event.change',
      summary: 'Delete a variant that nobody ordered',
      load: loadEventOf('variant', 'articleVariantId'),
    },
    async (call) => {
      const { articleVariantId } = call.params;
      await onRecord(call, 'variant', articleVariantId, (work) => deleteVariant(work, articleVariantId));
      return undefined;
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/articles/{eventId}/order',
      may: 'event.change',
      summary: 'Put all articles of an event in order',
      load: loadEvent,
      body: z.object({ articleIds: z.array(z.int().positive()).max(1000) }),
      answer: z.object({ rows: z.array(adminArticleAnswer) }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        await sortArticles(work, eventId, call.body.articleIds);
        return { rows: (await written(work, eventId, ({ articles }) => articles)).map(adminArticleShape) };
      }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/article-variants/{articleId}/order',
      may: 'event.change',
      summary: 'Put all variants of an article in order',
      load: loadEventOf('article', 'articleId'),
      body: z.object({ articleVariantIds: z.array(z.int().positive()).max(1000) }),
      answer: z.object({ rows: z.array(variantAnswer) }),
    },
    (call) =>
      onRecord(call, 'article', call.params.articleId, async (work, eventId) => {
        const { articleId } = call.params;
        await sortVariants(work, articleId, call.body.articleVariantIds);
        return { rows: (await written(work, eventId, articleOf(articleId))).variants.map(variantShape) };
      }),
  ),
]);
