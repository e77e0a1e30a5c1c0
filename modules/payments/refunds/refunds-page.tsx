import type { ReactElement } from 'react';
import { formatIban } from '#src/kernel/iban.ts';
import type { Translator } from '#src/platform/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { methodLabel } from '../pages/method-label.ts';
import { adminOrderPath, openRefundsPath, refundAccountPath, refundFilesPath } from '../paths.ts';
import type { ListedRefund, RefundFile } from './read-refund-lists.ts';

type RefundsProps = {
  payable: readonly ListedRefund[];
  withoutAccount: readonly ListedRefund[];
  troubled: readonly ListedRefund[];
  files: readonly RefundFile[];
  /** There is an account that transfers can be paid from. */
  hasAccount: boolean;
  done: 'file' | 'paid' | null;
  problem: string | null;
};

const sumOf = (rows: readonly ListedRefund[]): number => rows.reduce((sum, { refund }) => sum + refund.amount, 0);

/** Money that should go back and has not: transfers for the bank, and what went wrong. */
export function RefundsPage(props: RefundsProps): ReactElement {
  const { payable, withoutAccount, troubled, files, hasAccount, done, problem } = props;
  const { words, csrfToken } = usePage();
  return (
    <div className="stack">
      {done ? <Alert tone="good">{words.t(`refunds.list.done.${done}`)}</Alert> : null}
      {problem ? (
        <Alert tone="bad" urgent>
          {problem}
        </Alert>
      ) : null}
      {hasAccount ? null : <Alert tone="wait">{words.t('refunds.list.noAccount')}</Alert>}
      <Form csrfToken={csrfToken} action={refundFilesPath} className="stack">
        <Table
          caption={words.t('refunds.list.payable', { count: payable.length, amount: words.money(sumOf(payable)) })}
          columns={[
            {
              key: 'order',
              title: words.t('refunds.column.order'),
              heading: true,
              cell: ({ refund, isSaidAlone }) => (
                <>
                  <label className="check">
                    <input type="checkbox" name="refund" value={refund.id} defaultChecked={!isSaidAlone} />
                    <span>{refund.orderId}</span>
                  </label>
                  {isSaidAlone ? <p className="small soft">{words.t('refunds.list.saidAlone')}</p> : null}
                </>
              ),
            },
            ...commonColumns(words),
            {
              key: 'account',
              title: words.t('refunds.column.account'),
              cell: ({ refund }) => (
                <a href={refundAccountPath(refund.id)}>
                  {refund.accountHolder} {formatIban(refund.iban ?? '')}
                </a>
              ),
            },
            amountColumn(words),
          ]}
          rows={payable}
          rowKey={({ refund }) => refund.id}
          empty={words.t('refunds.list.nonePayable')}
        />
        {payable.length > 0 && hasAccount ? (
          <div className="form-actions">
            <Button>{words.t('refunds.list.makeFile')}</Button>
          </div>
        ) : null}
      </Form>
      <Table
        caption={words.t('refunds.list.withoutAccount', { count: withoutAccount.length })}
        columns={[
          orderColumn(words),
          ...commonColumns(words),
          amountColumn(words),
          {
            key: 'account',
            title: words.t('refunds.column.account'),
            cell: ({ refund }) => <a href={refundAccountPath(refund.id)}>{words.t('refunds.row.account')}</a>,
          },
        ]}
        rows={withoutAccount}
        rowKey={({ refund }) => refund.id}
        empty={words.t('refunds.list.noneWithoutAccount')}
      />
      <Table
        caption={words.t('refunds.list.troubled', { count: troubled.length })}
        columns={[
          orderColumn(words),
          ...commonColumns(words),
          {
            key: 'method',
            title: words.t('refunds.column.way'),
            cell: ({ refund }) => methodLabel(words, refund.method),
          },
          {
            key: 'why',
            title: words.t('refunds.column.why'),
            cell: ({ refund }) => [refund.errorName, refund.message].filter(Boolean).join(': ') || '–',
          },
          amountColumn(words),
        ]}
        rows={troubled}
        rowKey={({ refund }) => refund.id}
        empty={words.t('refunds.list.noneTroubled')}
      />
      <div id="files">
        <Table
          caption={words.t('refunds.list.files')}
          columns={[
            {
              key: 'name',
              title: words.t('refunds.column.file'),
              heading: true,
              cell: ({ id, messageId }) => <a href={`${refundFilesPath}/${id}`}>{messageId}</a>,
            },
            { key: 'at', title: words.t('refunds.column.at'), cell: ({ createdAt }) => words.shortDateTime(createdAt) },
            {
              key: 'day',
              title: words.t('refunds.column.executionDate'),
              cell: ({ executionDate }) => words.calendarDate(executionDate),
            },
            {
              key: 'count',
              title: words.t('refunds.column.count'),
              align: 'end',
              cell: ({ count }) => words.number(count),
            },
            { key: 'sum', title: words.t('refunds.amountLabel'), align: 'end', cell: ({ sum }) => words.money(sum) },
            {
              key: 'old',
              title: words.t('refunds.column.old'),
              cell: ({ id }) => <a href={`${refundFilesPath}/${id}?version=03`}>pain.001.001.03</a>,
            },
            {
              key: 'paid',
              title: words.t('refunds.column.state'),
              cell: ({ id, open }) =>
                open === 0 ? (
                  words.t('refunds.file.done')
                ) : (
                  <a href={`${refundFilesPath}/${id}/paid`}>{words.t('refunds.file.markPaid')}</a>
                ),
            },
          ]}
          rows={files}
          rowKey={({ id }) => id}
          empty={words.t('refunds.list.noFiles')}
        />
      </div>
    </div>
  );
}

const orderColumn = (words: Translator): Column<ListedRefund> => ({
  key: 'order',
  title: words.t('refunds.column.order'),
  heading: true,
  cell: ({ refund }) => <a href={`${adminOrderPath(refund.orderId)}#money`}>{refund.orderId}</a>,
});
const commonColumns = (words: Translator): Column<ListedRefund>[] => [
  { key: 'event', title: words.t('refunds.event'), cell: ({ eventTitle }) => eventTitle },
  { key: 'buyer', title: words.t('refunds.column.buyer'), cell: ({ buyer }) => buyer },
  {
    key: 'reason',
    title: words.t('refunds.column.reason'),
    cell: ({ refund }) => words.t(`refunds.reason.${refund.reason}`),
  },
];
const amountColumn = (words: Translator): Column<ListedRefund> => ({
  key: 'amount',
  title: words.t('refunds.amountLabel'),
  align: 'end',
  cell: ({ refund }) => words.money(refund.amount),
});

/** The question before everything in a file is said to be paid. */
export function RefundFilePaid({ file, rows }: { file: RefundFile; rows: readonly ListedRefund[] }): ReactElement {
  const { words, csrfToken } = usePage();
  const open = rows.filter(({ refund }) => refund.status === 'pending');
  return (
    <div className="stack prose">
      <Card>
        <Facts
          facts={[
            { label: words.t('refunds.column.count'), value: words.number(open.length) },
            { label: words.t('refunds.amountLabel'), value: words.money(sumOf(open)) },
            { label: words.t('refunds.column.executionDate'), value: words.calendarDate(file.executionDate) },
          ]}
        />
      </Card>
      <Alert tone="wait">{words.t('refunds.file.question')}</Alert>
      <Form csrfToken={csrfToken} action={`${refundFilesPath}/${file.id}/paid`}>
        <div className="form-actions">
          <Button>{words.t('refunds.file.markPaid')}</Button>
          <ButtonLink look="quiet" href={openRefundsPath}>
            {words.t('ui.form.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
