import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { acceptsGiftCards } from '#modules/gift-cards/index.ts';
import { type OrderRecord, orderOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Config } from '#src/config/config.ts';
import { accountMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';
import type { PageHead } from '#src/web/http.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { startOnlinePayment } from './online/start-payment.ts';
import { MethodChoice } from './pages/method-choice.tsx';
import { bankTransferPath, giftCardPath, onAccountPath, paymentPath } from './paths.ts';
import { configuredMethods, type PaymentMethod, possibleMethods, sortByDevice } from './rules/methods.ts';

/** Payment methods shown on the order page. `userAgent` tells the device. */
export function waysToPay(
  { config }: Pick<Deps, 'config'>,
  { catalog, userAgent, i18n }: { catalog: Pick<Catalog, 'event' | 'organizers'>; userAgent: string; i18n: Translator },
) {
  const takesGiftCards = catalog.organizers.some((organizer) => organizer.isMain && organizer.takesGiftCards);
  const offered = possibleMethods(catalog.event, configuredMethods(config), takesGiftCards);
  const methods = sortByDevice(offered, userAgent);
  return {
    methods: offered,
    head: leadingToProvider(config),
    choice: (props: Pick<Parameters<typeof MethodChoice>[0], 'amount' | 'chosen' | 'error'>): ReactElement | null =>
      methods.length === 0 ? null : <MethodChoice {...props} methods={methods} i18n={i18n} />,
  };
}

/** Methods of one order; the rest of a complete one cannot go on account. */
export async function methodsOf(
  { read, config }: Pick<Deps, 'read' | 'config'>,
  { event, status }: Pick<OrderRecord, 'event' | 'status'>,
): Promise<PaymentMethod[]> {
  const possible = possibleMethods(event, configuredMethods(config), await acceptsGiftCards(read, event.id));
  return possible.filter((method) => method !== accountMethod || !isPaidStatus(status));
}

/** Starts the payment of a new order. Returns the path or URL to continue; on a refusal the payment page. */
export async function beginPayment(
  deps: Deps,
  { orderId, method, locale }: { orderId: number; method: string; locale: Locale },
): Promise<string> {
  const ordered = async () => (await orderOf(deps.read, orderId)) ?? refuse('NOT_FOUND');
  try {
    if (method === accountMethod) return onAccountPath(orderId);
    if (method === giftCardMethod) return giftCardPath(orderId);
    if (method !== 'bank')
      return (await startOnlinePayment(deps, { order: await ordered(), method, locale })).redirectUrl;
    await deps.write((work) => chooseBankTransfer(work, { orderId, bank: deps.config.bank }));
    return bankTransferPath(orderId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const details = Object.entries(error.details).filter(([name]) => name === 'reason' || name === 'most');
    const refused = [['refused', error.code], ...details.map(([name, value]) => [name, String(value)])];
    return `${paymentPath((await ordered()).event.id, orderId)}&${new URLSearchParams(refused)}`;
  }
}

/** CSP entry for a page whose form redirects to the provider. */
export const leadingToProvider = ({ saferpay }: Pick<Config, 'saferpay'>): Pick<PageHead, 'leadsTo'> =>
  saferpay ? { leadsTo: new URL(saferpay.url).origin } : {};
