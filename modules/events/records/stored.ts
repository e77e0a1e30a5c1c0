import { and, eq, gt, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { brokenConstraint, type Reader, type Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { existingCatalog } from '../read-catalog.ts';
import { discountsGoingAlong } from '../rules/discount.ts';
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

/** Those that are for a competition that is about to be deleted, and nothing else. */
async function deleteDiscountsOf({ tx }: Work, eventId: number, competitionId: number): Promise<void> {
  const catalog = await existingCatalog(tx, eventId);
  const ids = discountsGoingAlong(catalog.discounts, competitionId).map(({ id }) => id);
  if (ids.length > 0) await tx.delete(discounts).where(inArray(discounts.id, ids));
}

type Code = Parameters<typeof refuse>[0];

/** A kind of record that an event consists of: where it is stored, and what it follows from there. */
export type Stored = {
  table: SQLiteTable & { id: SQLiteColumn };
  /** The column of the record that it stands below, and that one's kind unless it is the event itself. */
  parent: SQLiteColumn;
  above?: 'competition' | 'article';
  /** The refusal while orders hold it, and what the row itself knows of that; foreign keys know the rest. */
  inUse: Code;
  unused?: SQL;
  /**
   * The column of an order made by hand, what the calls name the ids in that order, and the refusal of an id that belongs
   * to another parent of the same event.
   */
  order?: { column: string; ids: string; ofOther?: Code };
  /** What can be had: the column of all there ever were, and the refusal to take away more than is left. */
  stock?: { total: SQLiteColumn; sold: SQLiteColumn; name: string; tooFew: Code };
  /** The column of the picture that it shows. */
  picture?: 'previewPicture' | 'picture';
  /** What is deleted with it that foreign keys would leave. */
  goesAlong?: (work: Work, eventId: number, id: number) => Promise<void>;
  /** In which competitions it is offered: the column of that table that holds its id, and its rows. */
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
    goesAlong: deleteDiscountsOf,
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

/** The event that a record belongs to; 0 when there is no such record. */
export async function eventIdOfRecord(reader: Reader | Tx, kind: RecordKind, id: number): Promise<number> {
  const { table, parent, above } = storedAs(kind);
  const home = above && storedAs(above);
  const rows = reader
    .select({ eventId: sql<number>`${home?.parent ?? parent}` })
    .from(table)
    .$dynamic();
  const [found] = await (home ? rows.innerJoin(home.table, eq(home.table.id, parent)) : rows).where(eq(table.id, id));
  return found?.eventId ?? 0;
}
