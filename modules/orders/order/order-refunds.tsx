import type { ReactElement } from 'react';
import { maskIban } from '#src/kernel/iban.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import type { OrderRecord } from '../read.ts';
import type { OrderMoney } from '../rules/order-money.ts';

type Refund = OrderMoney['refunds'][number];

/** What comes back to the buyer: how much, how and when. Nothing where nothing does. */
export function OrderRefunds(props: {
  order: Pick<OrderRecord, 'id'>;
  money: OrderMoney;
  i18n: Translator;
  /** On the page that asks for the account itself. */
  isForm?: boolean;
  /** Whoever opened the order by its link is logged in nowhere: the form for the account opens by a link of its own. */
  byLink?: boolean;
}): ReactElement | null {
  const { order, money, i18n, isForm = false, byLink = false } = props;
  const shown = money.refunds.filter(({ status }) => status !== 'withdrawn');
  if (shown.length === 0) return null;
  const waiting = shown.filter(isAccountOpen);
  const isMissing = waiting.some(isAccountMissing);
  return (
    <Card title={i18n.t('refunds.own.title')}>
      {shown.map((refund) => (
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

/** No file has it, so its account can still be said. */
const isAccountOpen = ({ way, status, isInFile }: Refund): boolean =>
  way === 'transfer' && (status === 'pending' || status === 'failed') && !isInFile;
const isAccountMissing = (refund: Refund): boolean => isAccountOpen(refund) && refund.iban === null;
const accountPath = ({ id }: Pick<OrderRecord, 'id'>): string => `/orders/${id}/refund-account`;

/** In a list of orders: money waits for nothing but the account that it should go to. */
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

/** Where one refund stands, in a sentence. */
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
