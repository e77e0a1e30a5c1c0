import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import { changeRecord, createRecord, inUseRefuses, refuseErrors } from '../records/save.ts';
import { answerShapeError } from '../rules/answers.ts';
import type { CatalogFormField } from '../rules/catalog.ts';
import { type FormFieldOption, formFieldCompetitions, formFields } from '../schema.ts';
import type { FormFieldInput } from '../shapes.ts';

type Choice = CatalogFormField['options'][number];

/** `optionValue` is empty for a new row. */
export type OptionRow = { optionDe: string | null; optionEn: string | null; optionValue: string | null };

export const optionRow = ({ value, label }: Choice): OptionRow => ({
  optionDe: label.de,
  optionEn: label.en === label.de ? '' : label.en,
  optionValue: value,
});

/**
 * Answers store the value, so it survives changed labels. A new option gets its German label as value, with a number
 * when taken. A label offered before gets its old value again.
 */
export function optionsOfRows(rows: readonly OptionRow[], former: readonly Choice[] = []): Choice[] {
  const labelled = rows.map(({ optionDe, optionEn, optionValue }) => {
    const de = (optionDe || optionEn || '').trim();
    return { value: optionValue ?? '', label: { de, en: (optionEn || de).trim() } };
  });
  const taken = new Set([...labelled, ...former].map(({ value }) => value));
  return labelled.map(({ value, label }) => {
    if (value !== '') return { value, label };
    const before = former.find(
      (each) => each.label.de === label.de && !labelled.some((row) => row.value === each.value),
    );
    const made = before?.value ?? freeValue(label.de, taken);
    taken.add(made);
    return { value: made, label };
  });
}

function freeValue(label: string, taken: ReadonlySet<string>): string {
  const base = label.slice(0, 190);
  for (let number = 1; ; number += 1) {
    const value = number === 1 ? base : `${base} ${number}`;
    if (!taken.has(value)) return value;
  }
}

/** Appends former options, whose labels existing answers need. */
function withFormer(offered: readonly Choice[], stored: readonly FormFieldOption[]): FormFieldOption[] {
  const values = new Set(offered.map(({ value }) => value));
  const former = stored.filter(({ value }) => !values.has(value));
  return [
    ...offered.map(({ value, label }) => ({ value, label })),
    ...former.map(({ value, label }) => ({ value, label, retired: true as const })),
  ];
}

const maxFields = 200;

export const createFormField = (
  work: Work,
  eventId: number,
  { competitionIds, ...input }: FormFieldInput & { name: { de: string; en: string } },
): Promise<number> =>
  createRecord(
    work,
    'field',
    eventId,
    (fields) => {
      if (fields >= maxFields) refuseFields({ name: ['events.error.tooManyFields'] });
      refuseContradictions({
        type: 'select',
        options: [],
        isRequired: false,
        defaultValue: null,
        ...withoutUndefined(input),
      });
      if ((input.type ?? 'select') === 'select') refuseDuplicates(input.options);
      return { ...withoutUndefined(input), name: input.name, defaultValue: input.defaultValue || null, eventId };
    },
    competitionIds,
  );

/**
 * Removed options stay as former options.
 * @throws Problem RESOURCE_IN_USE when the type of an answered field changes
 */
export const updateFormField = (
  work: Work,
  fieldId: number,
  { competitionIds, ...input }: FormFieldInput,
): Promise<void> =>
  changeRecord(
    work,
    'field',
    fieldId,
    async (before) => {
      const { options, defaultValue, ...plain } = input;
      const offered = options ?? before.options.filter(({ retired }) => !retired);
      refuseContradictions({ ...before, ...withoutUndefined(input), options: offered });
      if ((input.type ?? before.type) === 'select') refuseDuplicates(options);
      if (input.type !== undefined && input.type !== before.type) await refuseAnswered(work, fieldId);
      return {
        ...plain,
        ...(options ? { options: withFormer(options, before.options) } : {}),
        ...(defaultValue === undefined ? {} : { defaultValue: defaultValue || null }),
      };
    },
    competitionIds,
  );

/**
 * Deletes the field and restores it: foreign keys of orders refuse while it has answers.
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

type FieldRules = Pick<typeof formFields.$inferSelect, 'type' | 'isRequired' | 'defaultValue'> & {
  options: readonly { value: string }[];
};

/** Refuses equal labels in one language. Fields with old duplicates may change otherwise. */
function refuseDuplicates(options: FormFieldInput['options'] = []): void {
  const labels = (['de', 'en'] as const).map((language) => options.map(({ label }) => label[language]?.trim()));
  if (labels.some((texts) => new Set(texts).size < texts.length))
    refuseFields({ options: ['events.error.optionTwice'] });
}

function refuseContradictions(field: FieldRules): void {
  const { type, options, isRequired, defaultValue } = field;
  const errors: FieldErrors = {};
  if (type === 'select') {
    if (isRequired && options.length === 0) errors.options = ['events.error.optionsMissing'];
    if (new Set(options.map(({ value }) => value)).size < options.length) errors.options = ['events.error.optionTwice'];
  }
  const problem = defaultValue ? answerShapeError(field, defaultValue) : null;
  if (problem) errors.defaultValue = [`events.error.default.${problem}`];
  refuseErrors(errors);
}
