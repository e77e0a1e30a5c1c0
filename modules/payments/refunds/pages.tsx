import type { OrderRecord } from '#modules/orders/index.ts';
import { feeOf } from '#modules/orders/rules/cancel-refund.ts';
import { centsFromZero } from '#src/kernel/money.ts';
import { Problem } from '#src/kernel/problem.ts';
import { runForm, showAgain } from '#src/web/forms/own-form.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { loadOrder } from '../load.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { adminOrderPath } from '../paths.ts';
import { isRefundMode, type RefundMode } from '../rules/refund-amount.ts';
import { giveBack } from './api.ts';
import { refundParts } from './grant-refund.ts';
import { manyRefundPages } from './many-routes.tsx';
import { plannedRefund } from './planned-refunds.ts';
import { RefundOrderPage, RefundQuestionPage } from './refund-order-page.tsx';
import { shownSum, sumInput } from './refund-sum-input.ts';
import { refundRowPages } from './row-routes.tsx';
import { refundStatusPages } from './status-routes.tsx';

type Call = PageCall<'order.refund', 'orderId', OrderRecord>;

async function showForm(call: Call, state?: FormState): Promise<Response> {
  const { deps, i18n, record: order } = call;
  const { kept } = await moneyOfOrder(deps.read, order);
  return call.render(
    <RefundOrderPage
      order={order}
      left={centsFromZero(kept)}
      sums={{ full: centsFromZero(kept), withoutProcessingFee: centsFromZero(kept - feeOf(order)) }}
      state={state}
    />,
    {
      title: i18n.t('refunds.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
      admin: { eventId: order.event.id, intro: <a href={adminOrderPath(order.id)}>{i18n.t('refunds.back')}</a> },
    },
    state?.status ?? 200,
  );
}

async function ask(call: Call): Promise<Response> {
  const { deps, i18n, form, record: order } = call;
  const again = (said: Partial<FormState>) => showForm(call, showAgain(call, said).state);
  const mode = form.get('mode');
  if (!isRefundMode(mode)) return again({ errors: { mode: i18n.t('refunds.modeMissing') } });
  const amount = sumInput(call, mode);
  if (amount === undefined) return again({ errors: { amount: i18n.t('refunds.amountWrong') } });
  try {
    const planned = await plannedRefund(deps.read, order, { mode, amount });
    const parts = await refundParts(deps.read, order.id, planned.amount);
    return await call.render(<RefundQuestionPage {...planned} mode={mode} parts={parts} />, {
      title: i18n.t('refunds.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
      admin: { eventId: order.event.id },
    });
  } catch (error) {
    const refusal = refusalText(error, i18n);
    return again(mode === 'custom' ? { errors: { amount: refusal } } : { refusal, status: 409 });
  }
}

/** Refunds exactly what the confirmation page showed; refuses if the remainder changed. */
async function refund(call: Call, mode: RefundMode): Promise<Response> {
  const { deps, viewer, record: order } = call;
  const place = adminOrderPath(order.id);
  const done = await runForm(call, async () => {
    try {
      await giveBack(deps, {
        orderIds: [order.id],
        mode,
        amount: mode === 'custom' ? shownSum(call, 'cents') || 0 : null,
        editorId: viewer.userId,
        shown: new Map([[order.id, shownSum(call, 'left')]]),
      });
    } catch (error) {
      if (error instanceof Problem && error.code === 'PAYMENT_REFUND_FAILED') return `${place}?refund=failed#money`;
      throw error;
    }
    return `${place}?done=refunded#money`;
  });
  return 'to' in done ? call.redirect(done.to) : showForm(call, done.state);
}

const at = { path: '/admin/orders/{orderId}/refund', may: 'order.refund', load: loadOrder } as const;

export const refundPages: Route[] = [
  page({ method: 'get', ...at }, (call) => showForm(call)),
  page({ method: 'post', ...at }, (call) => {
    const mode = call.form.get('mode');
    return call.form.get('intent') === 'refund' && isRefundMode(mode) ? refund(call, mode) : ask(call);
  }),
  ...refundStatusPages,
  ...refundRowPages,
  ...manyRefundPages,
];
