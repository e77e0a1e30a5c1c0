import { type ReactElement, useRef } from 'react';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant } from '#modules/orders/rules/draft.ts';
import { isFolded, isFoldedQuestion, type ParticipantField, specOf } from '#modules/orders/rules/participant.ts';
import { DateField, EmailField, type Option, SelectField, TextField } from '#src/ui/field.tsx';
import { formatDate, type Locale } from '#src/ui/format.ts';
import { LongSelectField } from '#src/ui/long-select.tsx';
import { labelOf } from './label-of.ts';
import { OwnField } from './own-field.tsx';

export type PersonTexts = {
  optional: string;
  choose: string;
  datePlaceholder: string;
  oncePerTeam: string;
  labels: Record<ParticipantField, string>;
  /** Of fields that one chooses from. */
  options: Partial<Record<ParticipantField, readonly Option[]>>;
};

type PersonFieldsProps = {
  names: readonly ParticipantField[];
  /** Form fields of the organizer's own. */
  asked: readonly CatalogFormField[];
  required: readonly ParticipantField[];
  person: Pick<DraftParticipant, ParticipantField | 'fields'>;
  /** What the names of the controls begin with. */
  path?: string;
  /** By the names of the controls. */
  errors: Readonly<Record<string, string | readonly string[]>>;
  hints: Partial<Record<ParticipantField, string>>;
  isTeam: boolean;
  /** What nobody has to say takes one line until somebody wants to say it: a family is four of these. */
  folds?: boolean;
  /** Most likely whoever sits at this browser, which may fill these in. */
  isBuyer?: boolean;
  locale: Locale;
  texts: PersonTexts;
};

/** What browsers call these (HTML, autofill detail tokens). */
const tokens: Partial<Record<ParticipantField, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
};

/** All that is asked of a participant: in the booking, by the buyer and the person afterwards, and by who manages it. */
export function PersonFields(props: PersonFieldsProps): ReactElement {
  const { names, asked, required, person, path = '', errors, hints, folds = false, locale, texts } = props;
  const control = (name: ParticipantField) => {
    const { kind, maxLength } = specOf(name);
    const value = person[name];
    const isRequired = required.includes(name);
    const shared = {
      name: path + name,
      label: texts.labels[name],
      error: errors[path + name] ?? null,
      hint: hints[name],
      required: isRequired,
      ...(isRequired ? {} : { optional: texts.optional }),
    };
    const options = texts.options[name];
    if (options) {
      const Choice = kind === 'country' ? LongSelectField : SelectField;
      return <Choice key={name} {...shared} defaultValue={value} options={options} placeholder={texts.choose} />;
    }
    const text = { ...shared, autoComplete: (props.isBuyer && tokens[name]) || 'off' };
    if (kind === 'date')
      return (
        <DateField key={name} {...text} defaultValue={formatDate(value, locale)} placeholder={texts.datePlaceholder} />
      );
    const Control = kind === 'email' ? EmailField : TextField;
    return <Control key={name} {...text} defaultValue={value} maxLength={maxLength} />;
  };
  const rows = (some: readonly ParticipantField[], look = '') =>
    some.map((name, at) =>
      at % 2 ? null : (
        <div key={name} className={`entry-row${look}`}>
          {some.slice(at, at + 2).map(control)}
        </div>
      ),
    );
  const own = (field: CatalogFormField) => (
    <OwnField
      // What was adopted from the one before is shown by a fresh field.
      key={`${field.id} ${person.fields[field.id]}`}
      field={field}
      name={`${path}fields.${field.id}`}
      error={errors[`${path}fields.${field.id}`] ?? null}
      value={person.fields[field.id] ?? ''}
      isForTeam={props.isTeam && field.editableOnlyOncePerTeam}
      locale={locale}
      texts={texts}
    />
  );
  const folded = folds ? names.filter(isFolded) : [];
  const more = folds ? asked.filter(isFoldedQuestion) : [];
  // What says something or is wrong is never folded away, and nothing folds under one's fingers.
  const isOpen = useRef(false);
  const isSaid = (name: string, value: string | undefined) => Boolean(value || errors[path + name]);
  isOpen.current ||=
    folded.some((name) => isSaid(name, person[name])) ||
    more.some(({ id }) => isSaid(`fields.${id}`, person.fields[id]));
  return (
    <>
      {rows(
        names.filter((name) => !folded.includes(name)),
        folds ? ' entry-row-short' : '',
      )}
      {asked.filter((field) => !more.includes(field)).map(own)}
      {folded.length + more.length > 0 ? (
        <details className="form-more" open={isOpen.current}>
          <summary>
            <span>
              {[...folded.map((name) => texts.labels[name]), ...more.map((field) => labelOf(field, locale))].join(', ')}
              <span className="field-optional"> ({texts.optional})</span>
            </span>
          </summary>
          {rows(folded)}
          {more.map(own)}
        </details>
      ) : null}
    </>
  );
}
