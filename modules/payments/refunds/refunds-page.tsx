import { create as contentDisposition } from 'content-disposition';
import type { ComponentProps, ReactElement } from 'react';
import { formatIban } from '#src/kernel/iban.ts';
import { type Cents, sumCents } from '#src/kernel/money.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { refusalText } from '#src/web/forms/refusal.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { methodLabel } from '../pages/method-label.ts';
import { adminOrderPath, openRefundsPath, refundAccountPath, refundFilesPath } from '../paths.ts';
import { painVersions } from '../rules/pain-001.ts';
import { refuse } from '../rules/problems.ts';
import {
  failedRefunds,
  type ListedRefund,
  listRefundFiles,
  type RefundFile,
  refundFileOf,
  waitingTransfers,
} from './read-refund-lists.ts';
import { makeRefundFile, refundFileText } from './refund-files.ts';
import { settleRefundFile } from './settle-refund.ts';

type PayoutCall = PageCall<'payout.make'>;

/** `problem`: nothing was chosen (400), or a refusal (409). */
async function show(call: PayoutCall, problem?: string, status: 200 | 400 | 409 = 200): Promise<Response> {
  const { read, config } = call.deps;
  const ours = config.bank?.iban ?? null;
  const done = call.query.get('done');
  return call.render(
    <RefundsPage
      {...(await waitingTransfers(read, ours))}
      troubled={await failedRefunds(read)}
      files={await listRefundFiles(read)}
      ours={ours}
      done={done === 'file' || done === 'paid' ? done : null}
      problem={problem ?? null}
    />,
    { title: call.i18n.t('refunds.list.title'), frame: 'admin' },
    status,
  );
}

export const refundFilePages: Route[] = [
  page({ method: 'get', path: '/admin/refunds', may: 'payout.make' }, (call) => show(call)),
  page({ method: 'post', path: '/admin/refunds/files', may: 'payout.make' }, async (call) => {
    const { deps, viewer, i18n, form } = call;
    const refundIds = form
      .getAll('refund')
      .flatMap((text) => (/^[1-9]\d{0,14}$/.test(String(text)) ? Number(text) : []));
    if (refundIds.length === 0) return show(call, i18n.t('refunds.list.nothing'), 400);
    try {
      await deps.write((work) => makeRefundFile(work, { refundIds, bank: deps.config.bank, editorId: viewer.userId }));
    } catch (error) {
      return show(call, refusalText(error, i18n), 409);
    }
    return call.redirect(`${openRefundsPath}?done=file#files`);
  }),
  page({ method: 'get', path: '/admin/refunds/files/{fileId}', may: 'payout.make' }, async (call) => {
    const { bank } = call.deps.config;
    const found = (await refundFileOf(call.deps.read, call.params.fileId)) ?? refuseGenerally('NOT_FOUND');
    if (!bank) return refuse('CANT_CREATE_PAIN_XML_INFO', { reason: 'noAccount' });
    const version = painVersions.find((name) => name.endsWith(`.${call.query.get('version')}`)) ?? painVersions[0];
    return new Response(refundFileText(found, { bank, version }), {
      headers: {
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': contentDisposition(`${found.file.messageId}.${version}.xml`),
        'cache-control': 'private, no-store',
      },
    });
  }),
  page({ method: 'get', path: '/admin/refunds/files/{fileId}/paid', may: 'payout.make' }, async (call) => {
    const found = (await refundFileOf(call.deps.read, call.params.fileId)) ?? refuseGenerally('NOT_FOUND');
    if (found.file.open === 0) return call.redirect(openRefundsPath);
    return call.render(<RefundFilePaid {...found} />, {
      title: call.i18n.t('refunds.file.paidTitle', { name: found.file.messageId }),
      frame: 'admin',
    });
  }),
  page({ method: 'post', path: '/admin/refunds/files/{fileId}/paid', may: 'payout.make' }, async (call) => {
    const fileId = call.params.fileId;
    await call.deps.write((work) => settleRefundFile(work, { fileId, editorId: call.viewer.userId }));
    return call.redirect(`${openRefundsPath}?done=paid#files`);
  }),
];

type RefundsProps = {
  payable: readonly ListedRefund[];
  withoutAccount: readonly ListedRefund[];
  troubled: readonly ListedRefund[];
  files: readonly RefundFile[];
  ours: string | null;
  done: 'file' | 'paid' | null;
  problem: string | null;
};

const sumOf = (rows: readonly ListedRefund[]): Cents => sumCents(rows.map(({ refund }) => refund.amount));

function RefundsPage(props: RefundsProps): ReactElement {
  const { payable, withoutAccount, troubled, files, ours, done, problem } = props;
  const { i18n } = usePage();
  const columns = columnsIn(i18n, ours);
  const { order, event, buyer, reason, amount, account } = columns;
  return (
    <div className="stack">
      {done ? <Alert tone="good">{i18n.t(`refunds.list.done.${done}`)}</Alert> : null}
      {problem ? (
        <Alert tone="bad" urgent>
          {problem}
        </Alert>
      ) : null}
      {ours ? null : <Alert tone="wait">{i18n.t('refunds.list.noAccount')}</Alert>}
      <Form action={refundFilesPath} className="stack">
        <Refunds
          caption={i18n.t('refunds.list.payable', { count: payable.length, amount: i18n.money(sumOf(payable)) })}
          columns={[columns.ticked, event, buyer, reason, account, amount]}
          rows={payable}
          empty={i18n.t('refunds.list.nonePayable')}
        />
        {payable.length > 0 && ours ? (
          <div className="form-actions">
            <Button>{i18n.t('refunds.list.makeFile')}</Button>
          </div>
        ) : null}
      </Form>
      <Refunds
        caption={i18n.t('refunds.list.withoutAccount', { count: withoutAccount.length })}
        columns={[order, event, buyer, reason, amount, account]}
        rows={withoutAccount}
        empty={i18n.t('refunds.list.noneWithoutAccount')}
      />
      <Refunds
        caption={i18n.t('refunds.list.troubled', { count: troubled.length })}
        columns={[order, event, buyer, reason, columns.way, columns.why, amount]}
        rows={troubled}
        empty={i18n.t('refunds.list.noneTroubled')}
      />
      <div id="files">
        <Table
          caption={i18n.t('refunds.list.files')}
          cards="compact"
          columns={[
            {
              key: 'name',
              title: i18n.t('refunds.column.file'),
              heading: true,
              cell: ({ id, messageId }) => <a href={`${refundFilesPath}/${id}`}>{messageId}</a>,
            },
            {
              key: 'at',
              title: i18n.t('refunds.column.at'),
              card: 'label',
              cell: ({ createdAt }) => i18n.shortDateTime(createdAt),
            },
            {
              key: 'day',
              title: i18n.t('refunds.column.executionDate'),
              card: 'label',
              cell: ({ executionDate }) => i18n.calendarDate(executionDate),
            },
            {
              key: 'count',
              title: i18n.t('refunds.column.count'),
              align: 'end',
              card: 'label',
              cell: ({ count }) => i18n.number(count),
            },
            {
              key: 'sum',
              title: i18n.t('refunds.amountLabel'),
              align: 'end',
              card: 'end',
              cell: ({ sum }) => i18n.money(sum),
            },
            {
              key: 'old',
              title: i18n.t('refunds.column.old'),
              card: 'label',
              cell: ({ id }) => <a href={`${refundFilesPath}/${id}?version=03`}>pain.001.001.03</a>,
            },
            {
              key: 'paid',
              title: i18n.t('refunds.column.state'),
              card: 'foot',
              cell: ({ id, open }) =>
                open === 0 ? (
                  i18n.t('refunds.file.done')
                ) : (
                  <a href={`${refundFilesPath}/${id}/paid`}>{i18n.t('refunds.file.markPaid')}</a>
                ),
            },
          ]}
          rows={files}
          rowKey={({ id }) => id}
          empty={i18n.t('refunds.list.noFiles')}
        />
      </div>
    </div>
  );
}

const Refunds = (props: Omit<ComponentProps<typeof Table<ListedRefund>>, 'rowKey'>): ReactElement => (
  <Table cards="compact" {...props} rowKey={({ refund }) => refund.id} />
);

function columnsIn(i18n: Translator, ours: string | null) {
  const column = (key: string, title: string, cell: Column<ListedRefund>['cell']): Column<ListedRefund> => ({
    key,
    title,
    cell,
    card: 'label',
  });
  const orderTitle = i18n.t('refunds.column.order');
  return {
    order: {
      ...column('order', orderTitle, ({ refund }) => (
        <a href={`${adminOrderPath(refund.orderId)}#money`}>{refund.orderId}</a>
      )),
      heading: true,
      card: 'start',
    },
    ticked: {
      ...column('order', orderTitle, ({ refund, isSaidAlone }) => (
        <>
          <label className="check">
            <input type="checkbox" name="refund" value={refund.id} defaultChecked={!isSaidAlone} />
            <span>{refund.orderId}</span>
          </label>
          {isSaidAlone ? <p className="small soft">{i18n.t('refunds.list.saidAlone')}</p> : null}
        </>
      )),
      heading: true,
      card: 'start',
    },
    event: { ...column('event', i18n.t('refunds.event'), ({ eventTitle }) => eventTitle), card: 'rest' },
    buyer: column('buyer', i18n.t('refunds.column.buyer'), ({ buyer }) => buyer),
    reason: column('reason', i18n.t('refunds.column.reason'), ({ refund }) =>
      i18n.t(`refunds.reason.${refund.reason}`),
    ),
    account: column('account', i18n.t('refunds.column.account'), ({ refund }) => (
      <a href={refundAccountPath(refund.id)}>
        {refund.iban === null || refund.iban === ours
          ? i18n.t('refunds.row.account')
          : `${refund.accountHolder ?? ''} ${formatIban(refund.iban)}`}
      </a>
    )),
    way: column('method', i18n.t('refunds.column.way'), ({ refund }) => methodLabel(i18n, refund.method)),
    why: column(
      'why',
      i18n.t('refunds.column.why'),
      ({ refund }) => [refund.errorName, refund.message].filter(Boolean).join(': ') || '–',
    ),
    amount: {
      ...column('amount', i18n.t('refunds.amountLabel'), ({ refund }) => i18n.money(refund.amount)),
      align: 'end',
      card: 'end',
    },
  } as const satisfies Record<string, Column<ListedRefund>>;
}

function RefundFilePaid({ file, rows }: { file: RefundFile; rows: readonly ListedRefund[] }): ReactElement {
  const { i18n } = usePage();
  const open = rows.filter(({ refund }) => refund.status === 'pending');
  return (
    <div className="prose">
      <Confirm
        action={`${refundFilesPath}/${file.id}/paid`}
        text={
          <Card>
            <Facts
              facts={[
                { label: i18n.t('refunds.column.count'), value: i18n.number(open.length) },
                { label: i18n.t('refunds.amountLabel'), value: i18n.money(sumOf(open)) },
                { label: i18n.t('refunds.column.executionDate'), value: i18n.calendarDate(file.executionDate) },
              ]}
            />
          </Card>
        }
        risks={[i18n.t('refunds.file.question')]}
        button={i18n.t('refunds.file.markPaid')}
        isHarmless
        back={openRefundsPath}
      />
    </div>
  );
}
