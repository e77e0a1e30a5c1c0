import { writtenAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { Locale } from '#src/platform/locale.ts';
import { parseDate } from '#src/ui/format.ts';
import type { ParticipantRecord } from '../read.ts';
import { type ParticipantChange, participantChangeSchema } from '../rules/booking.ts';
import { isEmail } from '../rules/email-shape.ts';
import { fieldsFor, isAskedFrom } from '../rules/entry-check.ts';
import { refuse } from '../rules/problems.ts';

type Texts = Readonly<Record<string, string>>;

/** What is known of a participant as texts of a form: dates as `1998-05-01`, numbers as `1.5`, answers as `field.12`. */
export const personFields = [
  'firstName',
  'lastName',
  'birthDate',
  'gender',
  'nationalityCountryCode',
  'email',
] as const;
export type PersonField = (typeof personFields)[number];

export const answerName = (fieldId: number): string => `field.${fieldId}`;

/** What the competition asks of the member at this place of a team. A choice that is offered no longer may stay. */
export function askedOf(
  catalog: Pick<Catalog, 'formFields'>,
  { competitionId, formFieldsSelected }: ParticipantRecord,
  index: number,
): CatalogFormField[] {
  return fieldsFor(catalog, competitionId)
    .filter((field) => isAskedFrom(field, index))
    .map((field) => {
      const value = formFieldsSelected.find(({ fieldId }) => fieldId === field.id)?.value;
      const former = field.formerOptions.find((option) => option.value === value);
      return former ? { ...field, options: [...field.options, former] } : field;
    });
}

export function textsOfPerson(person: ParticipantRecord, asked: readonly CatalogFormField[]): Texts {
  const answers = asked.map((field): [string, string] => {
    const value = person.formFieldsSelected.find(({ fieldId }) => fieldId === field.id)?.value ?? '';
    // A box that is not ticked is posted as nothing.
    return [answerName(field.id), field.type === 'checkbox' && value !== 'true' ? '' : value];
  });
  return Object.fromEntries([...personFields.map((name): [string, string] => [name, person[name] ?? '']), ...answers]);
}

/** What was posted; what cannot be read as a date or a number stays as it was typed. */
export function typedPerson(form: FormData, asked: readonly CatalogFormField[], locale: Locale): Texts {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 6000);
  const written = (field: CatalogFormField): string => {
    const typed = text(answerName(field.id));
    if (field.type === 'date') return parseDate(typed, locale) ?? typed;
    return field.type === 'number' ? writtenAnswer('number', typed.trim()) : typed;
  };
  return Object.fromEntries([
    ...personFields.map((name): [string, string] => {
      const typed = text(name);
      return [name, name === 'birthDate' ? (parseDate(typed, locale) ?? typed) : typed];
    }),
    ...asked.map((field): [string, string] => [answerName(field.id), written(field)]),
  ]);
}

/**
 * The change that the texts mean.
 * @throws Problem VALIDATION_FAILED by the names of the controls
 */
export function changeFrom(changed: Texts): ParticipantChange {
  const answers = Object.entries(changed).flatMap(([name, value]) => {
    const [, fieldId] = /^field\.(\d+)$/.exec(name) ?? [];
    return fieldId ? [{ fieldId: Number(fieldId), value: value.trim() }] : [];
  });
  const own = Object.fromEntries(
    Object.entries(changed)
      .filter(([name]) => (personFields as readonly string[]).includes(name))
      .map(([name, value]) => [name, name === 'gender' && value === '' ? null : value.trim()]),
  );
  const read = participantChangeSchema.safeParse({
    ...own,
    ...(answers.length > 0 ? { formFieldsSelected: answers } : {}),
  });
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, code }): [string, string[]] => {
    const [name = '', place] = path.map(String);
    const control = name === 'formFieldsSelected' ? answerName(answers[Number(place)]?.fieldId ?? 0) : name;
    return [control, [faultOf(name, code, changed[name] ?? '')]];
  });
  return refuse('VALIDATION_FAILED', { fields: Object.fromEntries(faults) });
}

function faultOf(name: string, code: string | undefined, value: string): string {
  if (code === 'too_big') return 'tooLong';
  if (value.trim() === '') return 'required';
  if (name === 'email' && !isEmail(value)) return 'email';
  return name === 'birthDate' ? 'date' : 'invalid';
}

/** As the form's fields find it: `field.12` is the value 12 of `field`. */
export const recordOfPerson = (texts: Texts): Readonly<Record<string, unknown>> => ({
  ...texts,
  field: Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (name.startsWith('field.') ? [[name.slice(6), text]] : [])),
  ),
});

/** `formFieldsSelected.12` → `field.12`: the control that a refusal means. */
export const controlOfPerson = (path: string): string => path.replace(/^formFieldsSelected\./, 'field.');
