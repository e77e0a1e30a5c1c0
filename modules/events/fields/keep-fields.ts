import { and, count, eq } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { given, hasAny, inUseRefuses, refuseForeignCompetitions } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { answerShapeError } from '../rules/answers.ts';
import { refuse } from '../rules/problems.ts';
import { events, formFieldCompetitions, formFields } from '../schema.ts';
import type { FormFieldInput } from '../shapes.ts';
import { withFormer } from './options.ts';

/** What participants of an event are asked besides. */

export async function createFormField(
  work: Work,
  eventId: number,
  input: FormFieldInput & { name: { de: string; en: string } },
): Promise<number> {
  await requireRoom(work, eventId);
  refuseContradictions({ type: 'select', options: [], isRequired: false, defaultValue: null, ...given(input) });
  const { competitionIds, ...fields } = input;
  const [made] = await work.tx
    .insert(formFields)
    .values({ ...given(fields), name: input.name, defaultValue: input.defaultValue || null, eventId })
    .returning({ id: formFields.id });
  const { id } = present(made, 'an inserted field has an id');
  await askIn(work, eventId, id, competitionIds);
  await touchEvent(work, eventId);
  return id;
}

/**
 * An option that is offered no longer is kept behind the others, for the answers that hold it.
 * @throws Problem RESOURCE_IN_USE when a field that has answers is to become one of another type
 */
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
  const { competitionIds, options, defaultValue, ...plain } = input;
  const offered = options ?? before.options.filter(({ retired }) => !retired);
  refuseContradictions({ ...before, ...given(input), options: offered });
  if (input.type !== undefined && input.type !== before.type) await refuseAnswered(work, fieldId);
  const fields = {
    ...given(plain),
    ...(options ? { options: withFormer(options, before.options) } : {}),
    ...(defaultValue === undefined ? {} : { defaultValue: defaultValue || null }),
  };
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

/**
 * The orders' foreign keys know whether a field has answers: taking it away tells. It is put back at once, as it was.
 * @throws Problem RESOURCE_IN_USE
 */
async function refuseAnswered(work: Work, fieldId: number): Promise<void> {
  const ofField = eq(formFieldCompetitions.fieldId, fieldId);
  const links = await work.tx.select().from(formFieldCompetitions).where(ofField);
  const taken = await inUseRefuses('RESOURCE_IN_USE', () =>
    work.tx.delete(formFields).where(eq(formFields.id, fieldId)).returning(),
  );
  await work.tx.insert(formFields).values(taken);
  if (links.length > 0) await work.tx.insert(formFieldCompetitions).values(links);
}

/** More questions than that nobody answers, and a booking takes no more answers. */
const mostFields = 200;

async function requireRoom(work: Work, eventId: number): Promise<void> {
  const [event] = await work.tx
    .select({ fields: count(formFields.id) })
    .from(events)
    .leftJoin(formFields, eq(formFields.eventId, events.id))
    .where(eq(events.id, eventId))
    .groupBy(events.id);
  if (!event) return refuse('NOT_FOUND');
  if (event.fields >= mostFields) refuseFields({ name: ['events.error.tooManyFields'] });
}

type Asked = {
  type: (typeof formFields.$inferSelect)['type'];
  options: readonly { value: string }[];
  isRequired: boolean;
  defaultValue: string | null;
};

function refuseContradictions(field: Asked): void {
  const { type, options, isRequired, defaultValue } = field;
  const wrong: FieldErrors = {};
  if (type === 'select') {
    // A choice that must be made needs something to choose from.
    if (isRequired && options.length === 0) wrong.options = ['events.error.optionsMissing'];
    if (new Set(options.map(({ value }) => value)).size < options.length) wrong.options = ['events.error.optionTwice'];
  }
  const fault = defaultValue ? answerShapeError(field, defaultValue) : null;
  if (fault) wrong.defaultValue = [`events.error.default.${fault}`];
  if (Object.keys(wrong).length > 0) refuseFields(wrong);
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
