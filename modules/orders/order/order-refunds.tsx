import type { ReactElement } from 'react';
import { maskIban } from '#src/kernel/iban.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import type { OrderRecord } from '../read.ts';
import type { OrderMoney } from '../rules/order-money.ts';

type Refund = OrderMoney['refunds'][number];

export function OrderRefunds(props: {
  order: Pick<OrderRecord, 'id'>;
  money: OrderMoney;
  i18n: Translator;
  /** On the account form itself. */
  isForm?: boolean;
  /** Opened by a link without a login: the account form gets a signed link, too. */
  byLink?: boolean;
}): ReactElement | null {
  const { order, money, i18n, isForm = false, byLink = false } = props;
  const visible = money.refunds.filter(({ status }) => status !== 'withdrawn');
  if (visible.length === 0) return null;
  const waiting = visible.filter(isAccountOpen);
  const isMissing = waiting.some(isAccountMissing);
  return (
    <Card title={i18n.t('refunds.own.title')}>
      {visible.map((refund) => (
        <p key={refund.id}>
          {refund.reason === 'granted' ? null : `${i18n.t(`refunds.own.${refund.reason}`)} `}
          {refundSentence(refund, i18n)}
        </p>
      ))}
      {byLink && isMissing ? <p className="soft">{i18n.t('refunds.ownAccount.mailed')}</p> : null}
      {waiting.length === 0 || isForm || byLink ? null : (
        <div className="form-actions">
          <ButtonLink {...(isMissing ? {} : { look: 'plain' })} href={accountPath(order)}>
            {i18n.t(isMissing ? 'refunds.ownAccount.enter' : 'refunds.ownAccount.change')}
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}

/** The account can be changed until the refund is in a bank file. */
const isAccountOpen = ({ way, status, isInFile }: Refund): boolean =>
  way === 'transfer' && (status === 'pending' || status === 'failed') && !isInFile;
const isAccountMissing = (refund: Refund): boolean => isAccountOpen(refund) && refund.iban === null;
const accountPath = ({ id }: Pick<OrderRecord, 'id'>): string => `/orders/${id}/refund-account`;

export function AccountToDo(props: {
  order: Pick<OrderRecord, 'id'>;
  money: OrderMoney | null;
  i18n: Translator;
}): ReactElement | null {
  const { order, money, i18n } = props;
  const missing = money?.refunds.find(isAccountMissing);
  if (!missing) return null;
  return (
    <Alert tone="wait" title={refundSentence(missing, i18n)}>
      <div className="row">
        <ButtonLink href={accountPath(order)}>{i18n.t('refunds.ownAccount.enter')}</ButtonLink>
      </div>
    </Alert>
  );
}

export function refundSentence(refund: Refund, i18n: Translator): string {
  const { status, way, iban, settledAt } = refund;
  const amount = i18n.money(refund.amount);
  if (way === 'cash')
    return status === 'completed'
      ? i18n.t('refunds.own.wasCash', { amount, date: i18n.date(settledAt ?? refund.at) })
      : i18n.t('refunds.own.cash', { amount });
  if (way === 'giftcard') return i18n.t('refunds.own.onGiftCard', { amount, date: i18n.date(settledAt ?? refund.at) });
  if (status === 'failed') return i18n.t('refunds.own.failed', { amount });
  const key = `payments.method.${refund.method}`;
  const method = i18n.has(key) ? i18n.t(key) : refund.method;
  if (status === 'completed') {
    const date = i18n.date(settledAt ?? refund.at);
    return way === 'provider'
      ? i18n.t('refunds.own.wentBack', { amount, method, date })
      : iban && refund.isInFile
        ? i18n.t('refunds.own.wasTransferredTo', { amount, date, iban: maskIban(iban) })
        : i18n.t('refunds.own.wasTransferred', { amount, date });
  }
  if (way === 'provider') return i18n.t('refunds.own.goesBack', { amount, method });
  return iban
    ? i18n.t('refunds.own.transfer', { amount, iban: maskIban(iban) })
    : i18n.t('refunds.own.transferUnknown', { amount });
}
