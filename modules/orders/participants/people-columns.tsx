import { answerLabel } from '#modules/events/rules/answers.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { MessageKey, Words } from '#src/platform/locale.ts';
import { Badge, statusTone } from '#src/ui/display.tsx';
import { formatDate } from '#src/ui/format.ts';
import type { GridColumn } from '#src/ui/grid.tsx';
import { type ParticipantField, participantFields, specOf } from '../rules/participant.ts';
import type { ListedPerson } from './listed-people.ts';
import { fieldInWords } from './participant-words.ts';

type Text = (person: ListedPerson) => string;

/** The columns of the list, on the page and in the file: what everybody has, and one for each form field. */
export function peopleColumns(words: Words, { formFields }: Pick<Catalog, 'formFields'>): GridColumn<ListedPerson>[] {
  const column = (key: string, text: Text, more: Partial<GridColumn<ListedPerson>> = {}): GridColumn<ListedPerson> => ({
    key,
    title: words.t(`participantList.column.${key}` as MessageKey),
    cell: (person) => text(person) || '–',
    text,
    ...more,
  });
  const language = words.locale === 'de' ? 'de' : 'en';
  /** Dates as they are typed, so that a table reads them. */
  const said = (name: ParticipantField) => {
    const { kind, isLater } = specOf(name);
    const text: Text = ({ [name]: value }) =>
      !value ? '' : kind === 'date' ? formatDate(value, words.locale) : fieldInWords(name, value, words);
    return column(name, text, {
      ...(isLater ? { isLater } : { sortable: true }),
      ...(kind === 'email' ? { cell: (person) => <span className="breakable">{text(person) || '–'}</span> } : {}),
    });
  };
  const numbers: Text = ({ orderId }) => String(orderId);
  return [
    column('lastName', ({ lastName }) => lastName, { sortable: true, heading: true }),
    column('firstName', ({ firstName }) => firstName, { sortable: true }),
    column('competition', ({ competition }) => competition),
    column('teamName', ({ teamName }) => teamName ?? '', { sortable: true }),
    ...participantFields.filter((name) => !['lastName', 'firstName'].includes(name)).map(said),
    column('rrBib', ({ rrBib }) => rrBib ?? '', { sortable: true }),
    column('order', numbers, {
      cell: ({ orderId }) => <a href={`/admin/orders/${orderId}`}>{orderId}</a>,
    }),
    column('status', ({ orderStatus }) => words.t(`ui.status.${orderStatus}`), {
      cell: ({ orderStatus }) => <Badge tone={statusTone(orderStatus)}>{words.t(`ui.status.${orderStatus}`)}</Badge>,
    }),
    column('orderDate', ({ orderDate, timeZone }) => words.in(timeZone).shortDateTime(orderDate), { isLater: true }),
    ...formFields.map((field): GridColumn<ListedPerson> => {
      const said: Text = ({ answers }) => {
        const value = answers.get(field.id) ?? '';
        if (field.type === 'checkbox') return value === 'true' ? words.t('participantList.yes') : '';
        if (field.type === 'date') return formatDate(value, words.locale);
        return answerLabel(field, value, language);
      };
      return {
        key: `field${field.id}`,
        title: field.name[language] || field.name.de,
        cell: (person) => said(person) || '–',
        text: said,
        // A list of very many columns is not readable; they are a choice away.
        ...(formFields.length > 4 ? { isLater: true } : {}),
      };
    }),
  ];
}
