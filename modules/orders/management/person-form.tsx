import type { ReactElement } from 'react';
import { OwnField } from '#islands/participants/own-field.tsx';
import { genders } from '#modules/accounts/rules/address.ts';
import type { CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import { type FormSpec, fieldsOf, formOf } from '#src/platform/forms/fields.ts';
import { type FormRecord, inputOf } from '#src/platform/forms/form-input.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { SavingForm } from '#src/platform/forms/saving-form.tsx';
import type { Words } from '#src/platform/locale.ts';
import { DateField, EmailField, errorText, SelectField, TextField } from '#src/ui/field.tsx';
import { requiredOf } from '../rules/draft-check.ts';
import { changeLabel } from './field-words.ts';
import { answerName, personFields } from './person-texts.ts';

type PersonFormProps = {
  action: string;
  back: string;
  record: FormRecord;
  state: FormState | undefined;
  competition: CatalogCompetition;
  asked: readonly CatalogFormField[];
  isTeam: boolean;
  form: FormSpec;
  words: Words;
};

export const labelOfPerson =
  (order: Parameters<typeof changeLabel>[1], words: Words) =>
  (name: string): string =>
    changeLabel(name.replace(/^field\./, 'formField.'), order, words);

/** Its fields for the kit; how they look is the page's own, since the competition asks for some. */
export const personForm = (
  asked: readonly CatalogFormField[],
  order: Parameters<typeof changeLabel>[1],
  words: Words,
): FormSpec => {
  const labels = labelOfPerson(order, words);
  const own = personFields.map((name) => ({
    name,
    kind: name === 'birthDate' ? ('date' as const) : ('text' as const),
    label: labels(name),
    ...(name === 'gender'
      ? { options: genders.map((value) => ({ value, label: words.t(`ui.gender.${value}`) })) }
      : {}),
  }));
  const answers = asked.map(({ id }) => ({
    name: answerName(id),
    kind: 'text' as const,
    label: labels(answerName(id)),
  }));
  return formOf('orderActions', [{ name: 'person', fields: [...own, ...answers] }]);
};

/** Everything that is known of a participant. */
export function PersonForm(props: PersonFormProps): ReactElement {
  const { form, record, state, competition, asked, words } = props;
  const input = state?.input ?? inputOf(form, record, words);
  const errors = state?.errors ?? {};
  const required = requiredOf(competition);
  const of = (name: string) => ({
    name,
    label: fieldsOf(form).find((field) => field.name === name)?.label,
    autoComplete: 'off',
  });
  const texts = {
    optional: words.t('ui.form.optional'),
    choose: words.t('ui.form.choose'),
    datePlaceholder: words.t('ui.form.dateHint'),
    oncePerTeam: words.t('people.oncePerTeam'),
  };
  const choices = words.countries().map(({ code, name }) => ({ value: code, label: name }));
  const nationality = input.nationalityCountryCode ?? '';
  const isListed = nationality === '' || choices.some(({ value }) => value === nationality);
  return (
    <SavingForm
      form={form}
      record={record}
      state={state}
      words={words}
      action={props.action}
      cancelHref={props.back}
      fields={
        <>
          <div className="entry-row">
            <TextField {...of('firstName')} maxLength={100} required />
            <TextField {...of('lastName')} maxLength={100} required />
          </div>
          <div className="entry-row">
            <DateField {...of('birthDate')} placeholder={texts.datePlaceholder} required={required.birthDate} />
            <SelectField
              {...of('gender')}
              options={genders.map((value) => ({ value, label: words.t(`ui.gender.${value}`) }))}
              placeholder={texts.choose}
              required={required.gender}
            />
          </div>
          <div className="entry-row">
            <SelectField
              {...of('nationalityCountryCode')}
              options={isListed ? choices : [...choices, { value: nationality, label: nationality }]}
              placeholder={texts.choose}
            />
            <EmailField {...of('email')} maxLength={254} hint={words.t('orderActions.person.emailHint')} />
          </div>
          {asked.map((field) => (
            <OwnField
              key={field.id}
              field={field}
              name={answerName(field.id)}
              error={errorText(errors[answerName(field.id)])}
              value={input[answerName(field.id)] ?? ''}
              isForTeam={props.isTeam && field.editableOnlyOncePerTeam}
              locale={words.locale}
              texts={texts}
            />
          ))}
        </>
      }
    />
  );
}
