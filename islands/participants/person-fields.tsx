import { type ReactElement, useRef } from 'react';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant } from '#modules/orders/rules/draft.ts';
import { isFolded, isFoldedQuestion, type ParticipantField, specOf } from '#modules/orders/rules/participant.ts';
import { CheckboxField, DateField, EmailField, NumberField, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { formatDate, formatNumber, type Locale } from '#src/ui/format.ts';
import { LongSelectField } from '#src/ui/long-select.tsx';
import { labelOf } from './named.ts';
import type { PersonTexts, StepTexts } from './texts.ts';

type PersonFieldsProps = {
  names: readonly ParticipantField[];
  questions: readonly CatalogFormField[];
  required: readonly ParticipantField[];
  person: Pick<DraftParticipant, ParticipantField | 'fields'>;
  /** Prefix of control names. */
  path?: string;
  /** By control name. */
  errors: Readonly<Record<string, string | readonly string[]>>;
  hints: Partial<Record<ParticipantField, string>>;
  isTeam: boolean;
  folds?: boolean;
  isBuyer?: boolean;
  locale: Locale;
  texts: PersonTexts;
};

const tokens: Partial<Record<ParticipantField, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
};

export function PersonFields(props: PersonFieldsProps): ReactElement {
  const { names, questions, required, person, path = '', errors, hints, folds = false, locale, texts } = props;
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
      // A new key shows the inherited answer.
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
  const more = folds ? questions.filter(isFoldedQuestion) : [];
  // Fields with values or errors are never folded, and never fold during editing.
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
      {questions.filter((field) => !more.includes(field)).map(own)}
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

function OwnField(props: {
  field: CatalogFormField;
  name: string;
  error: string | readonly string[] | null;
  value: string;
  isForTeam: boolean;
  locale: Locale;
  texts: Pick<StepTexts, 'choose' | 'datePlaceholder' | 'oncePerTeam' | 'optional'>;
}): ReactElement {
  const { field, name, error, value, locale, texts } = props;
  const language = locale === 'de' ? 'de' : 'en';
  const shared = {
    name,
    label: labelOf(field, locale),
    error,
    required: field.isRequired,
    ...(field.isRequired || field.type === 'checkbox' ? {} : { optional: texts.optional }),
    ...(props.isForTeam ? { hint: texts.oncePerTeam } : {}),
  };
  switch (field.type) {
    case 'select':
      return (
        <SelectField
          {...shared}
          defaultValue={value}
          placeholder={texts.choose}
          options={field.options.map((option) => ({
            value: option.value,
            label: option.label[language] || option.label.de,
          }))}
        />
      );
    case 'checkbox':
      return <CheckboxField {...shared} defaultChecked={value === 'true'} />;
    case 'textarea':
      return <TextArea {...shared} defaultValue={value} maxLength={5000} />;
    case 'number':
      return <NumberField {...shared} inputMode="decimal" defaultValue={formatNumber(value, locale)} />;
    case 'date':
      return <DateField {...shared} defaultValue={formatDate(value, locale)} placeholder={texts.datePlaceholder} />;
    default:
      return <TextField {...shared} defaultValue={value} maxLength={5000} />;
  }
}
