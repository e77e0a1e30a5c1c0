import type { ReactElement } from 'react';
import { type Cents, cents, minCents } from '#src/kernel/money.ts';
import { giftCardMethod } from '#src/kernel/payment-methods.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card, Facts } from '#src/ui/display.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import type { OrderRecord } from '../read.ts';
import { feeOf } from '../rules/cancel-refund.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { methodName } from './to-do.tsx';

/** How a refund is paid. */
export function refundWay(money: OrderMoney, i18n: Translator): string {
  const methods = [...new Set(money.payments.map(({ method }) => method))];
  if (methods.includes(giftCardMethod)) {
    const others = methods.filter((method) => method !== giftCardMethod);
    const toCard = i18n.t('ownOrder.cancel.toGiftCard');
    return others.length === 0 ? toCard : `${toCard} ${refundWay(without(money, giftCardMethod), i18n)}`;
  }
  const online = methods.filter((method) => method !== 'bank');
  if (online.length === 0) return i18n.t('ownOrder.cancel.byTransfer');
  const method = online.map((name) => methodName(name, i18n)).join(', ');
  return online.length === methods.length
    ? i18n.t('ownOrder.cancel.byProvider', { method })
    : i18n.t('ownOrder.cancel.byBoth', { method });
}

const without = (money: OrderMoney, left: string): OrderMoney => ({
  ...money,
  payments: money.payments.filter(({ method }) => method !== left),
});

export function CancelPage(props: {
  order: OrderRecord;
  money: OrderMoney;
  retained: Cents;
  i18n: Translator;
}): ReactElement {
  const { order, money, i18n } = props;
  const { t } = i18n;
  const isPending = order.status === 'pending';
  // Money may be open or already refunded, so only the rest can be kept.
  const retained = minCents(props.retained, money.refundable);
  // Money of an order that was never fully paid is refunded in full.
  const back = cents(money.refundable - retained);
  return (
    <div className="narrow stack">
      <h1>{t('orders.cancel.title')}</h1>
      <Confirm
        action={`/orders/${order.id}/cancel`}
        text={
          <>
            <p className="lead">
              {t('orders.cancel.text', { event: order.event.title, orderNumber: order.orderNumber })}
            </p>
            <Card>
              <Facts
                facts={[
                  { label: t('ownOrder.cancel.back'), value: <strong>{i18n.money(back)}</strong> },
                  ...(isPending ? [] : [{ label: t('ownOrder.cancel.kept'), value: i18n.money(retained) }]),
                ]}
              />
              {isPending && back === 0 ? <p>{t('orders.cancel.nothingPaid')}</p> : null}
              {!isPending && retained > 0 ? (
                <p>{t('ownOrder.cancel.keptText', { fee: feeOf(order) > 0 ? 'yes' : 'no' })}</p>
              ) : null}
              {back > 0 ? <p>{refundWay(money, i18n)}</p> : null}
              <p>{t('ownOrder.cancel.people')}</p>
            </Card>
          </>
        }
        button={t('orders.cancel.confirm')}
        back={`/orders/${order.id}`}
        backLabel={t('orders.cancel.keep')}
      />
    </div>
  );
}
