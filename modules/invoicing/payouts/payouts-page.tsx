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
  /** On the way and paid out: what the bank may send back. */
  sent: readonly ListedPayout[];
  /** Lines of the bank that somebody has to look at. */
  misfits: readonly PayoutMisfit[];
  hasBank: boolean;
  done: 'file' | 'paid' | 'returned' | null;
  problem: string | null;
};

/** What organizers are to be paid, the files that do it, and what is on its way. */
export function PayoutsPage({ waiting, files, sent, misfits, hasBank, done, problem }: Props): ReactElement {
  const { words } = usePage();
  const { ticked, settlement, organizer, account, amount } = columnsIn(words);
  const sum = sumCents(waiting.map(({ payout }) => payout.amount));
  const canPay = hasBank && waiting.some((row) => accountOf(row) !== null);
  return (
    <div className="stack">
      {done ? <Alert tone="good">{words.t(`paying.done.${done}`)}</Alert> : null}
      {problem ? (
        <Alert tone="bad" urgent>
          {problem}
        </Alert>
      ) : null}
      {hasBank ? null : <Alert tone="wait">{words.t('paying.noBank')}</Alert>}
      {misfits.length > 0 ? <Misfits misfits={misfits} words={words} /> : null}
      <Form action={payoutFilesPath} className="stack">
        <Table
          caption={words.t('paying.waiting', { count: waiting.length, amount: words.money(sum) })}
          cards="compact"
          columns={[ticked, settlement, organizer, account, amount]}
          rows={waiting}
          rowKey={({ payout }) => payout.id}
          empty={words.t('paying.none')}
        />
        {waiting.length > 0 ? <p className="soft">{words.t('paying.howTo')}</p> : null}
        {canPay ? (
          <div className="form-actions">
            <Button>{words.t('paying.makeFile')}</Button>
          </div>
        ) : null}
      </Form>
      <div id="files">
        <Table
          caption={words.t('paying.files')}
          cards="compact"
          columns={fileColumns(words)}
          rows={files}
          rowKey={({ id }) => id}
          empty={words.t('paying.files.none')}
        />
      </div>
      <Table
        caption={words.t('paying.sent')}
        cards="compact"
        columns={[
          {
            key: 'payout',
            title: words.t('paying.column.payout'),
            heading: true,
            cell: ({ payout }) => String(payout.id),
          },
          settlement,
          organizer,
          {
            key: 'state',
            title: words.t('paying.column.state'),
            card: 'foot',
            cell: ({ payout }) => (
              <Badge tone={stateOf[payout.status].tone}>{words.t(stateOf[payout.status].text)}</Badge>
            ),
          },
          amount,
          {
            key: 'do',
            title: words.t('paying.column.do'),
            cell: ({ payout }) =>
              payout.status === 'returned' ? null : <a href={returnPath(payout.id)}>{words.t('paying.return')}</a>,
            isEmpty: ({ payout }) => payout.status === 'returned',
          },
        ]}
        rows={sent}
        rowKey={({ payout }) => payout.id}
        empty={words.t('paying.sent.none')}
      />
    </div>
  );
}

/** What became of a payout that is in a file. */
const stateOf = {
  open: { tone: 'wait', text: 'settlement.status.inFile' },
  paid: { tone: 'good', text: 'settlement.status.paid' },
  returned: { tone: 'bad', text: 'paying.state.returned' },
} as const satisfies Record<ListedPayout['payout']['status'], { tone: Tone; text: string }>;
const Misfits = ({ misfits, words }: Pick<Props, 'misfits'> & { words: Translator }): ReactElement => (
  <>
    <Alert tone="bad">{words.t('paying.misfits.text')}</Alert>
    <Table
      caption={words.t('paying.misfits')}
      columns={[
        {
          key: 'at',
          title: words.t('paying.column.at'),
          heading: true,
          cell: ({ createdAt }) => words.shortDateTime(createdAt),
        },
        {
          key: 'payout',
          title: words.t('paying.column.payout'),
          cell: ({ payoutId }) => (payoutId === null ? '–' : String(payoutId)),
        },
        {
          key: 'why',
          title: words.t('paying.misfits.why'),
          cell: ({ reason, bankReference }) => (
            <span className="told">
              {words.t(`paying.misfit.${reason}`)}
              <small className="soft">{words.t('paying.misfits.reference', { reference: bankReference })}</small>
            </span>
          ),
        },
        {
          key: 'amount',
          title: words.t('paying.column.amount'),
          align: 'end',
          cell: ({ amount }) => words.money(amount),
        },
      ]}
      rows={misfits}
      rowKey={({ id }) => id}
      empty=""
    />
  </>
);

const fileColumns = (words: Translator): Column<PayoutFile>[] => [
  {
    key: 'name',
    title: words.t('paying.column.file'),
    heading: true,
    cell: ({ id, messageId }) => <a href={`${payoutFilesPath}/${id}`}>{messageId}</a>,
  },
  {
    key: 'at',
    title: words.t('paying.column.at'),
    card: 'label',
    cell: ({ createdAt }) => words.shortDateTime(createdAt),
  },
  {
    key: 'day',
    title: words.t('paying.column.day'),
    card: 'label',
    cell: ({ executionDate }) => words.calendarDate(executionDate),
  },
  {
    key: 'count',
    title: words.t('paying.column.count'),
    align: 'end',
    card: 'label',
    cell: ({ count }) => words.number(count),
  },
  { key: 'sum', title: words.t('paying.column.sum'), align: 'end', card: 'end', cell: ({ sum }) => words.money(sum) },
  {
    key: 'old',
    title: words.t('paying.column.old'),
    card: 'label',
    cell: ({ id }) => <a href={`${payoutFilesPath}/${id}?version=03`}>pain.001.001.03</a>,
  },
  {
    key: 'state',
    title: words.t('paying.column.state'),
    card: 'foot',
    cell: ({ id, open, returned }) =>
      open === 0 ? (
        words.t('paying.file.done', { returned })
      ) : (
        <a href={`${payoutFilesPath}/${id}/paid`}>{words.t('paying.file.markPaid')}</a>
      ),
  },
];

function columnsIn(words: Translator) {
  return {
    ticked: {
      key: 'payout',
      title: words.t('paying.column.payout'),
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
      title: words.t('settlement.event'),
      cell: ({ settlement, eventTitle }) => (
        <a href={settlementPath(settlement.eventId, settlement.id)}>
          {eventTitle}, {words.t('settlement.title', { number: String(settlement.number) })}
        </a>
      ),
    },
    organizer: {
      key: 'organizer',
      title: words.t('paying.column.organizer'),
      cell: ({ settlement, organizer }) => <a href={`/admin/organizer/${settlement.organizerId}`}>{organizer.name}</a>,
    },
    account: {
      key: 'account',
      title: words.t('paying.column.account'),
      cell: (row) => {
        const account = accountOf(row);
        return account ? formatIban(account.iban) : <Badge tone="bad">{words.t('paying.noIban')}</Badge>;
      },
    },
    amount: {
      key: 'amount',
      title: words.t('paying.column.amount'),
      align: 'end',
      card: 'end',
      cell: ({ payout }) => words.money(payout.amount),
    },
  } as const satisfies Record<string, Column<ListedPayout>>;
}
