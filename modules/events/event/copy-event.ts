import { and, eq, lt } from 'drizzle-orm';
import type { Person } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { basisPoints } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { managedBy } from '../access/event-access.ts';
import type { ManagedEvent } from '../access/read-managed.ts';
import { newVersion } from '../changes/touch-event.ts';
import { copyContent } from '../content/save-content.ts';
import { competitionTimes, discountTimes, eventTimes, movedFields, priceTimes } from '../event-times.ts';
import { existingCatalog } from '../read-catalog.ts';
import { insertRow } from '../records/save.ts';
import type { Catalog, CatalogEvent } from '../rules/catalog.ts';
import { eventChanged, eventCopied } from '../rules/facts.ts';
import { type Shift, shiftBetween } from '../rules/shifted.ts';
import {
  articleCompetitions,
  articles,
  articleVariants,
  cancellationProtections,
  competitionPrices,
  competitions,
  eventCopies,
  eventOrganizers,
  events,
  formFieldCompetitions,
  formFields,
  pictures,
  shippingCosts,
} from '../schema.ts';
import { discountCompetitions, discounts } from '../schema-discounts.ts';
import { sharedQuotaCompetitions, sharedQuotas } from '../schema-quotas.ts';
import { organizerDefaults } from './organizers.ts';

/**
 * Copies everything but orders; the copy is hidden and nothing is sold. With another start all dates move by the
 * clock. Shortlinks stay with the original. `event.copied` announces the id pairs for higher modules.
 * @throws Problem NOT_FOUND
 */
export async function copyEvent(
  work: Work,
  eventId: number,
  target: { title?: string | undefined; startTimestamp?: Instant | undefined },
  editor: Pick<Viewer, 'userId'>,
): Promise<number> {
  const catalog = await existingCatalog(work.tx, eventId);
  const { event } = catalog;
  const shift = shiftBetween(event.startTimestamp, target.startTimestamp ?? event.startTimestamp, event.timeZone);
  const main = catalog.organizers.find(({ isMain }) => isMain);
  const { taxExemption, agreedFee } = await organizerDefaults(work.tx, main?.id);
  const { id: _, ...fields } = event;
  const copyId = await insertRow(work, events, {
    ...fields,
    title: target.title ?? event.title,
    ...movedFields(eventTimes, event, shift),
    visible: false,
    visibleViaLink: false,
    canceled: false,
    soldOut: false,
    waitingRoom: false,
    // A copy gets the current agreement with the organizer.
    ...(taxExemption ? { vat: basisPoints(0) } : {}),
    ...(agreedFee === null ? {} : { organizerProcessingFee: agreedFee }),
    version: newVersion(),
    createdAt: work.now,
  });
  await work.tx.insert(eventCopies).values({ eventId: copyId, fromId: eventId });
  await copyBelongings(work, eventId, copyId);
  const { competitionIds, priceIds } = await copyCompetitions(work, catalog, copyId, shift);
  await copyQuotas(work, catalog, copyId, competitionIds);
  const articleIds = await copyArticles(work, catalog, copyId, competitionIds);
  const fieldIds = await copyFields(work, catalog, copyId, competitionIds);
  await copyDiscounts(work, catalog, copyId, { ids: competitionIds, fieldIds, shift });
  await copyContent(work, event, copyId, competitionIds, shift);
  await work.announce(eventChanged({ eventId: copyId }));
  const copied = eventCopied({
    eventId: copyId,
    from: eventId,
    startedAt: event.startTimestamp,
    startsAt: shift.moment(event.startTimestamp),
    timeZone: event.timeZone,
    editorId: editor.userId,
    impersonatorId: work.impersonatorId ?? null,
    competitions: [...competitionIds],
    prices: [...priceIds],
    articles: [...articleIds],
  });
  await work.announce(copied);
  return copyId;
}

async function copyBelongings(work: Work, eventId: number, copyId: number): Promise<void> {
  const { tx } = work;
  for (const row of await tx.select().from(eventOrganizers).where(eq(eventOrganizers.eventId, eventId)))
    await tx.insert(eventOrganizers).values({ ...row, eventId: copyId });
  for (const row of await tx.select().from(pictures).where(eq(pictures.eventId, eventId)))
    await tx.insert(pictures).values({ ...row, eventId: copyId });
  for (const row of await tx.select().from(shippingCosts).where(eq(shippingCosts.eventId, eventId)))
    await tx.insert(shippingCosts).values({ ...row, eventId: copyId });
  const ofEvent = eq(cancellationProtections.eventId, eventId);
  for (const { id: _, ...row } of await tx.select().from(cancellationProtections).where(ofEvent))
    await tx.insert(cancellationProtections).values({ ...row, eventId: copyId });
}

type Ids = ReadonlyMap<number, number>;

async function copyCompetitions(work: Work, catalog: Catalog, copyId: number, shift: Shift) {
  const ids = new Map<number, number>();
  const priceIds = new Map<number, number>();
  for (const { id, prices, quota: _, ...competition } of catalog.competitions) {
    const competitionId = await insertRow(work, competitions, {
      ...competition,
      eventId: copyId,
      ...movedFields(competitionTimes, competition, shift),
      sold: 0,
    });
    ids.set(id, competitionId);
    for (const { id: priceId, ...price } of prices) {
      const copiedPriceId = await insertRow(work, competitionPrices, {
        ...price,
        competitionId,
        ...movedFields(priceTimes, price, shift),
        sold: 0,
      });
      priceIds.set(priceId, copiedPriceId);
    }
  }
  return { competitionIds: ids, priceIds };
}

async function copyQuotas(work: Work, { quotas }: Catalog, copyId: number, ids: Ids): Promise<void> {
  for (const { id: _, competitionIds, ...quota } of quotas) {
    const quotaId = await insertRow(work, sharedQuotas, { ...quota, eventId: copyId });
    for (const competitionId of copied(ids, competitionIds))
      await work.tx.insert(sharedQuotaCompetitions).values({ quotaId, competitionId });
  }
}

/** Members of list discounts are not copied. */
async function copyDiscounts(
  work: Work,
  catalog: Catalog,
  copyId: number,
  { ids, fieldIds, shift }: { ids: Ids; fieldIds: Ids; shift: Shift },
): Promise<void> {
  for (const { id: _, competitionIds, memberFieldId: fieldId, ...discount } of catalog.discounts) {
    const memberFieldId = fieldId === null ? null : present(fieldIds.get(fieldId), 'every field of an event is copied');
    const discountId = await insertRow(work, discounts, {
      ...{ ...discount, memberFieldId, eventId: copyId },
      ...movedFields(discountTimes, discount, shift),
    });
    for (const competitionId of copied(ids, competitionIds))
      await work.tx.insert(discountCompetitions).values({ discountId, competitionId });
  }
}

async function copyArticles(work: Work, catalog: Catalog, copyId: number, ids: Ids): Promise<Ids> {
  const articleIds = new Map<number, number>();
  for (const { id, variants, competitionIds, ...article } of catalog.articles) {
    const articleId = await insertRow(work, articles, { ...article, eventId: copyId });
    articleIds.set(id, articleId);
    for (const { id: _variant, ...variant } of variants)
      await insertRow(work, articleVariants, { ...variant, articleId, sold: 0 });
    for (const competitionId of copied(ids, competitionIds))
      await work.tx.insert(articleCompetitions).values({ articleId, competitionId });
  }
  return articleIds;
}

async function copyFields(work: Work, catalog: Catalog, copyId: number, ids: Ids): Promise<Ids> {
  const fieldIds = new Map<number, number>();
  for (const { id, competitionIds, ...field } of catalog.formFields) {
    const fieldId = await insertRow(work, formFields, { ...field, eventId: copyId });
    fieldIds.set(id, fieldId);
    for (const competitionId of copied(ids, competitionIds))
      await work.tx.insert(formFieldCompetitions).values({ fieldId, competitionId });
  }
  return fieldIds;
}

const copied = (ids: Ids, competitionIds: readonly number[]): number[] =>
  competitionIds.map((id) => present(ids.get(id), 'every competition of an event is copied'));

/** The original of a copied event; null unless the person manages it too. */
export async function copiedFrom(
  reader: Reader,
  viewer: Person,
  event: Pick<CatalogEvent, 'id' | 'startTimestamp'>,
): Promise<ManagedEvent | null> {
  const { id, title, startTimestamp, endTimestamp, timeZone } = events;
  const [row] = await reader
    .select({ id, title, startTimestamp, endTimestamp, timeZone })
    .from(eventCopies)
    .innerJoin(events, eq(events.id, eventCopies.fromId))
    .where(
      and(eq(eventCopies.eventId, event.id), lt(startTimestamp, event.startTimestamp), managedBy(viewer, 'event.read')),
    );
  return row ?? null;
}
