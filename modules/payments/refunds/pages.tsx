import type { OrderRecord } from '#modules/orders/index.ts';
import { Problem } from '#src/kernel/problem.ts';
import { refusalText } from '#src/platform/forms/refusal.ts';
import { page, type Route } from '#src/platform/http.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { readCents } from '#src/ui/format.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { adminOrderPath } from '../paths.ts';
import { isRefundMode, type RefundMode, refundAmount, splitRefund } from '../rules/refund-amount.ts';
import { giveBack } from './api.ts';
import { capturedPaymentsOf } from './grant-refund.ts';
import { manyRefundPages } from './many-routes.tsx';
import { feeOf, type RefundCall, refundableOrder } from './refund-call.ts';
import { RefundOrderPage, RefundQuestionPage, type RefundTyped } from './refund-order-page.tsx';
import { refundRowPages } from './row-routes.tsx';
import { refundStatusPages } from './status-routes.tsx';

async function showForm(
  call: RefundCall,
  order: OrderRecord,
  said: { typed?: RefundTyped; problem?: string; errors?: FormErrors } = {},
): Promise<Response> {
  const { kept } = await moneyOfOrder(call.deps.read, order);
  const { words } = call;
  return call.render(
    <RefundOrderPage
      order={order}
      left={Math.max(0, kept)}
      sums={{ full: kept, withoutProcessingFee: kept - feeOf(order) }}
      typed={said.typed ?? { mode: null, amount: '' }}
      problem={said.problem ?? null}
      errors={said.errors ?? {}}
    />,
    {
      title: words.t('refunds.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
      admin: { intro: <a href={adminOrderPath(order.id)}>{words.t('refunds.back')}</a> },
    },
    said.problem ? 409 : said.errors ? 400 : 200,
  );
}

async function ask(call: RefundCall, order: OrderRecord): Promise<Response> {
  const { deps, words, form } = call;
  const mode = form.get('mode');
  const typed = { mode: isRefundMode(mode) ? mode : null, amount: String(form.get('amount') ?? '').slice(0, 40) };
  if (!typed.mode) return showForm(call, order, { typed, errors: { mode: words.t('refunds.modeMissing') } });
  const cents = typed.mode === 'custom' ? readCents(typed.amount, words.locale) : null;
  if (typed.mode === 'custom' && cents === null) {
    return showForm(call, order, { typed, errors: { amount: words.t('refunds.amountWrong') } });
  }
  const { kept } = await moneyOfOrder(deps.read, order);
  const sum = refundAmount({ mode: typed.mode, amount: cents, kept, fee: feeOf(order) });
  if ('refusal' in sum) {
    const said = words.t(`problem.${sum.refusal}`);
    return showForm(call, order, {
      typed,
      ...(typed.mode === 'custom' ? { errors: { amount: said } } : { problem: said }),
    });
  }
  const parts = splitRefund(sum.amount, await capturedPaymentsOf(deps.read, order.id));
  return call.render(
    <RefundQuestionPage order={order} left={kept} mode={typed.mode} amount={sum.amount} parts={parts} />,
    { title: words.t('refunds.title', { orderNumber: order.orderNumber }), frame: 'admin' },
  );
}

/** Does what the question showed, and nothing else: what is left must be what it was there. */
async function refund(call: RefundCall, order: OrderRecord, mode: RefundMode): Promise<Response> {
  const number = (name: string) => Number(/^\d{1,12}$/.exec(String(call.form.get(name)))?.[0] ?? Number.NaN);
  try {
    await giveBack(call.deps, {
      orderIds: [order.id],
      mode,
      amount: mode === 'custom' ? number('cents') || 0 : null,
      editorId: call.viewer.userId,
      seen: new Map([[order.id, number('left')]]),
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'PAYMENT_REFUND_FAILED') {
      return call.redirect(`${adminOrderPath(order.id)}?refund=failed#money`);
    }
    return showForm(call, order, { problem: refusalText(error, call.words) });
  }
  return call.redirect(`${adminOrderPath(order.id)}?done=refunded#money`);
}

export const refundPages: Route[] = [
  page({ method: 'get', path: '/admin/orders/{orderId}/refund', may: 'order.refund' }, async (call) =>
    showForm(call, await refundableOrder(call)),
  ),
  page({ method: 'post', path: '/admin/orders/{orderId}/refund', may: 'order.refund' }, async (call) => {
    const order = await refundableOrder(call);
    const mode = call.form.get('mode');
    return call.form.get('intent') === 'refund' && isRefundMode(mode) ? refund(call, order, mode) : ask(call, order);
  }),
  ...refundStatusPages,
  ...refundRowPages,
  ...manyRefundPages,
];
