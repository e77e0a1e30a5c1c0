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
  words: Translator;
  /** On the page that asks for the account itself. */
  isForm?: boolean;
  /** Whoever opened the order by its link is logged in nowhere: the form for the account opens by a link of its own. */
  byLink?: boolean;
}): ReactElement | null {
  const { order, money, words, isForm = false, byLink = false } = props;
  const shown = money.refunds.filter(({ status }) => status !== 'withdrawn');
  if (shown.length === 0) return null;
  const waiting = shown.filter(isAccountOpen);
  const isMissing = waiting.some(isAccountMissing);
  return (
    <Card title={words.t('refunds.own.title')}>
      {shown.map((refund) => (
        <p key={refund.id}>
          {refund.reason === 'granted' ? null : `${words.t(`refunds.own.${refund.reason}`)} `}
          {refundSentence(refund, words)}
        </p>
      ))}
      {byLink && isMissing ? <p className="soft">{words.t('refunds.ownAccount.mailed')}</p> : null}
      {waiting.length === 0 || isForm || byLink ? null : (
        <div className="form-actions">
          <ButtonLink {...(isMissing ? {} : { look: 'plain' })} href={accountPath(order)}>
            {words.t(isMissing ? 'refunds.ownAccount.enter' : 'refunds.ownAccount.change')}
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
  words: Translator;
}): ReactElement | null {
  const { order, money, words } = props;
  const missing = money?.refunds.find(isAccountMissing);
  if (!missing) return null;
  return (
    <Alert tone="wait" title={refundSentence(missing, words)}>
      <div className="row">
        <ButtonLink href={accountPath(order)}>{words.t('refunds.ownAccount.enter')}</ButtonLink>
      </div>
    </Alert>
  );
}

/** Where one refund stands, in a sentence. */
export function refundSentence(refund: Refund, words: Translator): string {
  const { status, way, iban, settledAt } = refund;
  const amount = words.money(refund.amount);
  if (way === 'cash')
    return status === 'completed'
      ? words.t('refunds.own.wasCash', { amount, date: words.date(settledAt ?? refund.at) })
      : words.t('refunds.own.cash', { amount });
  if (way === 'giftcard')
    return words.t('refunds.own.onGiftCard', { amount, date: words.date(settledAt ?? refund.at) });
  if (status === 'failed') return words.t('refunds.own.failed', { amount });
  const key = `payments.method.${refund.method}`;
  const method = words.has(key) ? words.t(key) : refund.method;
  if (status === 'completed') {
    const date = words.date(settledAt ?? refund.at);
    return way === 'provider'
      ? words.t('refunds.own.wentBack', { amount, method, date })
      : iban && refund.isInFile
        ? words.t('refunds.own.wasTransferredTo', { amount, date, iban: maskIban(iban) })
        : words.t('refunds.own.wasTransferred', { amount, date });
  }
  if (way === 'provider') return words.t('refunds.own.goesBack', { amount, method });
  return iban
    ? words.t('refunds.own.transfer', { amount, iban: maskIban(iban) })
    : words.t('refunds.own.transferUnknown', { amount });
}
