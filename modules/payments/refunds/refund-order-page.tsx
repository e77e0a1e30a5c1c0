import type { ReactElement } from 'react';
import type { OrderRecord } from '#modules/orders/index.ts';
import type { Cents } from '#src/kernel/money.ts';
import { cashMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';
import type { MessageKey } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { MoneyField, RadioCards } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { methodLabel } from '../pages/method-label.ts';
import { adminOrderPath, refundPath } from '../paths.ts';
import { type RefundMode, type RefundPart, refundModes } from '../rules/refund-amount.ts';
import type { PlannedRefund } from './planned-refunds.ts';

type RefundOrderProps = {
  order: OrderRecord;
  /** Refundable cents. */
  left: Cents;
  /** Amount of each mode without an entered sum. */
  sums: Record<'full' | 'withoutProcessingFee', Cents>;
  state: FormState | undefined;
};

export function RefundOrderPage(props: RefundOrderProps): ReactElement {
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

export function RefundQuestionPage({ orderId, orderNumber, left, mode, amount, parts }: QuestionProps): ReactElement {
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
