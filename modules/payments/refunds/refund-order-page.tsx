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
  /** Cents that came in and are not on their way back. */
  left: Cents;
  /** What each choice without a sum of one's own comes to. */
  sums: Record<'full' | 'withoutProcessingFee', Cents>;
  state: FormState | undefined;
};

/** How much of an order goes back. */
export function RefundOrderPage(props: RefundOrderProps): ReactElement {
  const { order, left, sums, state } = props;
  const { words } = usePage();
  return (
    <div className="stack prose">
      <Facts
        facts={[
          { label: words.t('refunds.event'), value: order.event.title },
          { label: words.t('refunds.left'), value: words.money(left) },
        ]}
      />
      {order.status === 'canceled' ? null : <Alert tone="wait">{words.t('refunds.notCanceled')}</Alert>}
      <Form action={refundPath(order.id)} state={state ?? {}} guard>
        <RadioCards
          name="mode"
          label={words.t('refunds.mode')}
          defaultValue="full"
          choices={refundModes.map((mode) => ({
            value: mode,
            label: words.t(`refunds.mode.${mode}`),
            ...(mode === 'custom' ? {} : { aside: words.money(sums[mode]) }),
          }))}
        />
        <MoneyField
          name="amount"
          label={words.t('refunds.amount')}
          hint={words.t('refunds.amountHint', { left: words.money(left) })}
        />
        <div className="form-actions">
          <Button>{words.t('refunds.next')}</Button>
          <ButtonLink look="quiet" href={adminOrderPath(order.id)}>
            {words.t('ui.form.cancel')}
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

/** The question before money moves: how much, and which way. */
export function RefundQuestionPage({ orderId, orderNumber, left, mode, amount, parts }: QuestionProps): ReactElement {
  const { words } = usePage();
  return (
    <div className="prose">
      <Confirm
        action={refundPath(orderId)}
        fields={{ intent: 'refund', mode, cents: amount, left }}
        text={
          <>
            <p className="lead">{words.t('refunds.question', { amount: words.money(amount), orderNumber })}</p>
            <ul>
              {parts.map((part) => (
                <li key={part.attemptId ?? part.method}>
                  {part.attemptId === null
                    ? words.t(partKeys[part.method] ?? 'refunds.part.transfer', {
                        amount: words.money(part.amount),
                      })
                    : words.t('refunds.part.provider', {
                        amount: words.money(part.amount),
                        method: methodLabel(words, part.method),
                      })}
                </li>
              ))}
            </ul>
          </>
        }
        risks={[words.t('refunds.noWayBack')]}
        button={words.t('refunds.submit', { amount: words.money(amount) })}
        isHarmless
        back={refundPath(orderId)}
        backLabel={words.t('refunds.change')}
      />
    </div>
  );
}
