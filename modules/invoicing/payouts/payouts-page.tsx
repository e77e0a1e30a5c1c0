import type { ReactElement } from 'react';
import { formatIban } from '#src/kernel/iban.ts';
import { sumCents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, type Tone } from '#src/ui/display.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { payoutFilesPath, returnPath, settlementPath } from '../paths.ts';
import { accountOf } from './make-payout-file.ts';
import type { ListedPayout, PayoutFile, PayoutMisfit } from './read-payouts.ts';

type Props = {
  waiting: readonly ListedPayout[];
  files: readonly PayoutFile[];
  /** Payouts in files, which the bank may return. */
  sent: readonly ListedPayout[];
  misfits: readonly PayoutMisfit[];
  hasBank: boolean;
  done: 'file' | 'paid' | 'returned' | null;
  problem: string | null;
};

export function PayoutsPage({ waiting, files, sent, misfits, hasBank, done, problem }: Props): ReactElement {
  const { i18n } = usePage();
  const { ticked, settlement, organizer, account, amount } = columnsIn(i18n);
  const sum = sumCents(waiting.map(({ payout }) => payout.amount));
  const canPay = hasBank && waiting.some((row) => accountOf(row) !== null);
  return (
    <div className="stack">
      {done ? <Alert tone="good">{i18n.t(`paying.done.${done}`)}</Alert> : null}
      {problem ? (
        <Alert tone="bad" urgent>
          {problem}
        </Alert>
      ) : null}
      {hasBank ? null : <Alert tone="wait">{i18n.t('paying.noBank')}</Alert>}
      {misfits.length > 0 ? <Misfits misfits={misfits} i18n={i18n} /> : null}
      <Form action={payoutFilesPath} className="stack">
        <Table
          caption={i18n.t('paying.waiting', { count: waiting.length, amount: i18n.money(sum) })}
          cards="compact"
          columns={[ticked, settlement, organizer, account, amount]}
          rows={waiting}
          rowKey={({ payout }) => payout.id}
          empty={i18n.t('paying.none')}
        />
        {waiting.length > 0 ? <p className="soft">{i18n.t('paying.howTo')}</p> : null}
        {canPay ? (
          <div className="form-actions">
            <Button>{i18n.t('paying.makeFile')}</Button>
          </div>
        ) : null}
      </Form>
      <div id="files">
        <Table
          caption={i18n.t('paying.files')}
          cards="compact"
          columns={fileColumns(i18n)}
          rows={files}
          rowKey={({ id }) => id}
          empty={i18n.t('paying.files.none')}
        />
      </div>
      <Table
        caption={i18n.t('paying.sent')}
        cards="compact"
        columns={[
          {
            key: 'payout',
            title: i18n.t('paying.column.payout'),
            heading: true,
            cell: ({ payout }) => String(payout.id),
          },
          settlement,
          organizer,
          {
            key: 'state',
            title: i18n.t('paying.column.state'),
            card: 'foot',
            cell: ({ payout }) => (
              <Badge tone={stateOf[payout.status].tone}>{i18n.t(stateOf[payout.status].text)}</Badge>
            ),
          },
          amount,
          {
            key: 'do',
            title: i18n.t('paying.column.do'),
            cell: ({ payout }) =>
              payout.status === 'returned' ? null : <a href={returnPath(payout.id)}>{i18n.t('paying.return')}</a>,
            isEmpty: ({ payout }) => payout.status === 'returned',
          },
        ]}
        rows={sent}
        rowKey={({ payout }) => payout.id}
        empty={i18n.t('paying.sent.none')}
      />
    </div>
  );
}

const stateOf = {
  open: { tone: 'wait', text: 'settlement.status.inFile' },
  paid: { tone: 'good', text: 'settlement.status.paid' },
  returned: { tone: 'bad', text: 'paying.state.returned' },
} as const satisfies Record<ListedPayout['payout']['status'], { tone: Tone; text: string }>;
const Misfits = ({ misfits, i18n }: Pick<Props, 'misfits'> & { i18n: Translator }): ReactElement => (
  <>
    <Alert tone="bad">{i18n.t('paying.misfits.text')}</Alert>
    <Table
      caption={i18n.t('paying.misfits')}
      columns={[
        {
          key: 'at',
          title: i18n.t('paying.column.at'),
          heading: true,
          cell: ({ createdAt }) => i18n.shortDateTime(createdAt),
        },
        {
          key: 'payout',
          title: i18n.t('paying.column.payout'),
          cell: ({ payoutId }) => (payoutId === null ? '–' : String(payoutId)),
        },
        {
          key: 'why',
          title: i18n.t('paying.misfits.why'),
          cell: ({ reason, bankReference }) => (
            <span className="told">
              {i18n.t(`paying.misfit.${reason}`)}
              <small className="soft">{i18n.t('paying.misfits.reference', { reference: bankReference })}</small>
            </span>
          ),
        },
        {
          key: 'amount',
          title: i18n.t('paying.column.amount'),
          align: 'end',
          cell: ({ amount }) => i18n.money(amount),
        },
      ]}
      rows={misfits}
      rowKey={({ id }) => id}
      empty=""
    />
  </>
);

const fileColumns = (i18n: Translator): Column<PayoutFile>[] => [
  {
    key: 'name',
    title: i18n.t('paying.column.file'),
    heading: true,
    cell: ({ id, messageId }) => <a href={`${payoutFilesPath}/${id}`}>{messageId}</a>,
  },
  {
    key: 'at',
    title: i18n.t('paying.column.at'),
    card: 'label',
    cell: ({ createdAt }) => i18n.shortDateTime(createdAt),
  },
  {
    key: 'day',
    title: i18n.t('paying.column.day'),
    card: 'label',
    cell: ({ executionDate }) => i18n.calendarDate(executionDate),
  },
  {
    key: 'count',
    title: i18n.t('paying.column.count'),
    align: 'end',
    card: 'label',
    cell: ({ count }) => i18n.number(count),
  },
  { key: 'sum', title: i18n.t('paying.column.sum'), align: 'end', card: 'end', cell: ({ sum }) => i18n.money(sum) },
  {
    key: 'old',
    title: i18n.t('paying.column.old'),
    card: 'label',
    cell: ({ id }) => <a href={`${payoutFilesPath}/${id}?version=03`}>pain.001.001.03</a>,
  },
  {
    key: 'state',
    title: i18n.t('paying.column.state'),
    card: 'foot',
    cell: ({ id, open, returned }) =>
      open === 0 ? (
        i18n.t('paying.file.done', { returned })
      ) : (
        <a href={`${payoutFilesPath}/${id}/paid`}>{i18n.t('paying.file.markPaid')}</a>
      ),
  },
];

function columnsIn(i18n: Translator) {
  return {
    ticked: {
      key: 'payout',
      title: i18n.t('paying.column.payout'),
      heading: true,
      cell: (row) =>
        accountOf(row) === null ? (
          String(row.payout.id)
        ) : (
          <label className="check">
            <input type="checkbox" name="payout" value={row.payout.id} defaultChecked />
            <span>{row.payout.id}</span>
          </label>
        ),
    },
    settlement: {
      key: 'settlement',
      title: i18n.t('settlement.event'),
      cell: ({ settlement, eventTitle }) => (
        <a href={settlementPath(settlement.eventId, settlement.id)}>
          {eventTitle}, {i18n.t('settlement.title', { number: String(settlement.number) })}
        </a>
      ),
    },
    organizer: {
      key: 'organizer',
      title: i18n.t('paying.column.organizer'),
      cell: ({ settlement, organizer }) => <a href={`/admin/organizer/${settlement.organizerId}`}>{organizer.name}</a>,
    },
    account: {
      key: 'account',
      title: i18n.t('paying.column.account'),
      cell: (row) => {
        const account = accountOf(row);
        return account ? formatIban(account.iban) : <Badge tone="bad">{i18n.t('paying.noIban')}</Badge>;
      },
    },
    amount: {
      key: 'amount',
      title: i18n.t('paying.column.amount'),
      align: 'end',
      card: 'end',
      cell: ({ payout }) => i18n.money(payout.amount),
    },
  } as const satisfies Record<string, Column<ListedPayout>>;
}
