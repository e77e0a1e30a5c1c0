import type { Address } from '#modules/accounts/rules/address.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { signVersioned } from '#src/access/versioned-links.ts';
import { toPercent } from '#src/kernel/money.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { brandOf, mainOrganizer, orderTranslator } from '../assemble-orders.ts';
import { type OrderConfirmationData, orderLabelsFrom } from '../documents/data.ts';
import { renderConfirmation } from '../documents/render.ts';
import { namedWhole, peopleOf } from '../people.ts';
import type { OrderRecord } from '../read.ts';
import { taxesOf } from '../rules/order-item.ts';
import { visibleStatus } from '../rules/order-state.ts';
import { giftCardFactsOf, totalText } from './order-lines.tsx';
import { withdrawalInstruction, withdrawalNotes } from './withdrawal.ts';

export const confirmationPath = (orderId: number): string => `/documents/order-confirmation/${orderId}`;

/** Valid for 15 minutes, without a session. */
export const confirmationLink = (
  deps: Deps,
  { id, linkVersion }: Pick<OrderRecord, 'id' | 'linkVersion'>,
  now: Instant,
): string =>
  deps.config.publicUrl + signVersioned(deps.signer, confirmationPath(id), linkVersion, instant(now + minutes(15)));

export async function confirmationPdf(deps: Deps, order: OrderRecord, by: RequestedBy = null): Promise<Uint8Array> {
  const main = mainOrganizer(order);
  const seller = main ? await organizerById(deps.read, main.id) : null;
  const reached = { contact: seller?.email ?? deps.config.contactEmail, publicUrl: deps.config.publicUrl };
  const data = confirmationData(order, contactLines(seller), reached);
  data.payment.facts = await giftCardFactsOf(deps, order, orderTranslator(order));
  return renderConfirmation(deps.fonts, data, by);
}

export const confirmationFileName = (order: OrderRecord): string =>
  orderTranslator(order).t('documents.order.fileName', { orderNumber: order.orderNumber });

/** `lines`: the organizer's address. `reached`: where a withdrawal is declared. */
function confirmationData(
  order: OrderRecord,
  lines: string[],
  reached: { contact: string; publicUrl: string },
): OrderConfirmationData {
  const i18n = orderTranslator(order);
  const main = mainOrganizer(order);
  const platform = brandOf(order, i18n);
  return {
    language: i18n.htmlLang,
    accent: whiteLabelOf(order)?.accent ?? main?.accentColor ?? null,
    organizer: { name: main?.name ?? platform, lines },
    platform: i18n.t('documents.platform', { platform }),
    orderNumber: order.orderNumber,
    orderDate: i18n.date(order.orderDate),
    status: { word: i18n.t(`documents.order.status.${visibleStatus(order)}`), tone: toneOf[visibleStatus(order)] },
    event: {
      title: order.event.title,
      date: i18n.weekdayDate(order.event.startTimestamp),
      place: order.event.location,
    },
    addresses: addressesOf(order, i18n),
    lines: order.orderItems.map((line) => ({
      name: line.name,
      detail: line.kind === 'ticket' ? namesIn(order, line.name) : line.code,
      quantity: line.amount,
      unitCents: line.price,
      totalCents: line.priceTotal,
    })),
    taxes: taxesOf(order.orderItems).map(({ rate, net, tax, gross }) => ({
      rate: i18n.t('orders.tax.rate', { rate: i18n.number(toPercent(rate)) }),
      netCents: net,
      taxCents: tax,
      grossCents: gross,
    })),
    totalCents: order.totalPrice,
    payment: { way: paymentWay(order, i18n), facts: [] },
    notes: [...withdrawalNotes(order, reached, i18n), i18n.t('documents.order.noInvoice')],
    withdrawal: withdrawalInstruction(
      order,
      { ...reached, seller: [main?.name ?? platform, ...lines].join(', ') },
      i18n,
    ),
    money: i18n.money,
    labels: { ...orderLabelsFrom((key) => i18n.t(key)), total: totalText(order.orderItems, i18n) },
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

export function paymentWay(order: OrderRecord, i18n: Translator): string {
  const chosen = order.paymentMethod ?? (order.status === 'canceled' ? 'never' : 'none');
  const keys = [`orders.paymentMethod.${chosen}`, `payments.method.${chosen}`];
  const method = i18n.t(keys.find((key): key is MessageKey => i18n.has(key)) ?? 'orders.paymentMethod.other');
  // Free orders have no payment.
  if (order.paidAt === null || order.totalPrice === 0) return method;
  const key = visibleStatus(order) === 'restOpen' ? 'orders.payment.restOpen' : 'orders.payment.paidOn';
  return i18n.t(key, { method, date: i18n.date(order.paidAt) });
}

export function addressesOf(order: OrderRecord, i18n: Translator): OrderConfirmationData['addresses'] {
  const kinds = [
    ['orders.address.contact', order.contactAddress],
    ['orders.address.delivery', order.deliveryAddress],
    ['orders.address.invoice', order.invoiceAddress],
  ] as const;
  return kinds.flatMap(([key, address]) =>
    address ? [{ label: i18n.t(key), lines: addressLines(address, i18n) }] : [],
  );
}

export function addressLines(address: Partial<Address>, i18n: Translator): string[] {
  const joined = (...parts: (string | null | undefined)[]) => parts.filter((part) => part?.trim()).join(' ');
  return [
    address.companyName ?? '',
    joined(address.titlePrefix, address.firstName, address.lastName, address.titleSuffix),
    joined(address.street, address.houseNumber),
    address.additional ?? '',
    joined(address.zipCode, address.city),
    address.countryCode ? i18n.country(address.countryCode) : '',
    address.vatId ? i18n.t('orderAddress.vatIdLine', { vatId: address.vatId }) : '',
  ].filter((line) => line.trim() !== '');
}
