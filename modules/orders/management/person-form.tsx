import type { ReactElement } from 'react';
import { OwnField } from '#islands/participants/own-field.tsx';
import { genders } from '#modules/accounts/rules/address.ts';
import type { CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { Words } from '#src/platform/locale.ts';
import { DateField, EmailField, errorText, SelectField, TextField } from '#src/ui/field.tsx';
import { formatDate } from '#src/ui/format.ts';
import { requiredOf } from '../rules/draft-check.ts';
import { EditForm } from './edit-form.tsx';
import { changeLabel } from './field-words.ts';
import { answerName } from './person-texts.ts';
import type { EditState } from './save-edit.ts';

type PersonFormProps = {
  action: string;
  back: string;
  state: EditState;
  competition: CatalogCompetition;
  asked: readonly CatalogFormField[];
  isTeam: boolean;
  labelOf: (name: string) => string;
  words: Words;
};

export const labelOfPerson =
  (order: Parameters<typeof changeLabel>[1], words: Words) =>
  (name: string): string =>
    changeLabel(name.replace(/^field\./, 'formField.'), order, words);

/** Everything that is known of a participant. */
export function PersonForm(props: PersonFormProps): ReactElement {
  const { state, competition, asked, words, labelOf } = props;
  const { typed, errors } = state;
  const required = requiredOf(competition);
  const of = (name: string) => ({
    name,
    label: labelOf(name),
    error: errors[name] ?? null,
    defaultValue: typed[name] ?? '',
    autoComplete: 'off',
  });
  const texts = {
    optional: words.t('ui.form.optional'),
    choose: words.t('ui.form.choose'),
    datePlaceholder: words.t('ui.form.dateHint'),
    oncePerTeam: words.t('people.oncePerTeam'),
  };
  const choices = words.countries().map(({ code, name }) => ({ value: code, label: name }));
  const nationality = typed.nationalityCountryCode ?? '';
  const isListed = nationality === '' || choices.some(({ value }) => value === nationality);
  return (
    <EditForm action={props.action} state={state} words={words} labelOf={labelOf} back={props.back} hasRequired>
      <div className="entry-row">
        <TextField {...of('firstName')} maxLength={100} required />
        <TextField {...of('lastName')} maxLength={100} required />
      </div>
      <div className="entry-row">
        <DateField
          {...of('birthDate')}
          defaultValue={formatDate(typed.birthDate ?? '', words.locale)}
          placeholder={texts.datePlaceholder}
          required={required.birthDate}
        />
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
          value={typed[answerName(field.id)] ?? ''}
          isForTeam={props.isTeam && field.editableOnlyOncePerTeam}
          locale={words.locale}
          texts={texts}
        />
      ))}
    </EditForm>
  );
}
