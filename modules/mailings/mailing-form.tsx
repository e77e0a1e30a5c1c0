import type { ReactElement } from 'react';
import { parseAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { answerInWords, type PeopleSelection } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { type Field, type FormSpec, formOf } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import { positive } from '#src/web/list/listing.ts';
import {
  longestBody,
  longestSubject,
  type MailingFilter,
  type MailingText,
  placeholders,
  unknownPlaceholders,
} from './rules/mailing.ts';

/** `selection`: the selection of the list of participants in words. */
export function mailingForm(
  { competitions, formFields }: Catalog,
  i18n: Translator,
  selection: { text: string; dropHref: string } | null = null,
): FormSpec {
  const language = i18n.locale === 'de' ? 'de' : 'en';
  const ofCompetitions: Field = {
    name: 'competition',
    kind: 'choices',
    label: i18n.t('mailings.form.competitions'),
    options: competitions.map(({ id, title }) => ({ value: String(id), label: title })),
  };
  const paid: Field = {
    name: 'paid',
    kind: 'choice',
    label: i18n.t('mailings.form.paid'),
    none: i18n.t('mailings.paid.all'),
    options: (['paid', 'unpaid'] as const).map((value) => ({ value, label: i18n.t(`mailings.paid.${value}`) })),
  };
  const answer: Field[] = [
    {
      name: 'field',
      kind: 'record',
      label: i18n.t('participantList.filter.field'),
      none: i18n.t('ui.list.any'),
      options: formFields.map(({ id, name }) => ({ value: String(id), label: name[language] || name.de })),
    },
    { name: 'answer', kind: 'text', label: i18n.t('participantList.filter.answer'), control: { maxLength: 5000 } },
  ];
  const whom = [...(competitions.length > 1 ? [ofCompetitions] : []), paid, ...(formFields.length > 0 ? answer : [])];
  return formOf('mailings', [
    { name: 'whom', ...(selection ? { above: <Selection {...selection} i18n={i18n} /> } : {}), fields: whom },
    { name: 'de', above: <Placeholders i18n={i18n} />, fields: textFields('de', i18n) },
    { name: 'en-us', folded: true, above: <Placeholders i18n={i18n} />, fields: textFields('en-us', i18n) },
  ]);
}

function textFields(language: 'de' | 'en-us', i18n: Translator): Field[] {
  const lang = language === 'de' ? 'de' : 'en';
  const part = (name: 'subject' | 'body', kind: 'text' | 'long', maxLength: number): Field => ({
    name: `${language}.${name}`,
    kind,
    label: i18n.t(`mailings.form.${name}`),
    hint: name,
    required: language === 'de',
    control: { maxLength, lang },
    read(text) {
      const names = unknownPlaceholders(text);
      return names.length > 0 ? { error: i18n.t('mailings.error.placeholder', { names: names.join(' ') }) } : undefined;
    },
  });
  return [part('subject', 'text', longestSubject), part('body', 'long', longestBody)];
}

const Selection = (props: { text: string; dropHref: string; i18n: Translator }): ReactElement => (
  <Alert tone="neutral" title={props.text}>
    <ButtonLink look="quiet" small href={props.dropHref}>
      {props.i18n.t('mailings.selectionDrop')}
    </ButtonLink>
  </Alert>
);

const Placeholders = ({ i18n }: { i18n: Translator }): ReactElement => (
  <dl className="placeholders">
    {placeholders.map((name) => (
      <div key={name}>
        <dt>
          <code>{`{${name}}`}</code>
        </dt>
        <dd>{i18n.t(`mailings.placeholder.${name}`)}</dd>
      </div>
    ))}
  </dl>
);

export const mailingRecord = (
  { filter, text }: { filter: MailingFilter; text: MailingText },
  catalog: Catalog,
  i18n: Translator,
): FormRecord => ({
  competition: filter.competitionIds ?? [],
  paid: filter.paid,
  field: filter.formField?.fieldId,
  answer: filter.formField ? answerOf(filter.formField, catalog, i18n).answer : undefined,
  ...text,
});

/** Question and answer of the filter for people; of a deleted question the stored text. */
export function answerOf(
  { fieldId, value }: NonNullable<MailingFilter['formField']>,
  { formFields }: Catalog,
  i18n: Translator,
): { question: string | null; answer: string } {
  const field = formFields.find(({ id }) => id === fieldId);
  if (!field) return { question: null, answer: value };
  const question = field.name[i18n.locale === 'de' ? 'de' : 'en'] || field.name.de;
  return { question, answer: answerInWords(field, value, i18n) };
}

export const newRecord = (query: URLSearchParams): FormRecord => ({
  competition: query.getAll('competition').flatMap((text) => positive(text) ?? []),
  paid: query.get('paid'),
  field: query.get('field'),
  answer: query.get('answer'),
});

export function mailingShaped(
  values: Values,
  { formFields }: Catalog,
  { locale }: Translator,
  { conditions, q }: PeopleSelection,
): Values {
  const { competition, paid = null, field, answer: answerText } = values;
  const selected = formFields.find(({ id }) => id === field);
  const answer = selected && typeof answerText === 'string' ? parseAnswer(selected, answerText, locale) : answerText;
  const input = (language: string) => {
    const { subject, body } = (values[language] ?? {}) as { subject?: string | null; body?: string };
    return { subject: subject ?? '', body: body ?? '' };
  };
  const [german, english] = [input('de'), input('en-us')];
  return {
    filter: {
      competitionIds: Array.isArray(competition) && competition.length > 0 ? competition : null,
      paid,
      // A question without an answer, or the reverse, would select everybody.
      formField: field || answer ? { fieldId: field || undefined, value: answer || undefined } : null,
      ...(conditions.length > 0 ? { conditions } : {}),
      ...(q ? { q } : {}),
    },
    text: { de: german, 'en-us': english.subject === '' && english.body.trim() === '' ? null : english },
  };
}
