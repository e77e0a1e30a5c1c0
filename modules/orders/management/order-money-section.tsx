import type { ReactElement } from 'react';
import { formatIban } from '#src/kernel/iban.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Card, Facts, type Tone } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import type { AdminOrderRecord } from '../read-admin.ts';
import type { OrderMoney } from '../rules/order-money.ts';

type Refund = OrderMoney['refunds'][number];

const refundTone = (status: Refund['status']): Tone =>
  ({ pending: 'wait', completed: 'good', failed: 'bad', withdrawn: 'neutral' })[status] as Tone;

const methodOf = (words: Translator, method: string): string => {
  const key = `payments.method.${method}`;
  return words.has(key) ? words.t(key) : method;
};

/** A card or an account is named by its digits; without any, the provider's name says less than ours. */
const paidWith = (method: string, means: string | null): string => {
  if (!means || !/\d/.test(means)) return method;
  return means.toLowerCase().startsWith(method.toLowerCase()) ? means : `${method}, ${means}`;
};

const atColumn = (words: Translator) => ({
  key: 'at',
  title: words.t('refunds.column.at'),
  heading: true as const,
  cell: ({ at }: { at: Instant }) => words.shortDateTime(at),
});
const amountColumn = (words: Translator) => ({
  key: 'amount',
  title: words.t('refunds.amountLabel'),
  align: 'end' as const,
  cell: ({ amount }: { amount: Cents }) => words.money(amount),
});

/** What came in for an order and what could go back, and what may be done about it. */
export function MoneyCard(props: { order: AdminOrderRecord; money: OrderMoney; words: Translator }): ReactElement {
  const { order, money, words } = props;
  const isOpen = money.refunds.some(({ status }) => status === 'pending' || status === 'failed');
  return (
    <section id="money">
      <Card title={words.t('refunds.money.title')}>
        <Facts
          facts={[
            { label: words.t('refunds.money.received'), value: words.money(money.received) },
            ...(money.refunded > 0
              ? [{ label: words.t('refunds.money.refunded'), value: words.money(money.refunded) }]
              : []),
            ...(order.status !== 'canceled' && money.open > 0
              ? [{ label: words.t('refunds.money.open'), value: words.money(money.open) }]
              : []),
            // What came in can go back, unless something already did.
            ...(money.refunded > 0 || money.refundable !== money.received
              ? [{ label: words.t('refunds.left'), value: words.money(money.refundable) }]
              : []),
          ]}
        />
        <div className="row row-or-nothing">
          {money.refundable > 0 && order.status !== 'canceled' ? (
            <ButtonLink look="quiet" small href={`/admin/orders/${order.id}/refund`}>
              {words.t('refunds.money.refund')}
            </ButtonLink>
          ) : null}
          {isOpen || (order.status === 'canceled' && money.refundable > 0) ? (
            <ButtonLink look="plain" small href={`/admin/orders/${order.id}/refund-status`}>
              {words.t('refunds.money.setStatus')}
            </ButtonLink>
          ) : null}
        </div>
      </Card>
    </section>
  );
}

/** Each payment, each refund and what was tried in vain; nothing where there was nothing. */
export function MoneyTables({ order, money }: { order: AdminOrderRecord; money: OrderMoney }): ReactElement | null {
  const { words: pageWords } = usePage();
  const words = pageWords.in(order.event.timeZone);
  const { payments, refunds, attempts } = money;
  if (payments.length + refunds.length + attempts.length === 0) return null;
  return (
    <section className="stack">
      {payments.length > 0 ? (
        <Table
          caption={words.t('refunds.money.payments')}
          columns={[
            atColumn(words),
            {
              key: 'method',
              title: words.t('refunds.column.way'),
              cell: ({ method, means }) => paidWith(methodOf(words, method), means),
            },
            { key: 'note', title: words.t('refunds.column.note'), cell: ({ note }) => note || '–' },
            amountColumn(words),
          ]}
          rows={payments}
          rowKey={(row) => payments.indexOf(row)}
          empty={words.t('ui.table.empty')}
        />
      ) : null}
      {refunds.length > 0 ? <Refunds refunds={refunds} words={words} /> : null}
      {attempts.length > 0 ? (
        <Table
          caption={words.t('refunds.money.attempts')}
          columns={[
            atColumn(words),
            { key: 'method', title: words.t('refunds.column.way'), cell: ({ method }) => methodOf(words, method) },
            {
              key: 'status',
              title: words.t('refunds.column.state'),
              cell: ({ status }) => words.t(`refunds.attempt.${status}`),
            },
            {
              key: 'why',
              title: words.t('refunds.column.why'),
              cell: ({ problem, errorName }) => {
                const key = `problem.${problem}`;
                const said = problem && words.has(key) ? words.t(key) : problem;
                return [said, errorName].filter(Boolean).join(' · ') || '–';
              },
            },
          ]}
          rows={attempts}
          rowKey={(row) => attempts.indexOf(row)}
          empty={words.t('ui.table.empty')}
        />
      ) : null}
    </section>
  );
}

function Refunds({ refunds, words }: { refunds: readonly Refund[]; words: Translator }): ReactElement {
  return (
    <Table
      caption={words.t('refunds.money.refunds')}
      columns={[
        atColumn(words),
        {
          key: 'reason',
          title: words.t('refunds.column.reason'),
          cell: (row) => words.t(`refunds.reason.${row.reason}`),
        },
        {
          key: 'way',
          title: words.t('refunds.column.way'),
          cell: ({ way, method, iban, accountHolder, status }) =>
            way === 'cash' || way === 'giftcard'
              ? words.t(`refunds.row.${way}`)
              : way === 'provider'
                ? methodOf(words, method)
                : iban
                  ? words.t('refunds.row.to', { iban: formatIban(iban), holder: accountHolder ?? '' })
                  : status === 'pending' || status === 'failed'
                    ? words.t('refunds.row.transfer')
                    : methodOf(words, 'bank'),
        },
        {
          key: 'status',
          title: words.t('refunds.column.state'),
          cell: ({ status, message, settledAt }) => (
            <>
              <Badge tone={refundTone(status)}>{words.t(`refunds.rowStatus.${status}`)}</Badge>{' '}
              {status === 'completed' && settledAt !== null ? words.shortDate(settledAt) : null}
              {status === 'failed' || status === 'pending' ? message : null}
            </>
          ),
        },
        amountColumn(words),
        { key: 'do', title: words.t('refunds.column.do'), cell: (refund) => <RefundActions refund={refund} /> },
      ]}
      rows={refunds}
      rowKey={({ id }) => id}
      empty={words.t('ui.table.empty')}
    />
  );
}

function RefundActions({ refund }: { refund: Refund }): ReactElement | string {
  const { words, csrfToken } = usePage();
  const { id, way, status, isInFile, iban } = refund;
  const base = `/admin/refunds/${id}`;
  if (status !== 'pending' && status !== 'failed') return '–';
  if (status === 'pending' && (way === 'provider' || isInFile)) {
    return words.t(isInFile ? 'refunds.row.inFile' : 'refunds.row.underWay');
  }
  return (
    <div className="row">
      {status === 'failed' ? (
        <PostButton action={`${base}/retry`} csrfToken={csrfToken} look="quiet" small>
          {words.t('refunds.row.retry')}
        </PostButton>
      ) : null}
      {status === 'failed' && way === 'provider' ? (
        <PostButton action={`${base}/transfer`} csrfToken={csrfToken} look="quiet" small>
          {words.t('refunds.row.toTransfer')}
        </PostButton>
      ) : null}
      {way === 'transfer' && !isInFile ? (
        <ButtonLink look="quiet" small href={`${base}/account`}>
          {words.t(iban ? 'refunds.row.changeAccount' : 'refunds.row.account')}
        </ButtonLink>
      ) : null}
    </div>
  );
}
