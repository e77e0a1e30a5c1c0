import { userById } from '#modules/accounts/index.ts';
import { requireEventRole } from '#modules/events/index.ts';
import { measuringOf } from '#modules/events/rules/measuring.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { type OrderRecord, orderOf, requireOwnOrder } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { idIn, type PageCall, page, type Route } from '#src/platform/http.ts';
import type { MessageKey, Words } from '#src/platform/locale.ts';
import { bankTransferOf, paymentCodeAddress } from './bank-transfer-of.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { markPaid } from './mark-paid.ts';
import { BankTransferPage } from './pages/bank-transfer-page.tsx';
import { MarkPaidPage } from './pages/mark-paid-page.tsx';
import { PaymentPage } from './pages/payment-page.tsx';
import { adminOrderPath, bankTransferPath, ownOrderPath, paymentPath, paymentSuccessPath } from './paths.ts';
import { possibleMethods, referencePrefix } from './rules/methods.ts';
import { makeReference } from './rules/payment-reference.ts';

/** The sentence of a refusal; a mistake of ours goes on its way. */
function sentenceOf(error: unknown, words: Words): string {
  if (!(error instanceof Problem)) throw error;
  const key = `problem.${error.code}`;
  return words.t(words.has(key) ? key : ('problem.UNKNOWN' as MessageKey));
}

const wordingOf = (order: OrderRecord) => (order.event.useAlternateTranslation ? 'packages' : 'standard');

async function showPayment(call: PageCall<'order.read'>, order: OrderRecord, error?: string): Promise<Response> {
  const methods = possibleMethods(order.event, { hasBank: call.deps.config.bank !== null });
  return call.render(
    <PaymentPage order={order} methods={methods} {...(error ? { error } : {})} />,
    {
      title: call.words.t('payments.page.title'),
      noIndex: true,
      whiteLabel: whiteLabelOf(order),
      measuring: measuringOf(order),
    },
    error ? 422 : 200,
  );
}

/** Where an order that is not open any more belongs; null while it can be paid. */
const placeOf = (order: OrderRecord): string | null =>
  isPaidStatus(order.status)
    ? paymentSuccessPath(order.id)
    : order.status === 'canceled'
      ? ownOrderPath(order.id)
      : null;

const showPaymentPage = page({ method: 'get', path: '/events/{eventId}/payment', may: 'order.pay' }, async (call) => {
  // Nothing is ordered yet: the step before knows where to go on.
  if (!call.query.has('order')) return call.redirect(`/events/${call.params.eventId}/check-order`);
  const order = await requireOwnOrder(call.deps.read, call.viewer, idIn(call.query.get('order')));
  const elsewhere = placeOf(order);
  return elsewhere ? call.redirect(elsewhere) : showPayment(call, order);
});

const choosePayment = page({ method: 'post', path: '/events/{eventId}/payment', may: 'order.pay' }, async (call) => {
  const { deps, viewer, words, form } = call;
  const order = await requireOwnOrder(deps.read, viewer, idIn(call.query.get('order')));
  const elsewhere = placeOf(order);
  if (elsewhere) return call.redirect(elsewhere);
  if (form.get('paymentMethod') !== 'bank') return showPayment(call, order, words.t('payments.method.missing'));
  try {
    await deps.write((work) => chooseBankTransfer(work, { orderId: order.id, bank: deps.config.bank }));
  } catch (error) {
    return showPayment(call, order, sentenceOf(error, words));
  }
  return call.redirect(bankTransferPath(order.id));
});

const showTransfer = page({ method: 'get', path: '/payment-in-advance/{orderId}', may: 'order.pay' }, async (call) => {
  const { deps, viewer, words, params } = call;
  const order = await requireOwnOrder(deps.read, viewer, idIn(params.orderId));
  const elsewhere = placeOf(order);
  if (elsewhere) return call.redirect(elsewhere);
  if (order.paymentMethod !== 'bank') return call.redirect(paymentPath(order.event.id, order.id));
  const transfer = deps.config.bank && (await bankTransferOf(deps.read, deps.config.bank, order.id));
  if (!transfer) return refuse('NOT_FOUND');
  const qrCode = await paymentCodeAddress(transfer);
  return call.render(<BankTransferPage order={order} transfer={transfer} qrCode={qrCode} />, {
    title: words.withWording(wordingOf(order)).t('payments.transfer.heading'),
    noIndex: true,
    whiteLabel: whiteLabelOf(order),
    measuring: measuringOf(order),
  });
});

/** An order of an event that the viewer looks after; of any other one there is nothing to see. */
async function managedOrder(call: PageCall<'order.manage'>): Promise<OrderRecord> {
  const order = (await orderOf(call.deps.read, idIn(call.params.orderId))) ?? refuse('NOT_FOUND');
  await requireEventRole(call.deps.read, call.viewer, order.event.id);
  return order;
}

async function askMarkPaid(call: PageCall<'order.manage'>, order: OrderRecord, problem?: string): Promise<Response> {
  const buyer = await userById(call.deps.read, order.userId);
  const reference = makeReference(referencePrefix, order.id);
  return call.render(
    <MarkPaidPage
      order={order}
      buyerEmail={buyer?.email ?? ''}
      reference={reference}
      {...(problem ? { problem } : {})}
    />,
    {
      title: call.words.t('payments.markPaid.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
    },
    problem ? 409 : 200,
  );
}

const showMarkPaid = page(
  { method: 'get', path: '/admin/orders/{orderId}/mark-paid', may: 'order.manage' },
  async (call) => {
    const order = await managedOrder(call);
    return order.status === 'pending' ? askMarkPaid(call, order) : call.redirect(adminOrderPath(order.id));
  },
);

const doMarkPaid = page(
  { method: 'post', path: '/admin/orders/{orderId}/mark-paid', may: 'order.manage' },
  async (call) => {
    const order = await managedOrder(call);
    const comment = String(call.form.get('comment') ?? '')
      .trim()
      .slice(0, 500);
    try {
      await call.deps.write((work) =>
        markPaid(work, { orderId: order.id, editorId: call.viewer.userId, ...(comment ? { comment } : {}) }),
      );
    } catch (error) {
      return askMarkPaid(call, order, sentenceOf(error, call.words));
    }
    return call.redirect(`${adminOrderPath(order.id)}?done=paid`);
  },
);

export const paymentPages: Route[] = [showPaymentPage, choosePayment, showTransfer, showMarkPaid, doMarkPaid];
