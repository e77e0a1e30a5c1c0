import type { Address } from '#modules/accounts/rules/address.ts';
import { answerLabel } from '#modules/events/rules/answers.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { itemLabelAlone } from '#modules/orders/index.ts';
import type { OrderItem } from '#modules/orders/rules/order-item.ts';
import { eachField } from '#modules/orders/rules/participant.ts';
import { type Cell, type CellKind, type FileColumn, wallCell } from '#src/files/tables/cells.ts';
import { sumCents, toPercent, zeroCents } from '#src/kernel/money.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import type { ExportedOrder, PersonOfOrder } from './read-order-pages.ts';

export type ExportedPerson = { person: PersonOfOrder; order: ExportedOrder; isFirst: boolean };
export type ExportedLine = { line: OrderItem; order: ExportedOrder; position: number };

export const peopleIn = (orders: readonly ExportedOrder[]): ExportedPerson[] =>
  orders.flatMap((order) => order.people.map((person, at) => ({ person, order, isFirst: at === 0 })));
/** Also a row for an order without people (all places passed on), because it has sums. */
export const peopleOrOrderIn = (orders: readonly ExportedOrder[]): ExportedPerson[] =>
  orders.flatMap((order) =>
    order.people.length > 0 ? peopleIn([order]) : [{ person: noPerson, order, isFirst: true }],
  );
const noPerson: PersonOfOrder = {
  ...eachField(() => null),
  ...{ id: 0, firstName: '', lastName: '', competition: '', teamName: null, rrBib: null },
  ...{ ticketPrice: zeroCents, chargedPrice: zeroCents, answers: [], articles: [] },
};
export const linesIn = (orders: readonly ExportedOrder[]): ExportedLine[] =>
  orders.flatMap((order) => order.lines.map((line, at) => ({ line, order, position: at + 1 })));

/** Columns with localized heads, `exports.head.…`. */
const columnsBy =
  <Row>({ t }: Translator) =>
  (name: string, kind: CellKind, of: (row: Row) => Cell): FileColumn<Row> => ({
    title: t(`exports.head.${name}` as MessageKey),
    kind,
    of,
  });

function ofOrder<Row>(i18n: Translator, orderOf: (row: Row) => ExportedOrder): FileColumn<Row>[] {
  const column = columnsBy<Row>(i18n);
  return [
    column('orderNumber', 'number', (row) => orderOf(row).id),
    column('orderDate', 'moment', (row) => wallCell(orderOf(row).orderDate, i18n.timeZone)),
    // The same in every language, so that formulas can use it.
    column('status', 'text', (row) => orderOf(row).status),
    column('statusName', 'text', (row) => i18n.t(`ui.status.${orderOf(row).status}`)),
    column('buyer', 'text', (row) => orderOf(row).email),
  ];
}

/** `sumsOf`: null for rows that must not repeat the order's sums, so that columns add up. */
const moneyOf = <Row>(
  i18n: Translator,
  orderOf: (row: Row) => ExportedOrder,
  sumsOf: (row: Row) => ExportedOrder | null = orderOf,
): FileColumn<Row>[] => {
  const column = columnsBy<Row>(i18n);
  return [
    column('total', 'money', (row) => sumsOf(row)?.totalPrice ?? null),
    column('paid', 'money', (row) => sumsOf(row)?.paid ?? null),
    column('refunded', 'money', (row) => sumsOf(row)?.refunded ?? null),
    column('paymentMethod', 'text', (row) => orderOf(row).paymentMethod),
    column('paidAt', 'moment', (row) => wallCell(orderOf(row).paidAt, i18n.timeZone)),
  ];
};

const identity = <Row>(row: Row): Row => row;
const namesOf = ({ people }: ExportedOrder): string =>
  people.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ');
const competitionsOf = ({ people }: ExportedOrder): string =>
  [...new Set(people.map(({ competition }) => competition))].join(', ');
const amountOf = ({ people }: ExportedOrder): number => people.length;

export function summarizedColumns(i18n: Translator): FileColumn<ExportedOrder>[] {
  const column = columnsBy<ExportedOrder>(i18n);
  return [
    ...ofOrder<ExportedOrder>(i18n, identity),
    column('competitions', 'text', competitionsOf),
    column('people', 'number', amountOf),
    ...moneyOf<ExportedOrder>(i18n, identity),
  ];
}

const parts = [
  'firstName',
  'lastName',
  'companyName',
  'street',
  'houseNumber',
  'additional',
  'zipCode',
  'city',
  'countryCode',
] as const;
const inOneLine = (address: Address | null | undefined): string =>
  address
    ? [
        [address.firstName, address.lastName].filter(Boolean).join(' '),
        address.companyName,
        [address.street, address.houseNumber].filter(Boolean).join(' '),
        address.additional,
        [address.zipCode, address.city].filter(Boolean).join(' '),
        address.countryCode,
        address.vatId,
      ]
        .filter(Boolean)
        .join(', ')
    : '';

export function perOrderColumns(i18n: Translator): FileColumn<ExportedOrder>[] {
  const column = columnsBy<ExportedOrder>(i18n);
  const sumOf = (kind: OrderItem['kind']) => (order: ExportedOrder) =>
    sumCents(order.lines.filter((line) => line.kind === kind).map(({ priceTotal }) => priceTotal));
  return [
    ...ofOrder<ExportedOrder>(i18n, identity),
    column('language', 'text', ({ language }) => language),
    ...parts.map((part) => column(`address.${part}`, 'text', ({ contactAddress }) => contactAddress?.[part] ?? null)),
    column('address.phone', 'text', ({ contactAddress }) => {
      const phone = contactAddress?.phoneNumber;
      return phone ? `${phone.countryCode} ${phone.number}` : null;
    }),
    column('deliveryAddress', 'text', ({ deliveryAddress }) => inOneLine(deliveryAddress)),
    column('invoiceAddress', 'text', ({ invoiceAddress }) => inOneLine(invoiceAddress)),
    column('competitions', 'text', competitionsOf),
    column('people', 'number', amountOf),
    column('names', 'text', namesOf),
    ...(['ticket', 'article', 'voucher', 'cp', 'of', 'sc'] as const).map((kind) =>
      column(`sum.${kind}`, 'money', sumOf(kind)),
    ),
    ...moneyOf<ExportedOrder>(i18n, identity),
    column('canceledAt', 'moment', ({ canceledAt }) => wallCell(canceledAt, i18n.timeZone)),
  ];
}

export function lineColumns(i18n: Translator): FileColumn<ExportedLine>[] {
  const column = columnsBy<ExportedLine>(i18n);
  return [
    ...ofOrder<ExportedLine>(i18n, ({ order }) => order),
    column('position', 'number', ({ position }) => position),
    column('kind', 'text', ({ line }) => i18n.t(`exports.line.${line.kind}`)),
    column('name', 'text', ({ line }) => itemLabelAlone(line, i18n)),
    column('code', 'text', ({ line }) => (line.kind === 'voucher' ? line.code : null)),
    column('amount', 'number', ({ line }) => line.amount),
    column('price', 'money', ({ line }) => line.price),
    column('net', 'money', ({ line }) => line.priceBeforeTax),
    column('rate', 'number', ({ line }) => toPercent(line.vat)),
    column('lineTotal', 'money', ({ line }) => line.priceTotal),
  ];
}

const languageOf = (i18n: Translator) => (i18n.locale === 'de' ? 'de' : 'en');

const answerOf = ({ person }: ExportedPerson, fieldId: number): string | null =>
  person.answers.find((answer) => answer.fieldId === fieldId)?.value ?? null;

type FormField = Catalog['formFields'][number];
const answerKinds: Partial<Record<FormField['type'], CellKind>> = { number: 'number', date: 'date' };

/** One row per participant with articles and answers; the order's sums are on its first row. */
export function detailedColumns(
  i18n: Translator,
  { articles, formFields }: Catalog,
  legs: Legs | null,
  waves: boolean,
): FileColumn<ExportedPerson>[] {
  const column = columnsBy<ExportedPerson>(i18n);
  const language = languageOf(i18n);
  const chosen = (articleId: number) => (row: ExportedPerson) =>
    row.person.articles
      .filter((choice) => choice.articleId === articleId)
      .map(({ quantity, variantName, name }) => `${quantity} × ${variantName || name}`)
      .join(', ');
  return [
    ...ofOrder<ExportedPerson>(i18n, ({ order }) => order),
    ...personColumns(i18n, legs, waves, genderIn),
    column('email', 'text', ({ person }) => person.email),
    column('ticketPrice', 'money', ({ person }) => person.ticketPrice),
    column('chargedPrice', 'money', ({ person }) => person.chargedPrice),
    ...articles.map(({ id, name }): FileColumn<ExportedPerson> => ({ title: name, kind: 'text', of: chosen(id) })),
    ...formFields.map(
      (field): FileColumn<ExportedPerson> => ({
        title: field.name[language] || field.name.de,
        kind: answerKinds[field.type] ?? 'text',
        of: (row) => {
          const value = answerOf(row, field.id);
          if (value === null) return null;
          if (field.type === 'checkbox') return i18n.t(value === 'true' ? 'form.yes' : 'form.no');
          return field.type === 'select' ? answerLabel(field, value, language) : value;
        },
      }),
    ),
    ...moneyOf<ExportedPerson>(
      i18n,
      ({ order }) => order,
      ({ order, isFirst }) => (isFirst ? order : null),
    ),
  ];
}

export type Legs = ReadonlyMap<string, readonly string[]>;

function legOf({ competition, legPosition }: PersonOfOrder, legs: Legs): string | null {
  if (legPosition === null || legPosition === undefined) return null;
  return legs.get(competition)?.[legPosition - 1] ?? String(legPosition);
}

const genderIn = ({ gender }: PersonOfOrder, i18n: Translator): string | null =>
  gender && i18n.t(`ui.gender.${gender}`);

function personColumns(
  i18n: Translator,
  legs: Legs | null,
  waves: boolean,
  genderOf: (person: PersonOfOrder, i18n: Translator) => string | null = ({ gender }) => gender,
): FileColumn<ExportedPerson>[] {
  const column = columnsBy<ExportedPerson>(i18n);
  return [
    column('competition', 'text', ({ person }) => person.competition),
    column('team', 'text', ({ person }) => person.teamName),
    ...(legs ? [column('leg', 'text', ({ person }) => legOf(person, legs))] : []),
    ...(waves
      ? [
          column('wave', 'text', ({ person }) => person.wave ?? null),
          column('waveStart', 'moment', ({ person }) => wallCell(person.waveStart ?? null, i18n.timeZone)),
        ]
      : []),
    column('bib', 'label', ({ person }) => person.rrBib),
    column('lastName', 'text', ({ person }) => person.lastName),
    column('firstName', 'text', ({ person }) => person.firstName),
    column('birthDate', 'date', ({ person }) => person.birthDate),
    column('gender', 'text', ({ person }) => genderOf(person, i18n)),
    column('nation', 'text', ({ person }) => person.nationalityCountryCode),
    column('club', 'text', ({ person }) => person.club),
  ];
}

export function lvsColumns(i18n: Translator): FileColumn<ExportedPerson>[] {
  const column = columnsBy<ExportedPerson>(i18n);
  return [
    column('bib', 'label', ({ person }) => person.rrBib),
    column('lastName', 'text', ({ person }) => person.lastName),
    column('firstName', 'text', ({ person }) => person.firstName),
    column('birthYear', 'number', ({ person }) => person.birthDate && Number(person.birthDate.slice(0, 4))),
    column('gender', 'text', ({ person }) => genderIn(person, i18n)),
    column('nation', 'text', ({ person }) => person.nationalityCountryCode),
    column('club', 'text', ({ person }) => person.club),
    column('competition', 'text', ({ person }) => person.competition),
    column('team', 'text', ({ person }) => person.teamName),
    column('orderNumber', 'number', ({ order }) => order.id),
  ];
}

/** For timing: one column per question, with the timing system's head; stored answers. */
export function raceFieldColumns(
  i18n: Translator,
  { formFields }: Catalog,
  legs: Legs | null,
  waves: boolean,
): FileColumn<ExportedPerson>[] {
  const column = columnsBy<ExportedPerson>(i18n);
  return [
    column('participantId', 'number', ({ person }) => person.id),
    ...personColumns(i18n, legs, waves),
    column('orderNumber', 'number', ({ order }) => order.id),
    ...formFields.map(
      (field): FileColumn<ExportedPerson> => ({
        title: field.rrName || field.name[languageOf(i18n)] || field.name.de,
        kind: answerKinds[field.type] ?? 'text',
        of: (row) => answerOf(row, field.id),
      }),
    ),
  ];
}
