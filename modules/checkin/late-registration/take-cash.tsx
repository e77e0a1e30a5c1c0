import { sql } from 'drizzle-orm';
import type { ReactElement } from 'react';
import { namesOf, type OrderRecord, orderOf, refuseOrderAwaitingMember } from '#modules/orders/index.ts';
import { refuse as refuseOrder } from '#modules/orders/rules/problems.ts';
import { moneyOfOrder, receivePayment } from '#modules/payments/index.ts';
import type { Work } from '#src/data/work.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { cashMethod } from '#src/kernel/payment-methods.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { page, type Route } from '#src/web/http.ts';
import { refuse } from '../rules/problems.ts';
import { lateRegistrations } from '../schema.ts';
import {
  atDevice,
  byDevice,
  byStaff,
  type Desk,
  deskOfStaff,
  deviceBase,
  showAtDesk,
  staffBase,
} from './late-pages.tsx';
import { type AtDesk, nameOfDesk } from './register-late.ts';

/**
 * Takes cash for an open order of the event; the order completes with it. The till counts it like a late registration.
 * @throws Problem CASH_NOT_ALLOWED, NOT_FOUND (also for a canceled order or one without an open amount), ORDER_AWAITS_MEMBER,
 * NOT_MATCHING_ORDER_TOTAL when another amount is open than was displayed
 */
export async function takeCash(
  work: Work,
  by: AtDesk,
  { orderId, amount }: { orderId: number; amount: Cents },
): Promise<void> {
  const { tx, now } = work;
  const { eventId, userId, deviceId } = by;
  const order = await orderOf(tx, orderId);
  if (!order || order.eventId !== eventId || order.status === 'canceled') return refuseGenerally('NOT_FOUND');
  if (!order.event.cashAtDesk) return refuse('CASH_NOT_ALLOWED');
  refuseOrderAwaitingMember(order);
  const { open } = await moneyOfOrder(tx, order);
  if (open === 0) return refuseGenerally('NOT_FOUND');
  if (open !== amount) return refuseOrder('NOT_MATCHING_ORDER_TOTAL', { totalPrice: open, amount });
  await receivePayment(work, {
    ...{ orderId, method: cashMethod, amount, editorId: userId, note: by.gate ?? '' },
    reference: `desk|${orderId}|${now}`,
  });
  await tx
    .insert(lateRegistrations)
    .values({
      ...{ orderId, eventId, callKey: `${nameOfDesk(by)}|cash-${orderId}-${now}`, amount, createdAt: now },
      ...(deviceId === null ? { userId } : { deviceId }),
    })
    .onConflictDoUpdate({
      target: lateRegistrations.orderId,
      set: { amount: sql`${lateRegistrations.amount} + ${amount}` },
    });
}

/** @throws Problem NOT_FOUND for an order of another event */
async function loadOpen({ call, by }: Desk, orderId: number): Promise<{ order: OrderRecord; open: Cents }> {
  const order = await orderOf(call.deps.read, orderId);
  if (!order || order.eventId !== by.eventId || order.status === 'canceled') return refuseGenerally('NOT_FOUND');
  return { order, open: (await call.deps.orderMoney(order)).open };
}

async function showCash(desk: Desk, orderId: number, state?: FormState): Promise<Response> {
  const { order, open } = await loadOpen(desk, orderId);
  const props = { action: `${desk.path}/${orderId}/cash`, order, open, state, i18n: desk.i18n };
  return showAtDesk(desk, <CashPage {...props} />, formStatus(state));
}

async function saveCash(desk: Desk, orderId: number): Promise<Response> {
  const { call, by, path } = desk;
  const amount = cents(Number(/^\d{1,12}$/.exec(String(call.form.get('open') ?? ''))?.[0] ?? 0));
  const done = await runForm(
    call,
    async () => {
      await call.deps.write((work) => takeCash(work, by, { orderId, amount }));
      return `${path}/${orderId}`;
    },
    {
      sentence: ({ code }) => (code === 'NOT_MATCHING_ORDER_TOTAL' ? desk.i18n.t('late.otherPrice') : null),
    },
  );
  return 'to' in done ? call.redirect(done.to) : showCash(desk, orderId, done.state);
}

function CashPage(props: {
  action: string;
  order: OrderRecord;
  open: Cents;
  state: FormState | undefined;
  i18n: Translator;
}): ReactElement {
  const { action, order, open, state, i18n } = props;
  const total = i18n.money(open);
  return (
    <>
      <Facts
        facts={[
          { label: i18n.t('ordersAdmin.column.number'), value: order.orderNumber },
          { label: i18n.t('ordersAdmin.column.people'), value: namesOf(order) },
          { label: i18n.t('late.total'), value: <strong>{total}</strong> },
        ]}
      />
      {open === 0 ? (
        <Alert tone="good">{i18n.t('late.cash.nothingOpen')}</Alert>
      ) : (
        <>
          <Form action={action} state={state ?? {}}>
            <input type="hidden" name="open" value={open} />
            <div className="form-actions">
              <Button wide>{i18n.t('late.cash.submit', { total })}</Button>
            </div>
          </Form>
          <p className="soft small">{i18n.t('late.receipt')}</p>
        </>
      )}
    </>
  );
}

export const takeCashPages: Route[] = [
  page({ method: 'get', path: `${staffBase}/{orderId}/cash`, ...byStaff }, async (call) =>
    showCash(await deskOfStaff(call), call.params.orderId),
  ),
  page({ method: 'post', path: `${staffBase}/{orderId}/cash`, ...byStaff }, async (call) =>
    saveCash(await deskOfStaff(call), call.params.orderId),
  ),
  page({ method: 'get', path: `${deviceBase}/{orderId}/cash`, ...byDevice }, (call) =>
    atDevice(call, (desk) => showCash(desk, call.params.orderId)),
  ),
  page({ method: 'post', path: `${deviceBase}/{orderId}/cash`, ...byDevice }, (call) =>
    atDevice(call, (desk) => saveCash(desk, call.params.orderId)),
  ),
];
