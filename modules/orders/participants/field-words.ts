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

export const addressLabel = (name: string, i18n: Translator): string =>
  name === 'gender' ? i18n.t('orderAddress.salutation') : fieldLabel(name, i18n);

const fieldLabel = (name: string, i18n: Translator): string => {
  if (isParticipantField(name)) return participantLabel(name, i18n);
  const key = labels[name];
  return key ? i18n.t(key) : name;
};

export const nameOfField = ({ name }: CatalogFormField, { locale }: Translator): string =>
  name[locale === 'de' ? 'de' : 'en'] || name.de;

type Fields = Pick<OrderRecord, 'formFields' | 'competitions'>;

/** `formField.12` by its own name, `contactAddress.street` with the address it belongs to. */
export function changeLabel(field: string, { formFields }: Fields, i18n: Translator): string {
  const [, id] = /^formField\.(\d+)$/.exec(field) ?? [];
  if (id) {
    const asked = formFields.find((each) => each.id === Number(id));
    return asked ? nameOfField(asked, i18n) : i18n.t('orderActions.field.deleted');
  }
  const [, address, name] = /^(contactAddress|deliveryAddress|invoiceAddress)\.(.+)$/.exec(field) ?? [];
  if (!address || !name) return fieldLabel(field, i18n);
  return i18n.t(`orderActions.field.${address as 'contactAddress'}`, { field: addressLabel(name, i18n) });
}

/** A value as people read it. */
export function valueInWords(field: string, value: string | null, order: Fields, i18n: Translator): string {
  if (value === null || value === '') return '–';
  const [, id] = /^formField\.(\d+)$/.exec(field) ?? [];
  if (id) {
    const asked = order.formFields.find((each) => each.id === Number(id));
    return asked ? answerInWords(asked, value, i18n) : value;
  }
  if (isParticipantField(field)) return fieldInWords(field, value, i18n);
  const name = field.replace(/^.*\./, '');
  const inWords = [
    name === 'status' ? `ui.status.${value}` : '',
    name === 'gender' ? `orderAddress.salutation.${value}` : '',
  ].find((key): key is MessageKey => i18n.has(key));
  if (inWords) return i18n.t(inWords);
  if (name === 'countryCode' && !field.includes('phoneNumber')) return i18n.country(value);
  if (sums.includes(field) && /^-?\d{1,15}$/.test(value)) return i18n.money(cents(Number(value)));
  if (field === 'competitionId') return order.competitions.find((each) => String(each.id) === value)?.title ?? value;
  return value;
}

/** An answer to one of the organizer's questions. */
export function answerInWords(field: CatalogFormField, value: string, i18n: Translator): string {
  if (field.type === 'checkbox') return i18n.t(value === 'true' ? 'orderActions.answer.yes' : 'orderActions.answer.no');
  if (field.type === 'date') return i18n.calendarDate(value);
  if (field.type === 'number') return formatNumber(value, i18n.locale);
  return answerLabel(field, value, i18n.locale === 'de' ? 'de' : 'en');
}
