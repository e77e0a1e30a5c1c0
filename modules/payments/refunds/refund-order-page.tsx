import type { ReactElement } from 'react';
import type { OrderRecord } from '#modules/orders/index.ts';
import { feeOf } from '#modules/orders/rules/cancel-refund.ts';
import { type Cents, centsFromZero } from '#src/kernel/money.ts';
import { cashMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { MessageKey } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { MoneyField, RadioCards } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { runForm, showAgain } from '#src/web/forms/own-form.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { loadOrder } from '../load.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { methodLabel } from '../pages/method-label.ts';
import { adminOrderPath, refundPath } from '../paths.ts';
import { isRefundMode, type RefundMode, type RefundPart, refundModes } from '../rules/refund-amount.ts';
import { giveBack } from './api.ts';
import { postedSum, sumInput } from './forms.ts';
import { refundParts } from './grant-refund.ts';
import { manyRefundPages } from './many-page.tsx';
import { type PlannedRefund, plannedRefund } from './planned-refunds.ts';
import { refundRowPages } from './row-pages.tsx';
import { refundStatusPages } from './status-page.tsx';

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
  const again = (change: Partial<FormState>) => showForm(call, showAgain(call, change).state);
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
        amount: mode === 'custom' ? postedSum(call, 'cents') || 0 : null,
        editorId: viewer.userId,
        shown: new Map([[order.id, postedSum(call, 'left')]]),
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

type RefundOrderProps = {
  order: OrderRecord;
  left: Cents;
  sums: Record<'full' | 'withoutProcessingFee', Cents>;
  state: FormState | undefined;
};

function RefundOrderPage(props: RefundOrderProps): ReactElement {
  const { order, left, sums, state } = props;
  const { i18n } = usePage();
  return (
    <div className="stack prose">
      <Facts
        facts={[
          { label: i18n.t('refunds.event'), value: order.event.title },
          { label: i18n.t('refunds.left'), value: i18n.money(left) },
        ]}
      />
      {order.status === 'canceled' ? null : <Alert tone="wait">{i18n.t('refunds.notCanceled')}</Alert>}
      <Form action={refundPath(order.id)} state={state ?? {}} guard>
        <RadioCards
          name="mode"
          label={i18n.t('refunds.mode')}
          defaultValue="full"
          choices={refundModes.map((mode) => ({
            value: mode,
            label: i18n.t(`refunds.mode.${mode}`),
            ...(mode === 'custom' ? {} : { aside: i18n.money(sums[mode]) }),
          }))}
        />
        <MoneyField
          name="amount"
          label={i18n.t('refunds.amount')}
          hint={i18n.t('refunds.amountHint', { left: i18n.money(left) })}
        />
        <div className="form-actions">
          <Button>{i18n.t('refunds.next')}</Button>
          <ButtonLink look="quiet" href={adminOrderPath(order.id)}>
            {i18n.t('ui.form.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

const partKeys: Record<string, MessageKey | undefined> = {
  [cashMethod]: 'refunds.part.cash',
  [giftCardMethod]: 'refunds.part.giftcard',
};

type QuestionProps = PlannedRefund & { mode: RefundMode; parts: readonly RefundPart[] };

function RefundQuestionPage({ orderId, orderNumber, left, mode, amount, parts }: QuestionProps): ReactElement {
  const { i18n } = usePage();
  return (
    <div className="prose">
      <Confirm
        action={refundPath(orderId)}
        fields={{ intent: 'refund', mode, cents: amount, left }}
        text={
          <>
            <p className="lead">{i18n.t('refunds.question', { amount: i18n.money(amount), orderNumber })}</p>
            <ul>
              {parts.map((part) => (
                <li key={part.attemptId ?? part.method}>
                  {part.attemptId === null
                    ? i18n.t(partKeys[part.method] ?? 'refunds.part.transfer', {
                        amount: i18n.money(part.amount),
                      })
                    : i18n.t('refunds.part.provider', {
                        amount: i18n.money(part.amount),
                        method: methodLabel(i18n, part.method),
                      })}
                </li>
              ))}
            </ul>
          </>
        }
        risks={[i18n.t('refunds.noWayBack')]}
        button={i18n.t('refunds.submit', { amount: i18n.money(amount) })}
        isHarmless
        back={refundPath(orderId)}
        backLabel={i18n.t('refunds.change')}
      />
    </div>
  );
}
