import type { ReactElement } from 'react';
import type { Cents } from '#src/kernel/money.ts';
import { MoneyField, RadioCards } from '#src/ui/field.tsx';
import { readCents } from '#src/ui/format.ts';
import { usePage } from '#src/ui/page.tsx';
import { postedText } from '#src/web/forms/own-form.ts';
import type { PageCall } from '#src/web/http.ts';
import { type CancelRefund, cancelRefundModes, noRefund } from '../rules/cancel-refund.ts';

/** What each choice without a sum of one's own comes to, cents. */
export type CancelSums = Record<'full' | 'withoutProcessingFee', Cents>;

/** How much goes back with a cancellation: nobody is nudged, so nothing is ticked before. */
export function CancelMoney({ sums, isMany }: { sums: CancelSums; isMany: boolean }): ReactElement {
  const { i18n } = usePage();
  const { full, withoutProcessingFee } = sums;
  const modes = cancelRefundModes.filter((mode) => mode !== 'withoutProcessingFee' || withoutProcessingFee < full);
  return (
    <>
      <RadioCards
        name="refund"
        label={i18n.t('refunds.mode')}
        choices={modes.map((mode) => ({
          value: mode,
          label: i18n.t(mode === 'none' ? 'ordersAdmin.cancelMode.none' : `refunds.mode.${mode}`),
          ...(mode === 'full' || mode === 'withoutProcessingFee' ? { aside: i18n.money(sums[mode]) } : {}),
        }))}
      />
      <MoneyField
        name="amount"
        label={i18n.t(isMany ? 'refunds.many.amount' : 'refunds.amount')}
        hint={isMany ? i18n.t('orderList.cancel.amountHint') : i18n.t('refunds.amountHint', { left: i18n.money(full) })}
      />
    </>
  );
}

/** The decision that was posted, or what is wrong with it. `isAsked`: there is money to decide about. */
export function cancelMoneyIn(
  call: Pick<PageCall, 'form' | 'i18n'>,
  isAsked: boolean,
): { refund: CancelRefund } | { errors: Record<string, string> } {
  const { form, i18n } = call;
  const mode = cancelRefundModes.find((each) => each === form.get('refund'));
  if (!mode) return isAsked ? { errors: { refund: i18n.t('refunds.modeMissing') } } : { refund: noRefund };
  if (mode !== 'custom') return { refund: { mode } };
  const amount = readCents(postedText(call, 'amount'), i18n.locale);
  return amount === null || amount <= 0
    ? { errors: { amount: i18n.t('refunds.amountWrong') } }
    : { refund: { mode, amount } };
}

/** A sum of cents that the question showed; null when it showed none. */
export const shownLeft = ({ form }: Pick<PageCall, 'form'>): number | null => {
  const digits = /^\d{1,12}$/.exec(String(form.get('left') ?? ''));
  return digits ? Number(digits[0]) : null;
};
