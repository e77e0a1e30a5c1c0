import type { Catalog, CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import { cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { hours, type Instant, instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { OrderRecord, ParticipantRecord } from '../read.ts';
import { item, type OrderItem, rightOf } from '../rules/order-item.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { eachField, type ParticipantData } from '../rules/participant.ts';

/** Ids that no real order or person has, so that sample links open no page. */
const sampleOrderId = 100_042;
const samplePrice = cents(3000);

export function sampleOrder(
  catalog: Catalog,
  i18n: Translator,
  now: Instant,
  change: Partial<OrderRecord> = {},
): OrderRecord {
  const { event } = catalog;
  const competitions = sampleCompetitions(catalog, i18n).map((competition, at) => ({
    id: competition.id,
    title: competition.title,
    type: competition.type,
    timestamp: competition.timestamp,
    teams: [
      {
        teamId: at + 1,
        teamName: competition.type === 'team' ? i18n.t('checkin.sample.teamName') : null,
        participants: [
          {
            ...samplePerson(catalog, competition, -at, i18n),
            orderedArticleVariants: at === 0 ? sampleArticles(catalog) : [],
          },
        ],
      },
    ],
  }));
  const orderItems = sampleItems(catalog, competitions, i18n);
  return {
    id: sampleOrderId,
    orderNumber: String(sampleOrderId),
    status: 'complete',
    orderDate: now,
    totalPrice: sumCents(orderItems.map(({ priceTotal }) => priceTotal)),
    userId: 0,
    visitId: '',
    linkVersion: 0,
    ticketsWithheld: false,
    language: i18n.locale,
    eventId: event.id,
    event,
    organizers: catalog.organizers,
    formFields: catalog.formFields,
    competitions,
    orderItems,
    cancellationProtections: [],
    contactAddress: {
      firstName: i18n.t('mailPreview.sample.buyer'),
      lastName: i18n.t('checkin.sample.lastName'),
    },
    deliveryAddress: null,
    invoiceAddress: null,
    awaitsProof: false,
    hasInvoice: false,
    isInvoiceable: false,
    paymentMethod: 'visa',
    paymentMeans: null,
    paymentStatus: 'completed',
    refundStatus: null,
    refundedPrice: zeroCents,
    expiresAt: null,
    memberProofUntil: null,
    paidAt: now,
    canceledAt: null,
    cancelReason: null,
    ...change,
  };
}

function sampleCompetitions({ event, competitions }: Catalog, i18n: Translator) {
  const one = competitions.find(({ type }) => type === 'single');
  const team = competitions.find(({ type }) => type === 'team');
  const found = [one, team].filter((competition): competition is CatalogCompetition => competition !== undefined);
  const invented = {
    id: 0,
    title: i18n.t('documents.ticket.competition'),
    type: 'single' as const,
    timestamp: event.startTimestamp,
    prices: [],
  };
  return found.length > 0 ? found : [invented];
}

type SampleCompetition = Pick<CatalogCompetition, 'id' | 'title' | 'type' | 'timestamp' | 'prices'>;

/** The sample person of all previews. */
export const samplePersonData = (i18n: Translator): ParticipantData =>
  eachField((name) => i18n.t(`checkin.sample.${name}`)) as ParticipantData;

function samplePerson(
  { formFields }: Catalog,
  competition: SampleCompetition,
  id: number,
  i18n: Translator,
): ParticipantRecord {
  const price = competition.prices[0]?.price ?? samplePrice;
  return {
    id,
    competitionId: competition.id,
    competitionPriceId: competition.prices[0]?.id ?? 0,
    localId: String(id),
    ...samplePersonData(i18n),
    formFieldsSelected: formFields
      .filter(({ competitionIds }) => competitionIds.length === 0 || competitionIds.includes(competition.id))
      .map((field) => ({ fieldId: field.id, value: sampleAnswer(field, i18n) })),
    ticketPrice: price,
    chargedPrice: price,
    orderedArticleVariants: [],
    rrBib: '42',
    rrChangelink: null,
    linkVersion: 0,
    ticketVersion: 0,
  };
}

export function sampleAnswer({ type, options, defaultValue }: CatalogFormField, i18n: Translator): string {
  if (type === 'select') return options[0]?.value ?? '';
  if (type === 'checkbox') return 'true';
  if (type === 'date') return '1990-05-17';
  if (type === 'number') return '42';
  return defaultValue || i18n.t('checkin.sample.answer');
}

function sampleItems(
  { event, articles }: Catalog,
  competitions: OrderRecord['competitions'],
  i18n: Translator,
): OrderItem[] {
  const article = soldArticle({ articles });
  return [
    ...competitions.map(({ title, teams }) =>
      item('ticket', title, 1, teams[0]?.participants[0]?.ticketPrice ?? samplePrice, event.vat),
    ),
    ...(article ? [item('article', article.name, 1, article.price, article.vat ?? event.vat)] : []),
    ...(event.processingFee > 0 ? [item('of', i18n.t('orders.item.of'), 1, event.processingFee, event.vat)] : []),
  ];
}

const soldArticle = ({ articles }: Pick<Catalog, 'articles'>) =>
  articles.find(({ type, price }) => type === 'normal' && price > 0);

function sampleArticles({ articles }: Catalog): ParticipantRecord['orderedArticleVariants'] {
  const article = soldArticle({ articles });
  if (!article) return [];
  const { id: articleId, name, price: unitPrice } = article;
  const nobodys = { participantArticleId: 0, variantId: article.variants[0]?.id ?? 0, variantName: '' };
  const withdrawalRight = rightOf([article], articleId);
  return [
    { ...nobodys, articleId, name, quantity: 1, unitPrice, discount: zeroCents, withdrawalRight, wasRightStated: true },
  ];
}

export const sampleUnpaid: OrderMoney = {
  received: zeroCents,
  refunded: zeroCents,
  open: zeroCents,
  restDue: null,
  refundable: zeroCents,
  reference: 'SB0000',
  payments: [],
  refunds: [],
  attempts: [],
};

/** Paid in full by card and being refunded in full. */
export const sampleRefundedMoney = (order: OrderRecord): OrderMoney => ({
  ...sampleUnpaid,
  received: order.totalPrice,
  payments: [{ at: order.orderDate, method: 'visa', means: null, amount: order.totalPrice, note: '' }],
  refunds:
    order.totalPrice === 0
      ? []
      : [
          {
            id: 0,
            at: order.canceledAt ?? order.orderDate,
            settledAt: null,
            amount: order.totalPrice,
            reason: 'granted',
            status: 'pending',
            way: 'provider',
            method: 'visa',
            iban: null,
            accountHolder: null,
            isInFile: false,
            message: null,
          },
        ],
});

export const sampleCanceled = (now: Instant): Partial<OrderRecord> => ({ status: 'canceled', canceledAt: now });

export const samplePending = (now: Instant): Partial<OrderRecord> => ({
  status: 'pending',
  paymentMethod: null,
  paymentStatus: null,
  paidAt: null,
  expiresAt: instant(now + hours(1)),
});
