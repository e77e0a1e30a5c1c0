import type { Address } from '#modules/accounts/rules/address.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { signVersioned } from '#src/access/versioned-links.ts';
import { toPercent } from '#src/kernel/money.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AskedBy } from '#src/runtime/processes/drawer.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { type OrderConfirmationData, orderLabelsFrom } from '../documents/data.ts';
import { renderConfirmation } from '../documents/render.ts';
import { namedWhole, peopleOf } from '../people.ts';
import type { OrderRecord } from '../read.ts';
import { shownStatus } from '../rules/order-state.ts';
import { taxesOf } from '../rules/taxes.ts';
import { brandOf, mainOrganizer, wordsOfOrder } from '../words.ts';
import { giftCardFactsOf } from './gift-card-payments.ts';
import { totalText } from './tax-text.ts';
import { withdrawalInstruction, withdrawalNotes } from './withdrawal.ts';

export const confirmationPath = (orderId: number): string => `/documents/order-confirmation/${orderId}`;

/** Good for a quarter of an hour, without a session. */
export const confirmationLink = (
  deps: Deps,
  { id, linkVersion }: Pick<OrderRecord, 'id' | 'linkVersion'>,
  now: Instant,
): string =>
  deps.config.publicUrl + signVersioned(deps.signer, confirmationPath(id), linkVersion, instant(now + minutes(15)));

export async function confirmationPdf(deps: Deps, order: OrderRecord, by: AskedBy = null): Promise<Uint8Array> {
  const main = mainOrganizer(order);
  const kept = main ? await organizerById(deps.read, main.id) : null;
  const reached = { contact: kept?.email ?? deps.config.contactEmail, publicUrl: deps.config.publicUrl };
  const data = confirmationData(order, contactLines(kept), reached);
  data.payment.facts = await giftCardFactsOf(deps, order, wordsOfOrder(order));
  return renderConfirmation(deps.fonts, data, by);
}

export const confirmationFileName = (order: OrderRecord): string =>
  wordsOfOrder(order).t('documents.order.fileName', { orderNumber: order.orderNumber });

/** `lines`: the organizer's address. `reached`: where one goes back on the contract. */
function confirmationData(
  order: OrderRecord,
  lines: string[],
  reached: { contact: string; publicUrl: string },
): OrderConfirmationData {
  const words = wordsOfOrder(order);
  const main = mainOrganizer(order);
  const platform = brandOf(order, words);
  return {
    language: words.htmlLang,
    accent: whiteLabelOf(order)?.accent ?? main?.accentColor ?? null,
    organizer: { name: main?.name ?? platform, lines },
    platform: words.t('documents.platform', { platform }),
    orderNumber: order.orderNumber,
    orderDate: words.date(order.orderDate),
    status: { word: words.t(`documents.order.status.${shownStatus(order)}`), tone: toneOf[shownStatus(order)] },
    event: {
      title: order.event.title,
      date: words.weekdayDate(order.event.startTimestamp),
      place: order.event.location,
    },
    addresses: addressesOf(order, words),
    lines: order.orderItems.map((line) => ({
      name: line.name,
      detail: line.kind === 'ticket' ? namesIn(order, line.name) : line.code,
      quantity: line.amount,
      unitCents: line.price,
      totalCents: line.priceTotal,
    })),
    taxes: taxesOf(order.orderItems).map(({ rate, net, tax, gross }) => ({
      rate: words.t('orders.tax.rate', { rate: words.number(toPercent(rate)) }),
      netCents: net,
      taxCents: tax,
      grossCents: gross,
    })),
    totalCents: order.totalPrice,
    payment: { way: paymentWay(order, words), facts: [] },
    notes: [...withdrawalNotes(order, reached, words), words.t('documents.order.noInvoice')],
    withdrawal: withdrawalInstruction(
      order,
      { ...reached, seller: [main?.name ?? platform, ...lines].join(', ') },
      words,
    ),
    money: words.money,
    labels: { ...orderLabelsFrom((key) => words.t(key)), total: totalText(order.orderItems, words) },
  };
}

const toneOf = {
  pending: 'open',
  restOpen: 'open',
  onAccount: 'open',
  complete: 'good',
  shipped: 'good',
  free: 'good',
  canceled: 'bad',
} as const;

function namesIn(order: OrderRecord, competitionTitle: string): string {
  const inIt = peopleOf(order).filter(({ competition }) => competition.title === competitionTitle);
  return inIt.map(({ person }) => namedWhole(person)).join(', ');
}

export function paymentWay(order: OrderRecord, words: Translator): string {
  const chosen = order.paymentMethod ?? (order.status === 'canceled' ? 'never' : 'none');
  const keys = [`orders.paymentMethod.${chosen}`, `payments.method.${chosen}`];
  const method = words.t(keys.find((key): key is MessageKey => words.has(key)) ?? 'orders.paymentMethod.other');
  // Nobody paid for what is free, whenever it was complete.
  if (order.paidAt === null || order.totalPrice === 0) return method;
  const key = shownStatus(order) === 'restOpen' ? 'orders.payment.restOpen' : 'orders.payment.paidOn';
  return words.t(key, { method, date: words.date(order.paidAt) });
}

/** Those that an order has, each with its name. */
export function addressesOf(order: OrderRecord, words: Translator): OrderConfirmationData['addresses'] {
  const kinds = [
    ['orders.address.contact', order.contactAddress],
    ['orders.address.delivery', order.deliveryAddress],
    ['orders.address.invoice', order.invoiceAddress],
  ] as const;
  return kinds.flatMap(([key, address]) =>
    address ? [{ label: words.t(key), lines: addressLines(address, words) }] : [],
  );
}

/** As it stands on an envelope. */
export function addressLines(address: Partial<Address>, words: Translator): string[] {
  const joined = (...parts: (string | null | undefined)[]) => parts.filter((part) => part?.trim()).join(' ');
  return [
    address.companyName ?? '',
    joined(address.titlePrefix, address.firstName, address.lastName, address.titleSuffix),
    joined(address.street, address.houseNumber),
    address.additional ?? '',
    joined(address.zipCode, address.city),
    address.countryCode ? words.country(address.countryCode) : '',
    address.vatId ? words.t('orderAddress.vatIdLine', { vatId: address.vatId }) : '',
  ].filter((line) => line.trim() !== '');
}
