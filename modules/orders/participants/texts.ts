import type { CompetitionTexts, PersonTexts } from '#islands/participants/texts.ts';
import { answerLabel } from '#modules/events/rules/answers.ts';
import type { CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import { ageLimit, placesLeft } from '#modules/events/rules/offer.ts';
import { availableTickets, isCompetitionOver, nextPrice, noSaleReason } from '#modules/events/rules/sale.ts';
import { cents } from '#src/kernel/money.ts';
import { dateIn, dateParts, type Instant } from '#src/kernel/time.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { countryOptions } from '#src/texts/long-options.ts';
import { cacheJson } from '#src/texts/per-translator.ts';
import { datePlaceholder, formatNumber } from '#src/ui/format.ts';
import type { OrderRecord } from '../read.ts';
import type { DraftErrorTexts } from '../rules/draft-check.ts';
import {
  eachField,
  fieldsWith,
  isParticipantField,
  type ParticipantData,
  type ParticipantField,
  participantFields,
  specOf,
} from '../rules/participant.ts';

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
  chip: 'orderActions.field.chip',
  wave: 'orderActions.field.wave',
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
    const formField = formFields.find((each) => each.id === Number(id));
    return formField ? nameOfField(formField, i18n) : i18n.t('orderActions.field.deleted');
  }
  const [, address, name] = /^(contactAddress|deliveryAddress|invoiceAddress)\.(.+)$/.exec(field) ?? [];
  if (!address || !name) return fieldLabel(field, i18n);
  return i18n.t(`orderActions.field.${address as 'contactAddress'}`, { field: addressLabel(name, i18n) });
}

/** A stored value for people. */
export function valueInWords(field: string, value: string | null, order: Fields, i18n: Translator): string {
  if (value === null || value === '') return '–';
  const [, id] = /^formField\.(\d+)$/.exec(field) ?? [];
  if (id) {
    const formField = order.formFields.find((each) => each.id === Number(id));
    return formField ? answerInWords(formField, value, i18n) : value;
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

export function answerInWords(field: CatalogFormField, value: string, i18n: Translator): string {
  if (field.type === 'checkbox') return i18n.t(value === 'true' ? 'orderActions.answer.yes' : 'orderActions.answer.no');
  if (field.type === 'date') return i18n.calendarDate(value);
  if (field.type === 'number') return formatNumber(value, i18n.locale);
  return answerLabel(field, value, i18n.locale === 'de' ? 'de' : 'en');
}

/** Participant data for people; a new field needs only its texts. */
export const participantLabel = (name: ParticipantField, i18n: Translator): string => i18n.t(`orders.field.${name}`);

export function fieldInWords(name: ParticipantField, value: string, i18n: Translator): string {
  const { kind, options } = specOf(name);
  if (kind === 'date') return i18n.calendarDate(value);
  if (kind === 'country') return i18n.country(value);
  const option = options?.find((each) => each === value);
  return option ? i18n.t(`ui.gender.${option}`) : value;
}

type Fact = { label: string; value: string };
const isOfName = (name: ParticipantField) => name === 'firstName' || name === 'lastName';

export const personFacts = (person: ParticipantData, i18n: Translator): Fact[] =>
  participantFields.flatMap((name) => {
    const value = person[name];
    return value && !isOfName(name)
      ? [{ label: participantLabel(name, i18n), value: fieldInWords(name, value, i18n) }]
      : [];
  });

/** For the ticket, which others see: only the year of a date. */
export const printedFacts = (person: Partial<ParticipantData>, i18n: Translator): Fact[] =>
  printedFields.flatMap((name) => {
    const value = person[name];
    if (!value) return [];
    return specOf(name).kind === 'date'
      ? [{ label: i18n.t('documents.ticket.birthYear'), value: value.slice(0, 4) }]
      : [{ label: participantLabel(name, i18n), value: fieldInWords(name, value, i18n) }];
  });
const printedFields = fieldsWith('isPrinted');

/** Texts of the participant form. */
export function personTexts(i18n: Translator, stored: Partial<ParticipantData> = {}): PersonTexts {
  const { t } = i18n;
  const optionsOf = (name: ParticipantField) => {
    const { kind, options } = specOf(name);
    if (kind !== 'country') return options?.map((value) => ({ value, label: t(`ui.gender.${value}`) }));
    const countries = countryOptions(i18n);
    // A stored value that is not selectable any more.
    const former = stored[name];
    const isListed = !former || countries.some(({ value }) => value === former);
    return isListed ? countries : [...countries, { value: former, label: former }];
  };
  return {
    optional: t('ui.form.optional'),
    choose: t('ui.form.choose'),
    datePlaceholder: datePlaceholder(i18n.locale),
    oncePerTeam: t('people.oncePerTeam'),
    labels: eachField((name) => participantLabel(name, i18n)),
    options: Object.fromEntries(
      participantFields.flatMap((name) => {
        const options = optionsOf(name);
        return options ? [[name, options]] : [];
      }),
    ),
  };
}

/** Error texts; those of a competition's limits are in `competitionTexts`. */
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

const textCache = new WeakMap<CatalogCompetition, Map<Translator, CompetitionTexts>>();

/** Cached, so that equal texts are one object. */
export function competitionTexts(competition: CatalogCompetition, i18n: Translator, now: Instant): CompetitionTexts {
  const none = closedText(competition, i18n, now);
  const inWords = textCache.get(competition) ?? new Map<Translator, CompetitionTexts>();
  const known = inWords.get(i18n);
  const { atThisPrice } = placesLeft(competition, now);
  if (known?.none === none && known.atThisPrice === atThisPrice) return known;
  const texts = cacheJson(makeTexts(competition, i18n, { none, atThisPrice }));
  textCache.set(competition, inWords.set(i18n, texts));
  return texts;
}

function makeTexts(
  competition: CatalogCompetition,
  i18n: Translator,
  sale: Pick<CompetitionTexts, 'none' | 'atThisPrice'>,
): CompetitionTexts {
  const isTeam = competition.type === 'team';
  const limits = ageText(competition, i18n);
  const facts = [
    i18n.dateTime(competition.timestamp),
    limits,
    competition.gender === 'both' ? '' : i18n.t(`events.limit.gender.${competition.gender}`),
    isTeam && !competition.sharedTeam ? teamSizeText(competition, i18n) : '',
  ];
  return {
    facts: facts.filter(Boolean).join(' · '),
    price: i18n.t(isTeam ? 'orders.competition.pricePerPerson' : 'orders.competition.price', { price: '{price}' }),
    pricePerTeam: i18n.t('events.price.perTeam', { price: '{price}' }),
    add: i18n.t(isTeam ? 'orders.participants.addTeam' : 'orders.participants.add'),
    addAnother: i18n.t(isTeam ? 'orders.participants.addAnotherTeam' : 'orders.participants.addAnother'),
    ...sale,
    errors: {
      age: i18n.t('orders.error.age', { limits: limits || '–' }),
      gender: i18n.t('orders.error.gender', {
        gender: competition.gender === 'both' ? '' : i18n.t(`ui.gender.${competition.gender}`),
      }),
      teamSize: teamSizeError(competition, i18n),
    },
  };
}

/** Why entries are closed; null: they are open. */
function closedText(competition: CatalogCompetition, i18n: Translator, now: Instant): string {
  if (isCompetitionOver(competition, now)) return i18n.t('problem.COMPETITION_IS_OVER');
  const left = availableTickets(competition, now);
  const opensAt = nextPrice(competition, now)?.availableFrom;
  if (left < 0 && opensAt) return i18n.t('orders.competition.opens', { at: i18n.dateTime(opensAt) });
  if (left <= 0 && competition.heldTill)
    return i18n.t('orders.competition.held', { at: i18n.time(competition.heldTill) });
  if (left > 0) return i18n.t('orders.competition.none');
  const why = noSaleReason(competition);
  return i18n.t(`orders.competition.${why === 'soldOut' || why === 'drawn' ? why : 'none'}`);
}

function ageText(competition: CatalogCompetition, i18n: Translator): string {
  const limit = ageLimit(competition, i18n.timeZone);
  if (!limit) return '';
  const [from, to] = [String(limit.from), String(limit.to)];
  const limits =
    limit.from === limit.to
      ? i18n.t(`events.limit.${limit.by}.one`, { year: from })
      : limit.from === null
        ? i18n.t(`events.limit.${limit.by}.to`, { to })
        : limit.to === null
          ? i18n.t(`events.limit.${limit.by}.from`, { from })
          : i18n.t(`events.limit.${limit.by}.between`, { from, to });
  const day = countingDay(competition, i18n.timeZone);
  return day ? i18n.t('people.age.countedOn', { limits, date: i18n.calendarDate(day) }) : limits;
}

/** `YYYY-MM-DD` of the age check; null: the day of the start, or only the year counts. */
function countingDay({ ageCheckMode, ageCheckDate, timestamp }: CatalogCompetition, timeZone: string): string | null {
  const { year } = dateParts(dateIn(timestamp, timeZone));
  if (ageCheckMode === 'givenDate') return ageCheckDate;
  if (ageCheckMode === 'yearEndBefore') return `${year - 1}-12-31`;
  return ageCheckMode === 'yearEndAfter' ? `${year}-12-31` : null;
}

const teamSizeText = ({ minTeamSize: min, maxTeamSize: max }: CatalogCompetition, i18n: Translator): string =>
  min === max
    ? i18n.t('orders.competition.teamOf', { size: min })
    : i18n.t('orders.competition.teamBetween', { min, max });

/** With `{count}` members. */
function teamSizeError({ type, minTeamSize, maxTeamSize }: CatalogCompetition, i18n: Translator): string {
  const [min, max] = type === 'single' ? [1, 1] : [Math.max(1, minTeamSize), maxTeamSize];
  const count = '{count}';
  if (min === max) return i18n.t('people.error.teamSizeExact', { min, count });
  return max === 0
    ? i18n.t('people.error.teamSizeFrom', { min, count })
    : i18n.t('people.error.teamSizeBetween', { min, max, count });
}
