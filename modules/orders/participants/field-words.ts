import { answerLabel } from '#modules/events/rules/answers.ts';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import { cents } from '#src/kernel/money.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { formatNumber } from '#src/ui/format.ts';
import type { OrderRecord } from '../read.ts';
import { isParticipantField } from '../rules/participant.ts';
import { fieldInWords, fieldLabel as participantLabel } from './participant-words.ts';

/** What the values of an order are called, and how they are said, for its forms and its history. */
const labels: Readonly<Record<string, MessageKey>> = {
  companyName: 'orders.field.companyName',
  street: 'orders.field.street',
  houseNumber: 'orderActions.field.houseNumber',
  additional: 'orders.field.additional',
  zipCode: 'orderAddress.zipCode',
  city: 'orders.field.city',
  countryCode: 'orders.field.country',
  vatId: 'orderAddress.vatId',
  phoneNumber: 'orders.field.phone',
  'phoneNumber.number': 'orders.field.phone',
  'phoneNumber.countryCode': 'orderActions.field.phoneCountryCode',
  sportsClub: 'orderAddress.sportsClub',
  titlePrefix: 'orderAddress.titlePrefix',
  titleSuffix: 'orderAddress.titleSuffix',
  status: 'ordersAdmin.column.status',
  teamName: 'orders.participants.teamName',
  buyer: 'ordersAdmin.column.buyer',
  article: 'orderActions.field.article',
  place: 'orderActions.field.place',
  rrBib: 'orderActions.person.bib',
  ticketVersion: 'orderActions.field.ticketVersion',
  rrChangelink: 'orderActions.field.changelink',
  competition: 'ordersAdmin.person.competition',
  competitionId: 'ordersAdmin.person.competition',
  totalPrice: 'ordersAdmin.column.total',
  ticketPrice: 'orderActions.field.ticketPrice',
  chargedPrice: 'ordersAdmin.person.charged',
};
const sums = ['totalPrice', 'ticketPrice', 'chargedPrice'];

export const addressLabel = (name: string, words: Translator): string =>
  name === 'gender' ? words.t('orderAddress.salutation') : fieldLabel(name, words);

const fieldLabel = (name: string, words: Translator): string => {
  if (isParticipantField(name)) return participantLabel(name, words);
  const key = labels[name];
  return key ? words.t(key) : name;
};

export const nameOfField = ({ name }: CatalogFormField, { locale }: Translator): string =>
  name[locale === 'de' ? 'de' : 'en'] || name.de;

type Fields = Pick<OrderRecord, 'formFields' | 'competitions'>;

/** `formField.12` by its own name, `contactAddress.street` with the address it belongs to. */
export function changeLabel(field: string, { formFields }: Fields, words: Translator): string {
  const [, id] = /^formField\.(\d+)$/.exec(field) ?? [];
  if (id) {
    const asked = formFields.find((each) => each.id === Number(id));
    return asked ? nameOfField(asked, words) : words.t('orderActions.field.deleted');
  }
  const [, address, name] = /^(contactAddress|deliveryAddress|invoiceAddress)\.(.+)$/.exec(field) ?? [];
  if (!address || !name) return fieldLabel(field, words);
  return words.t(`orderActions.field.${address as 'contactAddress'}`, { field: addressLabel(name, words) });
}

/** A value as people read it. */
export function valueInWords(field: string, value: string | null, order: Fields, words: Translator): string {
  if (value === null || value === '') return '–';
  const [, id] = /^formField\.(\d+)$/.exec(field) ?? [];
  if (id) {
    const asked = order.formFields.find((each) => each.id === Number(id));
    return asked ? answerInWords(asked, value, words) : value;
  }
  if (isParticipantField(field)) return fieldInWords(field, value, words);
  const name = field.replace(/^.*\./, '');
  const inWords = [
    name === 'status' ? `ui.status.${value}` : '',
    name === 'gender' ? `orderAddress.salutation.${value}` : '',
  ].find((key): key is MessageKey => words.has(key));
  if (inWords) return words.t(inWords);
  if (name === 'countryCode' && !field.includes('phoneNumber')) return words.country(value);
  if (sums.includes(field) && /^-?\d{1,15}$/.test(value)) return words.money(cents(Number(value)));
  if (field === 'competitionId') return order.competitions.find((each) => String(each.id) === value)?.title ?? value;
  return value;
}

/** An answer to one of the organizer's questions. */
export function answerInWords(field: CatalogFormField, value: string, words: Translator): string {
  if (field.type === 'checkbox')
    return words.t(value === 'true' ? 'orderActions.answer.yes' : 'orderActions.answer.no');
  if (field.type === 'date') return words.calendarDate(value);
  if (field.type === 'number') return formatNumber(value, words.locale);
  return answerLabel(field, value, words.locale === 'de' ? 'de' : 'en');
}
