import type { ReactElement } from 'react';
import * as z from 'zod';
import { loadManagedEvents } from '#modules/events/index.ts';
import { namesOf, type OrderRecord, ordersOf, parseTickedIds, requireOrdersRole } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { type Cents, cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { Alert } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { api, insidePath, type PageCall, page, type Route, withQuery } from '#src/web/http.ts';
import { markPaid } from '../mark-paid.ts';
import { moneyOfOrders } from '../money-of-order.ts';
import { markManyPaidPath } from '../paths.ts';

const maxMarked = 500;
/** Orders per transaction; a concurrent booking waits for one batch at most. */
const batchSize = 25;

type OpenOrder = { order: OrderRecord; open: Cents };

/** Those of the orders that have money to come; the others are skipped. */
async function openOrders({ read }: Pick<Deps, 'read'>, ids: readonly number[]): Promise<OpenOrder[]> {
  const orders = (await ordersOf(read, ids)).filter(({ status }) => status !== 'canceled');
  const money = await moneyOfOrders(read, orders);
  return orders
    .map((order) => ({ order, open: money.get(order.id)?.open ?? zeroCents }))
    .filter(({ order, open }) => open > 0 || !isPaidStatus(order.status));
}

type MarkMany = {
  orders: readonly { orderId: number; amount: Cents }[];
  editorId: number;
  comment: string;
};

/**
 * Marks orders as paid in batches, each all or nothing.
 * @throws Problem those of `markPaid`, with `details.orderId`; earlier batches stay
 */
async function markManyPaid({ write }: Pick<Deps, 'write'>, { orders, editorId, comment }: MarkMany): Promise<number> {
  for (let from = 0; from < orders.length; from += batchSize) {
    await write(async (work) => {
      for (const { orderId, amount } of orders.slice(from, from + batchSize))
        await markPaid(work, { orderId, amount, editorId, ...(comment ? { comment } : {}) }).catch((error: unknown) => {
          if (error instanceof Problem) throw new Problem(error.code, error.status, { ...error.details, orderId });
          throw error;
        });
    });
    // Yields to other requests between batches.
    await new Promise<void>((resume) => setImmediate(resume));
  }
  return orders.length;
}

export const markManyPaidByApi = api(
  {
    method: 'patch',
    path: '/api/admin/orders/mark-paid',
    may: 'order.settle',
    refuses: ['NOT_MATCHING_ORDER_TOTAL', 'ORDER_ALREADY_PAID', 'ORDER_AWAITS_MEMBER', 'CANT_CHANGE_ORDER_STATUS'],
    summary:
      'Marks up to 500 orders as paid, in batches. Orders without an open amount and canceled orders are skipped and not counted.',
    load: loadManagedEvents,
    body: z.object({
      orderIds: z.array(z.int().positive()).min(1).max(maxMarked),
      comment: z.string().max(500).optional(),
    }),
    answer: z.object({ count: z.int() }),
  },
  async ({ deps, viewer, record: eventIds, body }) => {
    await requireOrdersRole(deps.read, eventIds, body.orderIds);
    const open = await openOrders(deps, [...new Set(body.orderIds)]);
    const orders = open.map(({ order, open: amount }) => ({ orderId: order.id, amount }));
    return { count: await markManyPaid(deps, { orders, editorId: viewer.userId, comment: body.comment ?? '' }) };
  },
);

type Call = PageCall<'order.settle', never, number[] | 'all'>;

async function showQuestion(call: Call, ids: readonly number[], back: string, state?: FormState): Promise<Response> {
  const { deps, i18n } = call;
  await requireOrdersRole(deps.read, call.record, ids);
  const open = await openOrders(deps, ids);
  return call.render(
    <MarkManyQuestion open={open} skipped={ids.length - open.length} back={back} state={state} />,
    {
      title: i18n.t('payments.markMany.title'),
      frame: 'admin',
      admin: { intro: <a href={back}>{i18n.t('orderList.cancel.back')}</a> },
    },
    formStatus(state),
  );
}

async function save(call: Call): Promise<Response> {
  const { deps, viewer, form, i18n } = call;
  const ids = parseTickedIds(form.getAll('order'), maxMarked);
  await requireOrdersRole(deps.read, call.record, ids);
  const back = insidePath(String(form.get('back') ?? ''), '/admin/orders');
  const orders = ids.map((orderId) => ({ orderId, amount: cents(Number(form.get(`open-${orderId}`)) || 0) }));
  const done = await runForm(
    call,
    async () => {
      const comment = postedText(call, 'comment', 500);
      const count = await markManyPaid(deps, { orders, editorId: viewer.userId, comment });
      return withQuery(back, 'paid', String(count));
    },
    {
      sentence: (problem) =>
        typeof problem.details.orderId === 'number'
          ? i18n.t('payments.markMany.refused', {
              orderNumber: String(problem.details.orderId),
              reason: refusalText(problem, i18n),
            })
          : null,
    },
  );
  return 'to' in done ? call.redirect(done.to) : showQuestion(call, ids, back, done.state);
}

const at = { path: markManyPaidPath, may: 'order.settle', load: loadManagedEvents } as const;

export const markManyPaidPages: Route[] = [
  page({ method: 'get', ...at }, (call) =>
    showQuestion(
      call,
      parseTickedIds(call.query.getAll('order'), maxMarked),
      insidePath(call.query.get('back'), '/admin/orders'),
    ),
  ),
  page({ method: 'post', ...at }, save),
];

function MarkManyQuestion(props: {
  open: readonly OpenOrder[];
  skipped: number;
  back: string;
  state: FormState | undefined;
}): ReactElement {
  const { open, skipped, back, state } = props;
  const { i18n } = usePage();
  if (open.length === 0) {
    return (
      <div className="stack prose">
        <Alert tone="wait">{i18n.t('payments.markMany.none')}</Alert>
        <div className="form-actions">
          <ButtonLink look="quiet" href={back}>
            {i18n.t('orderList.cancel.back')}
          </ButtonLink>
        </div>
      </div>
    );
  }
  const sum = sumCents(open.map((each) => each.open));
  return (
    <Confirm
      action={markManyPaidPath}
      fields={{
        back,
        order: open.map(({ order }) => order.id),
        ...Object.fromEntries(open.map(({ order, open: amount }) => [`open-${order.id}`, amount])),
      }}
      text={
        <>
          <p>{i18n.t('payments.markMany.text')}</p>
          {skipped > 0 ? <Alert tone="wait">{i18n.t('payments.markMany.skipped', { count: skipped })}</Alert> : null}
          <Table
            caption={i18n.t('payments.markMany.count', { count: open.length })}
            columns={[
              {
                key: 'number',
                title: i18n.t('ordersAdmin.column.number'),
                heading: true,
                cell: ({ order }) => order.orderNumber,
              },
              { key: 'names', title: i18n.t('ordersAdmin.column.people'), cell: ({ order }) => namesOf(order) },
              { key: 'event', title: i18n.t('ordersAdmin.column.event'), cell: ({ order }) => order.event.title },
              {
                key: 'open',
                title: i18n.t('payments.transfer.amount'),
                align: 'end',
                cell: (each) => i18n.money(each.open),
              },
            ]}
            rows={open}
            rowKey={({ order }) => order.id}
            empty=""
            foot={
              <tr>
                <th scope="row" colSpan={3}>
                  {i18n.t('ui.summary.total')}
                </th>
                <td data-align="end">{i18n.money(sum)}</td>
              </tr>
            }
          />
        </>
      }
      button={i18n.t('payments.markMany.submit', { count: open.length, amount: i18n.money(sum) })}
      isHarmless
      back={back}
      refusal={state?.refusal ?? null}
      state={state}
    >
      <TextField
        name="comment"
        label={i18n.t('payments.markPaid.comment')}
        hint={i18n.t('payments.markPaid.commentHint')}
        optional={i18n.t('ui.form.optional')}
        maxLength={500}
        autoComplete="off"
      />
    </Confirm>
  );
}
