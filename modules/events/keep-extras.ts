import { and, eq } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { touchEvent } from './change-event.ts';
import { refuseForeignCompetitions } from './keep-articles.ts';
import { given, hasAny, inUseRefuses } from './keep-competitions.ts';
import { refuse } from './rules/problems.ts';
import { cancellationProtections, events, formFieldCompetitions, formFields, shortlinks } from './schema.ts';
import { type FormFieldInput, type ProtectionInput, shortlinkPattern } from './shapes.ts';

/** What belongs to an event besides competitions and articles: protections, form fields, shortlinks. */

export async function createProtection(
  work: Work,
  eventId: number,
  input: ProtectionInput & { title: string },
): Promise<number> {
  await requireEvent(work, eventId);
  const [made] = await work.tx
    .insert(cancellationProtections)
    .values({ ...input, eventId })
    .returning({ id: cancellationProtections.id });
  await touchEvent(work, eventId);
  return present(made, 'an inserted protection has an id').id;
}

export async function updateProtection(work: Work, protectionId: number, input: ProtectionInput): Promise<void> {
  const eventId = await eventOfProtection(work, protectionId);
  if (hasAny(input))
    await work.tx.update(cancellationProtections).set(input).where(eq(cancellationProtections.id, protectionId));
  await touchEvent(work, eventId);
}

/** @throws Problem CANT_DELETE_CANCELLATION_PROTECTION_IN_USE when anyone ever bought it. */
export async function deleteProtection(work: Work, protectionId: number): Promise<void> {
  const eventId = await eventOfProtection(work, protectionId);
  await inUseRefuses('CANT_DELETE_CANCELLATION_PROTECTION_IN_USE', () =>
    work.tx.delete(cancellationProtections).where(eq(cancellationProtections.id, protectionId)),
  );
  await touchEvent(work, eventId);
}

async function eventOfProtection(work: Work, protectionId: number): Promise<number> {
  const [found] = await work.tx
    .select({ eventId: cancellationProtections.eventId })
    .from(cancellationProtections)
    .where(eq(cancellationProtections.id, protectionId));
  return found ? found.eventId : refuse('NOT_FOUND');
}

export async function createFormField(
  work: Work,
  eventId: number,
  input: FormFieldInput & { name: { de: string; en: string } },
): Promise<number> {
  await requireEvent(work, eventId);
  refuseWithoutOptions({ type: 'select', options: [], isRequired: false, ...given(input) });
  const { competitionIds, ...fields } = input;
  const [made] = await work.tx
    .insert(formFields)
    .values({ ...given(fields), name: input.name, eventId })
    .returning({ id: formFields.id });
  const { id } = present(made, 'an inserted field has an id');
  await askIn(work, eventId, id, competitionIds);
  await touchEvent(work, eventId);
  return id;
}

export async function updateFormField(
  work: Work,
  eventId: number,
  fieldId: number,
  input: FormFieldInput,
): Promise<void> {
  const [before] = await work.tx
    .select()
    .from(formFields)
    .where(and(eq(formFields.id, fieldId), eq(formFields.eventId, eventId)));
  if (!before) return refuse('NOT_FOUND');
  refuseWithoutOptions({ ...before, ...given(input) });
  const { competitionIds, ...fields } = input;
  if (hasAny(fields)) await work.tx.update(formFields).set(fields).where(eq(formFields.id, fieldId));
  await askIn(work, eventId, fieldId, competitionIds);
  await touchEvent(work, eventId);
}

/** @throws Problem RESOURCE_IN_USE when an order has an answer to it. */
export async function deleteFormField(work: Work, eventId: number, fieldId: number): Promise<void> {
  const gone = await inUseRefuses('RESOURCE_IN_USE', () =>
    work.tx
      .delete(formFields)
      .where(and(eq(formFields.id, fieldId), eq(formFields.eventId, eventId)))
      .returning({ id: formFields.id }),
  );
  if (gone.length === 0) refuse('NOT_FOUND');
  await touchEvent(work, eventId);
}

/** A choice that must be made needs something to choose from. */
function refuseWithoutOptions(field: { type: string; options: readonly unknown[]; isRequired: boolean }): void {
  if (field.type === 'select' && field.isRequired && field.options.length === 0)
    refuseFields({ options: ['events.error.optionsMissing'] });
}

async function askIn(
  work: Work,
  eventId: number,
  fieldId: number,
  competitionIds: number[] | undefined,
): Promise<void> {
  if (competitionIds === undefined) return;
  const ids = [...new Set(competitionIds)];
  await refuseForeignCompetitions(work, eventId, ids);
  await work.tx.delete(formFieldCompetitions).where(eq(formFieldCompetitions.fieldId, fieldId));
  if (ids.length > 0)
    await work.tx.insert(formFieldCompetitions).values(ids.map((competitionId) => ({ fieldId, competitionId })));
}

/**
 * Gives an event a name in addresses: letters a to z and hyphens. Doing it again changes nothing.
 * @throws Problem SHORTLINK_ALREADY_EXISTS when another event has it, VALIDATION_FAILED for other characters.
 */
export async function putShortlink(work: Work, eventId: number, shortlink: string): Promise<void> {
  if (!shortlinkPattern.test(shortlink)) refuseFields({ shortlink: ['events.error.shortlink'] });
  await requireEvent(work, eventId);
  await work.tx.insert(shortlinks).values({ shortlink, eventId }).onConflictDoNothing();
  const [owner] = await work.tx
    .select({ eventId: shortlinks.eventId })
    .from(shortlinks)
    .where(eq(shortlinks.shortlink, shortlink));
  if (owner?.eventId !== eventId) refuse('SHORTLINK_ALREADY_EXISTS', { shortlink });
  await touchEvent(work, eventId);
}

export async function deleteShortlink(work: Work, eventId: number, shortlink: string): Promise<void> {
  const gone = await work.tx
    .delete(shortlinks)
    .where(and(eq(shortlinks.shortlink, shortlink), eq(shortlinks.eventId, eventId)))
    .returning({ eventId: shortlinks.eventId });
  if (gone.length === 0) refuse('NOT_FOUND');
  await touchEvent(work, eventId);
}

async function requireEvent(work: Work, eventId: number): Promise<void> {
  const found = await work.tx.select({ id: events.id }).from(events).where(eq(events.id, eventId));
  if (found.length === 0) refuse('NOT_FOUND');
}
