import { answerLabel } from '#modules/events/rules/answers.ts';
import { dateIn, instant } from '#src/kernel/time.ts';
import { formatDate } from '#src/ui/format.ts';
import { choicesOf, type ListFilter, questionOfView, viewOf } from '#src/web/list/listing.ts';
import type { ParsedCondition } from '#src/web/list/query.ts';
import type { PeopleSelection } from './list.ts';
import { type AboutPeople, peopleListing } from './pages.tsx';

/** Conditions that a mailing chooses by fields of its own, or that hold for every mailing. */
const own = ['competition', 'state', 'field', 'answer'];
const implied = ['eventId', 'live'];

/** What an address of the list of participants selects, besides competition, payment and the answer to a form field. */
export function selectionOf(query: URLSearchParams, about: AboutPeople): PeopleSelection {
  const others = new URLSearchParams([...query].filter(([name]) => !own.includes(name)));
  const { question } = questionOfView(peopleListing, viewOf(peopleListing, others, about), about);
  const conditions = question.conditions.filter(({ field }) => !implied.includes(field));
  return { conditions: conditions.map(({ type = 'eq', ...condition }) => ({ ...condition, type })), q: question.q };
}

/** For example: `weiblich, Artikel Finisher-Shirt`. */
export function selectionInWords({ conditions, q }: PeopleSelection, about: AboutPeople): string {
  const search = q === '' ? [] : [about.i18n.t('participantList.searched', { q })];
  return [...search, ...conditions.map((condition) => conditionInWords(condition, about))].join(', ');
}

const filters: readonly (readonly [string, ListFilter<AboutPeople>])[] = Object.entries(peopleListing.filters);

function conditionInWords({ field, type, value }: ParsedCondition, about: AboutPeople): string {
  const { i18n, catalog } = about;
  const language = i18n.locale === 'de' ? 'de' : 'en';
  const formField = catalog.formFields.find(({ id }) => field === `formField.${id}`);
  if (formField && type === 'eq')
    return `${formField.name[language] || formField.name.de} ${answerLabel(formField, String(value), language)}`;
  const [name, filter] =
    filters.find(
      ([name, filter]) =>
        (filter.field ?? name) === field && (type === (filter.type ?? 'eq') || (type === 'in' && !filter.type)),
    ) ?? [];
  // Conditions of an API call that the list's page does not offer.
  if (!filter || value === null) return `${field} ${type} ${JSON.stringify(value)}`;
  const label = i18n.t(filter.label);
  const texts = [value].flat().map((each): string => {
    if (filter.as === 'record')
      return filter.records(about).find(({ id }) => id === Number(each))?.title ?? String(each);
    if (filter.as === 'day') {
      // The end of a period is the first moment after its last day.
      const at = Number(each) - (type === 'lt' ? 1 : 0);
      return Number.isFinite(at) ? formatDate(dateIn(instant(at), i18n.timeZone), i18n.locale) : String(each);
    }
    if (filter.as !== 'choice') return String(each);
    const choice = typeof each === 'boolean' ? (each ? 'yes' : 'no') : String(each);
    if (!choicesOf(filter.values, i18n).includes(choice)) return choice;
    return filter.say(choice, i18n);
  });
  const text = texts.join(' / ');
  // These choices say by themselves what they are about.
  return name === 'gender' || name === 'admitted' ? text.toLocaleLowerCase(i18n.locale) : `${label} ${text}`;
}
