import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { acceptsGiftCards } from '#modules/gift-cards/index.ts';
import { type OrderRecord, orderOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { accountMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { leadingToProvider } from './online/leading-to-provider.ts';
import { startOnlinePayment } from './online/start-payment.ts';
import { MethodChoice } from './pages/method-choice.tsx';
import { bankTransferPath, giftCardPath, onAccountPath, paymentPath } from './paths.ts';
import { likelyFirst } from './rules/likely-methods.ts';
import { installationOf, type PaymentMethod, possibleMethods } from './rules/methods.ts';

/** Payment methods shown on the order page. `userAgent` tells the device. */
export function waysToPay(
  { config }: Pick<Deps, 'config'>,
  { catalog, userAgent, i18n }: { catalog: Pick<Catalog, 'event' | 'organizers'>; userAgent: string; i18n: Translator },
) {
  const takesGiftCards = catalog.organizers.some((organizer) => organizer.isMain && organizer.takesGiftCards);
  const offered = possibleMethods(catalog.event, installationOf(config), takesGiftCards);
  const methods = likelyFirst(offered, userAgent);
  return {
    methods: offered,
    head: leadingToProvider(config),
    choice: (shown: Pick<Parameters<typeof MethodChoice>[0], 'amount' | 'chosen' | 'error'>): ReactElement | null =>
      methods.length === 0 ? null : <MethodChoice {...shown} methods={methods} i18n={i18n} />,
  };
}

/** Methods of one order; the rest of a complete one cannot go on account. */
export async function methodsOf(
  { read, config }: Pick<Deps, 'read' | 'config'>,
  { event, status }: Pick<OrderRecord, 'event' | 'status'>,
): Promise<PaymentMethod[]> {
  const possible = possibleMethods(event, installationOf(config), await acceptsGiftCards(read, event.id));
  return possible.filter((method) => method !== accountMethod || !isPaidStatus(status));
}

/**
 * Starts the payment of a new order. Returns the provider's page or the transfer page; on a refusal the payment page
 * with the reason.
 */
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
    const said = Object.entries(error.details).filter(([name]) => name === 'reason' || name === 'most');
    const refused = [['refused', error.code], ...said.map(([name, value]) => [name, String(value)])];
    return `${paymentPath((await ordered()).event.id, orderId)}&${new URLSearchParams(refused)}`;
  }
}
