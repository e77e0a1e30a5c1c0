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

const methodOf = (i18n: Translator, method: string): string => {
  const key = `payments.method.${method}`;
  return i18n.has(key) ? i18n.t(key) : method;
};

/** Cards and accounts are shown by their digits, else by the method's name. */
const paidWith = (method: string, means: string | null): string => {
  if (!means || !/\d/.test(means)) return method;
  return means.toLowerCase().startsWith(method.toLowerCase()) ? means : `${method}, ${means}`;
};

const atColumn = (i18n: Translator) => ({
  key: 'at',
  title: i18n.t('refunds.column.at'),
  heading: true as const,
  cell: ({ at }: { at: Instant }) => i18n.shortDateTime(at),
});
const amountColumn = (i18n: Translator) => ({
  key: 'amount',
  title: i18n.t('refunds.amountLabel'),
  align: 'end' as const,
  cell: ({ amount }: { amount: Cents }) => i18n.money(amount),
});

export function MoneyCard(props: { order: AdminOrderRecord; money: OrderMoney; i18n: Translator }): ReactElement {
  const { order, money, i18n } = props;
  const isOpen = money.refunds.some(({ status }) => status === 'pending' || status === 'failed');
  return (
    <section id="money">
      <Card title={i18n.t('refunds.money.title')}>
        <Facts
          facts={[
            { label: i18n.t('refunds.money.received'), value: i18n.money(money.received) },
            ...(money.refunded > 0
              ? [{ label: i18n.t('refunds.money.refunded'), value: i18n.money(money.refunded) }]
              : []),
            ...(order.status !== 'canceled' && money.open > 0
              ? [{ label: i18n.t('refunds.money.open'), value: i18n.money(money.open) }]
              : []),
            // Hidden while everything received is refundable.
            ...(money.refunded > 0 || money.refundable !== money.received
              ? [{ label: i18n.t('refunds.left'), value: i18n.money(money.refundable) }]
              : []),
          ]}
        />
        <div className="row row-or-nothing">
          {money.refundable > 0 && order.status !== 'canceled' ? (
            <ButtonLink look="quiet" small href={`/admin/orders/${order.id}/refund`}>
              {i18n.t('refunds.money.refund')}
            </ButtonLink>
          ) : null}
          {isOpen || (order.status === 'canceled' && money.refundable > 0) ? (
            <ButtonLink look="plain" small href={`/admin/orders/${order.id}/refund-status`}>
              {i18n.t('refunds.money.setStatus')}
            </ButtonLink>
          ) : null}
        </div>
      </Card>
    </section>
  );
}

/** Payments, refunds and failed attempts; empty tables are left out. */
export function MoneyTables({ order, money }: { order: AdminOrderRecord; money: OrderMoney }): ReactElement | null {
  const { i18n: pageI18n } = usePage();
  const i18n = pageI18n.in(order.event.timeZone);
  const { payments, refunds, attempts } = money;
  if (payments.length + refunds.length + attempts.length === 0) return null;
  return (
    <section className="stack">
      {payments.length > 0 ? (
        <Table
          caption={i18n.t('refunds.money.payments')}
          columns={[
            atColumn(i18n),
            {
              key: 'method',
              title: i18n.t('refunds.column.way'),
              cell: ({ method, means }) => paidWith(methodOf(i18n, method), means),
            },
            { key: 'note', title: i18n.t('refunds.column.note'), cell: ({ note }) => note || '–' },
            amountColumn(i18n),
          ]}
          rows={payments}
          rowKey={(row) => payments.indexOf(row)}
          empty={i18n.t('ui.table.empty')}
        />
      ) : null}
      {refunds.length > 0 ? <Refunds refunds={refunds} i18n={i18n} /> : null}
      {attempts.length > 0 ? (
        <Table
          caption={i18n.t('refunds.money.attempts')}
          columns={[
            atColumn(i18n),
            { key: 'method', title: i18n.t('refunds.column.way'), cell: ({ method }) => methodOf(i18n, method) },
            {
              key: 'status',
              title: i18n.t('refunds.column.state'),
              cell: ({ status }) => i18n.t(`refunds.attempt.${status}`),
            },
            {
              key: 'why',
              title: i18n.t('refunds.column.why'),
              cell: ({ problem, errorName }) => {
                const key = `problem.${problem}`;
                const problemText = problem && i18n.has(key) ? i18n.t(key) : problem;
                return [problemText, errorName].filter(Boolean).join(' · ') || '–';
              },
            },
          ]}
          rows={attempts}
          rowKey={(row) => attempts.indexOf(row)}
          empty={i18n.t('ui.table.empty')}
        />
      ) : null}
    </section>
  );
}

function Refunds({ refunds, i18n }: { refunds: readonly Refund[]; i18n: Translator }): ReactElement {
  return (
    <Table
      caption={i18n.t('refunds.money.refunds')}
      columns={[
        atColumn(i18n),
        {
          key: 'reason',
          title: i18n.t('refunds.column.reason'),
          cell: (row) => i18n.t(`refunds.reason.${row.reason}`),
        },
        {
          key: 'way',
          title: i18n.t('refunds.column.way'),
          cell: ({ way, method, iban, accountHolder, status }) =>
            way === 'cash' || way === 'giftcard'
              ? i18n.t(`refunds.row.${way}`)
              : way === 'provider'
                ? methodOf(i18n, method)
                : iban
                  ? i18n.t('refunds.row.to', { iban: formatIban(iban), holder: accountHolder ?? '' })
                  : status === 'pending' || status === 'failed'
                    ? i18n.t('refunds.row.transfer')
                    : methodOf(i18n, 'bank'),
        },
        {
          key: 'status',
          title: i18n.t('refunds.column.state'),
          cell: ({ status, message, settledAt }) => (
            <>
              <Badge tone={refundTone(status)}>{i18n.t(`refunds.rowStatus.${status}`)}</Badge>{' '}
              {status === 'completed' && settledAt !== null ? i18n.shortDate(settledAt) : null}
              {status === 'failed' || status === 'pending' ? message : null}
            </>
          ),
        },
        amountColumn(i18n),
        { key: 'do', title: i18n.t('refunds.column.do'), cell: (refund) => <RefundActions refund={refund} /> },
      ]}
      rows={refunds}
      rowKey={({ id }) => id}
      empty={i18n.t('ui.table.empty')}
    />
  );
}

function RefundActions({ refund }: { refund: Refund }): ReactElement | string {
  const { i18n, csrfToken } = usePage();
  const { id, way, status, isInFile, iban } = refund;
  const base = `/admin/refunds/${id}`;
  if (status !== 'pending' && status !== 'failed') return '–';
  if (status === 'pending' && (way === 'provider' || isInFile)) {
    return i18n.t(isInFile ? 'refunds.row.inFile' : 'refunds.row.underWay');
  }
  return (
    <div className="row">
      {status === 'failed' ? (
        <PostButton action={`${base}/retry`} csrfToken={csrfToken} look="quiet" small>
          {i18n.t('refunds.row.retry')}
        </PostButton>
      ) : null}
      {status === 'failed' && way === 'provider' ? (
        <PostButton action={`${base}/transfer`} csrfToken={csrfToken} look="quiet" small>
          {i18n.t('refunds.row.toTransfer')}
        </PostButton>
      ) : null}
      {way === 'transfer' && !isInFile ? (
        <ButtonLink look="quiet" small href={`${base}/account`}>
          {i18n.t(iban ? 'refunds.row.changeAccount' : 'refunds.row.account')}
        </ButtonLink>
      ) : null}
    </div>
  );
}
