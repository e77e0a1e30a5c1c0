import { and, eq, gt, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { brokenConstraint, type Reader, type Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { existingCatalog } from '../read-catalog.ts';
import { discountsDeletedWith } from '../rules/discount.ts';
import type { refuse } from '../rules/problems.ts';
import {
  articleCompetitions,
  articles,
  articleVariants,
  cancellationProtections,
  competitionPrices,
  competitions,
  formFieldCompetitions,
  formFields,
} from '../schema.ts';
import { discountCompetitions, discounts } from '../schema-discounts.ts';
import { sharedQuotaCompetitions, sharedQuotas } from '../schema-quotas.ts';

/** Discounts that apply to the deleted competition only. */
async function deleteDiscountsOf({ tx }: Work, eventId: number, competitionId: number): Promise<void> {
  const catalog = await existingCatalog(tx, eventId);
  const ids = discountsDeletedWith(catalog.discounts, competitionId).map(({ id }) => id);
  if (ids.length > 0) await tx.delete(discounts).where(inArray(discounts.id, ids));
}

type Code = Parameters<typeof refuse>[0];

/** How a kind of record is stored. */
export type Stored = {
  table: SQLiteTable & { id: SQLiteColumn };
  /** `parent`: the foreign key; `above`: the parent's kind, unless it is the event. */
  parent: SQLiteColumn;
  above?: 'competition' | 'article';
  /** `inUse`: the refusal while orders use it; `unused`: a condition beside the foreign keys. */
  inUse: Code;
  unused?: SQL;
  /** `column`: the manual order; `ids`: its name in the API; `ofOther`: the refusal of another parent's id. */
  order?: { column: string; ids: string; ofOther?: Code };
  /** The column with the total, and the refusal to take more than is left. */
  stock?: { total: SQLiteColumn; sold: SQLiteColumn; name: string; tooFew: Code };
  picture?: 'previewPicture' | 'picture';
  /** Deletes what foreign keys would leave. */
  deleteDependents?: (work: Work, eventId: number, id: number) => Promise<void>;
  /** In which competitions it is offered. */
  links?: {
    table:
      | typeof articleCompetitions
      | typeof formFieldCompetitions
      | typeof sharedQuotaCompetitions
      | typeof discountCompetitions;
    column: SQLiteColumn;
    add: (tx: Tx, recordId: number, competitionIds: readonly number[]) => Promise<unknown>;
  };
};

const soldVariant = new QueryBuilder()
  .select({ id: articleVariants.id })
  .from(articleVariants)
  .where(and(eq(articleVariants.articleId, articles.id), gt(articleVariants.sold, 0)));

export const stored = {
  competition: {
    table: competitions,
    parent: competitions.eventId,
    inUse: 'CANT_DELETE_COMPETITION_HAS_PARTICIPANTS',
    unused: eq(competitions.sold, 0),
    order: { column: 'sortOrder', ids: 'competitionIds' },
    picture: 'previewPicture',
    deleteDependents: deleteDiscountsOf,
  },
  price: {
    table: competitionPrices,
    parent: competitionPrices.competitionId,
    above: 'competition',
    inUse: 'CANT_DELETE_COMPETITION_PRICE_IN_USE',
    unused: eq(competitionPrices.sold, 0),
    order: { column: 'priceOrder', ids: 'competitionPriceIds' },
    stock: {
      total: competitionPrices.quantityTotal,
      sold: competitionPrices.sold,
      name: 'quantityTotal',
      tooFew: 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE',
    },
  },
  article: {
    table: articles,
    parent: articles.eventId,
    inUse: 'CANT_DELETE_ARTICLE_HAS_ORDERS',
    unused: notExists(soldVariant),
    order: { column: 'sortOrder', ids: 'articleIds' },
    picture: 'picture',
    links: {
      table: articleCompetitions,
      column: articleCompetitions.articleId,
      add: (tx, articleId, ids) =>
        tx.insert(articleCompetitions).values(ids.map((competitionId) => ({ articleId, competitionId }))),
    },
  },
  variant: {
    table: articleVariants,
    parent: articleVariants.articleId,
    above: 'article',
    inUse: 'CANT_DELETE_ARTICLE_VARIANT_HAS_ORDERS',
    unused: eq(articleVariants.sold, 0),
    order: {
      column: 'sortOrder',
      ids: 'articleVariantIds',
      ofOther: 'CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS',
    },
    stock: {
      total: articleVariants.total,
      sold: articleVariants.sold,
      name: 'total',
      tooFew: 'CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW',
    },
  },
  protection: {
    table: cancellationProtections,
    parent: cancellationProtections.eventId,
    inUse: 'CANT_DELETE_CANCELLATION_PROTECTION_IN_USE',
  },
  quota: {
    table: sharedQuotas,
    parent: sharedQuotas.eventId,
    inUse: 'RESOURCE_IN_USE',
    links: {
      table: sharedQuotaCompetitions,
      column: sharedQuotaCompetitions.quotaId,
      add: (tx, quotaId, ids) =>
        tx
          .insert(sharedQuotaCompetitions)
          .values(ids.map((competitionId) => ({ quotaId, competitionId })))
          .catch((error: unknown) => {
            if (brokenConstraint(error) !== 'unique') throw error;
            return refuseFields({ competitionIds: ['events.error.otherQuota'] });
          }),
    },
  },
  discount: {
    table: discounts,
    parent: discounts.eventId,
    inUse: 'RESOURCE_IN_USE',
    links: {
      table: discountCompetitions,
      column: discountCompetitions.discountId,
      add: (tx, discountId, ids) =>
        tx.insert(discountCompetitions).values(ids.map((competitionId) => ({ discountId, competitionId }))),
    },
  },
  field: {
    table: formFields,
    parent: formFields.eventId,
    inUse: 'RESOURCE_IN_USE',
    order: { column: 'formFieldOrder', ids: 'fieldIds' },
    links: {
      table: formFieldCompetitions,
      column: formFieldCompetitions.fieldId,
      add: (tx, fieldId, ids) =>
        tx.insert(formFieldCompetitions).values(ids.map((competitionId) => ({ fieldId, competitionId }))),
    },
  },
} as const satisfies Record<string, Stored>;

export type RecordKind = keyof typeof stored;
export const storedAs = (kind: RecordKind): Stored => stored[kind];

/** 0: no such record. */
export async function eventIdOfRecord(reader: Reader | Tx, kind: RecordKind, id: number): Promise<number> {
  const { table, parent, above } = storedAs(kind);
  const parentKind = above && storedAs(above);
  const rows = reader
    .select({ eventId: sql<number>`${parentKind?.parent ?? parent}` })
    .from(table)
    .$dynamic();
  const [found] = await (parentKind ? rows.innerJoin(parentKind.table, eq(parentKind.table.id, parent)) : rows).where(
    eq(table.id, id),
  );
  return found?.eventId ?? 0;
}
