import { answerLabel } from '#modules/events/rules/answers.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { nameOfField, participantLabel } from '#modules/orders/index.ts';
import { foldedName } from '#modules/orders/rules/identity.ts';
import { isParticipantField, specOf } from '#modules/orders/rules/participant.ts';
import type { Translator } from '#src/texts/locale.ts';
import { datePlaceholder } from '#src/ui/format.ts';
import type { ImportField } from './rules/fields.ts';

export function fieldLabel(field: ImportField, i18n: Translator): string {
  if ('question' in field) return nameOfField(field.question, i18n);
  if ('article' in field) return field.article.name;
  return isParticipantField(field.key)
    ? participantLabel(field.key, i18n)
    : i18n.t(`participantImports.field.${field.key}`);
}

/** What may stand in a column, for the template and the page: choices, or the form of a value. */
export function allowedValues(
  field: ImportField,
  { competitions }: Pick<Catalog, 'competitions'>,
  i18n: Translator,
): string[] {
  const yesOrNo = [i18n.t('orderActions.answer.yes'), i18n.t('orderActions.answer.no')];
  if ('question' in field) {
    const { question } = field;
    if (question.type === 'checkbox') return yesOrNo;
    if (question.type === 'date') return [datePlaceholder(i18n.locale)];
    const language = i18n.locale === 'de' ? 'de' : 'en';
    return question.options.map(({ value }) => answerLabel(question, value, language));
  }
  if ('article' in field) {
    const { type, variants } = field.article;
    if (type === 'donation') return [i18n.t('participantImports.values.amount')];
    return variants.length > 1 ? variants.map(({ name }) => name) : [i18n.t('participantImports.values.quantity')];
  }
  if (field.key === 'competition') return competitions.map(({ title }) => title);
  if (!isParticipantField(field.key)) return [];
  const { kind, options = [] } = specOf(field.key);
  if (kind === 'date') return [datePlaceholder(i18n.locale)];
  if (kind === 'country') return [i18n.t('participantImports.values.country')];
  return options.map((option) => i18n.t(`ui.gender.${option}`));
}

/** Country codes by folded name. */
export const countryNames = (i18n: Translator): ReadonlyMap<string, string> =>
  new Map(i18n.countries().map(({ code, name }) => [foldedName(name), code]));
