import { and, eq } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { given, hasAny, inUseRefuses, refuseForeignCompetitions, requireEvent } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { refuse } from '../rules/problems.ts';
import { formFieldCompetitions, formFields } from '../schema.ts';
import type { FormFieldInput } from '../shapes.ts';

/** What participants of an event are asked besides. */

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
