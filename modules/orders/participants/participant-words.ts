import type { PersonTexts } from '#islands/participants/person-fields.tsx';
import type { Translator } from '#src/texts/locale.ts';
import { countryOptions } from '#src/texts/long-options.ts';
import { datePlaceholder } from '#src/ui/format.ts';
import type { DraftErrorTexts } from '../rules/draft-error-text.ts';
import {
  eachField,
  fieldsWith,
  type ParticipantData,
  type ParticipantField,
  participantFields,
  specOf,
} from '../rules/participant.ts';

/** What is known of a participant, as people read it. A new field needs its words in the locales and nothing here. */
export const fieldLabel = (name: ParticipantField, i18n: Translator): string => i18n.t(`orders.field.${name}`);

export function fieldInWords(name: ParticipantField, value: string, i18n: Translator): string {
  const { kind, options } = specOf(name);
  if (kind === 'date') return i18n.calendarDate(value);
  if (kind === 'country') return i18n.country(value);
  const option = options?.find((each) => each === value);
  return option ? i18n.t(`ui.gender.${option}`) : value;
}

type Fact = { label: string; value: string };
const isOfName = (name: ParticipantField) => name === 'firstName' || name === 'lastName';

/** All that was said beside the name. */
export const personFacts = (person: ParticipantData, i18n: Translator): Fact[] =>
  participantFields.flatMap((name) => {
    const value = person[name];
    return value && !isOfName(name) ? [{ label: fieldLabel(name, i18n), value: fieldInWords(name, value, i18n) }] : [];
  });

/** For the ticket, which others see as well: of a date the year alone. */
export const printedFacts = (person: Partial<ParticipantData>, i18n: Translator): Fact[] =>
  printedFields.flatMap((name) => {
    const value = person[name];
    if (!value) return [];
    return specOf(name).kind === 'date'
      ? [{ label: i18n.t('documents.ticket.birthYear'), value: value.slice(0, 4) }]
      : [{ label: fieldLabel(name, i18n), value: fieldInWords(name, value, i18n) }];
  });
const printedFields = fieldsWith('isPrinted');

/** The texts of the one form of a participant, in the booking and after it. */
export function personTexts(i18n: Translator, said: Partial<ParticipantData> = {}): PersonTexts {
  const { t } = i18n;
  const optionsOf = (name: ParticipantField) => {
    const { kind, options } = specOf(name);
    if (kind !== 'country') return options?.map((value) => ({ value, label: t(`ui.gender.${value}`) }));
    const countries = countryOptions(i18n);
    // What was said once can be kept, though it is no choice any more.
    const former = said[name];
    const isListed = !former || countries.some(({ value }) => value === former);
    return isListed ? countries : [...countries, { value: former, label: former }];
  };
  return {
    optional: t('ui.form.optional'),
    choose: t('ui.form.choose'),
    datePlaceholder: datePlaceholder(i18n.locale),
    oncePerTeam: t('people.oncePerTeam'),
    labels: eachField((name) => fieldLabel(name, i18n)),
    options: Object.fromEntries(
      participantFields.flatMap((name) => {
        const options = optionsOf(name);
        return options ? [[name, options]] : [];
      }),
    ),
  };
}

/** What is wrong in a form about participants, in sentences. Those of a competition's limits are `competitionTexts`. */
export const errorTexts = ({ t }: Translator): DraftErrorTexts => ({
  required: t('ui.form.missing'),
  number: t('orders.error.number'),
  date: t('ui.form.invalidDate'),
  option: t('orders.error.option'),
  country: t('orders.error.option'),
  checkbox: t('orders.error.option'),
  tooLong: t('orders.error.tooLong'),
  email: t('ui.form.invalidEmail'),
  emailLetter: t('problem.field.emailLetter', { letter: '{letter}' }),
  birthDateMissing: t('orders.error.birthDateMissing'),
  birthDateInvalid: t('orders.error.birthDateInvalid'),
  age: t('problem.REGISTERING_INVALID_AGES'),
  gender: t('problem.REGISTERING_INVALID_GENDERS'),
  teamSize: t('problem.REGISTERING_INVALID_TEAMSIZE'),
  noCompetition: t('people.error.noCompetition'),
});
