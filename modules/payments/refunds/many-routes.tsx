import { loadManagedEvents } from '#modules/events/index.ts';
import { orderOf, parseTickedIds, requireOrdersRole } from '#modules/orders/index.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { showAgain } from '#src/web/forms/own-form.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { listData } from '#src/web/list/show.ts';
import { refundManyPath } from '../paths.ts';
import { isRefundMode } from '../rules/refund-amount.ts';
import { giveBack } from './api.ts';
import { aboutMany, manyListing, maxRefunded } from './many-listing.tsx';
import { ManyQuestion, ManyRefunds, manyChoices } from './many-page.tsx';
import { plannedRefund, settledByHand } from './planned-refunds.ts';
import { shownSum, sumInput } from './refund-sum-input.ts';
import { setRefundStatus } from './set-refund-status.ts';

type Call = PageCall<'order.refund', never, number[] | 'all'>;

const tickedHere = (from: URLSearchParams | FormData): number[] => parseTickedIds(from.getAll('order'), maxRefunded);

/** Address of this list with its filter and a message. */
function addressOf({ query }: Call, said: Record<string, number> = {}): string {
  const asked = ['q', 'event', 'status', 'order'].flatMap((name) => query.getAll(name).map((value) => [name, value]));
  const all = new URLSearchParams([...asked, ...Object.entries(said).map(([name, count]) => [name, String(count)])]);
  return all.size > 0 ? `${refundManyPath}?${all}` : refundManyPath;
}

const headOf = ({ i18n }: Call) => ({ title: i18n.t('refunds.many.title'), frame: 'admin' as const });

/** Orders of the address: those ticked in the list of orders, or all that match the filter. */
async function found(call: Call) {
  const ticked = tickedHere(call.query);
  await requireOrdersRole(call.deps.read, call.record, ticked);
  return listData(call, manyListing, await aboutMany(call, ticked));
}

async function showMany(call: Call, state?: FormState): Promise<Response> {
  return call.render(
    <ManyRefunds
      list={await found(call)}
      address={addressOf(call)}
      ticked={tickedHere(state ? call.form : call.query)}
      state={state}
    />,
    { ...headOf(call), admin: { intro: <a href="/admin/orders">{call.i18n.t('refunds.many.back')}</a> } },
    formStatus(state),
  );
}

async function ask(call: Call): Promise<Response> {
  const { deps, i18n, form } = call;
  const again = (said: Partial<FormState>) => showMany(call, showAgain(call, said).state);
  const what = manyChoices.find((choice) => choice === form.get('what'));
  const orderIds = form.has('all') ? (await found(call)).rows.map(({ order }) => order.id) : tickedHere(form);
  if (!what || orderIds.length === 0) return again({ refusal: i18n.t('refunds.many.nothing'), status: 409 });
  await requireOrdersRole(deps.read, call.record, orderIds);
  const amount = sumInput(call, what);
  if (amount === undefined) return again({ errors: { amount: i18n.t('refunds.amountWrong') } });
  const planned = [];
  try {
    for (const orderId of orderIds) {
      const order = (await orderOf(deps.read, orderId)) ?? refuse('NOT_FOUND');
      planned.push(
        await (isRefundMode(what)
          ? plannedRefund(deps.read, order, { mode: what, amount })
          : settledByHand(deps.read, order)),
      );
    }
  } catch (error) {
    return again({ refusal: whichOrder(error, call), status: 409 });
  }
  return call.render(
    <ManyQuestion planned={planned} what={what} amount={amount} address={addressOf(call)} />,
    headOf(call),
  );
}

/** Names the order that a refusal is about. */
function whichOrder(error: unknown, call: Call): string {
  const reason = refusalText(error, call.i18n);
  const orderId = error instanceof Problem ? error.details.orderId : null;
  return typeof orderId === 'number'
    ? call.i18n.t('refunds.many.refused', { orderNumber: String(orderId), reason })
    : reason;
}

async function act(call: Call): Promise<Response> {
  const { deps, viewer, form } = call;
  const what = manyChoices.find((choice) => choice === form.get('what'));
  const orderIds = tickedHere(form);
  if (!what || orderIds.length === 0) return showMany(call);
  await requireOrdersRole(deps.read, call.record, orderIds);
  const { userId: editorId, isSuperAdmin } = viewer;
  try {
    if (isRefundMode(what)) {
      const shown = new Map(orderIds.map((orderId) => [orderId, shownSum(call, `left-${orderId}`)]));
      const amount = shownSum(call, 'cents') || 0;
      const count = await giveBack(deps, { orderIds, mode: what, amount, editorId, shown });
      return call.redirect(addressOf(call, { done: count, failed: orderIds.length - count }));
    }
    const refundStatus = what === 'statusCompleted' ? 'completed' : 'failed';
    await deps.write((work) => setRefundStatus(work, { orderIds, refundStatus, editorId, isSuperAdmin }));
    return call.redirect(addressOf(call, { done: orderIds.length }));
  } catch (error) {
    if (error instanceof Problem && error.code === 'PAYMENT_REFUND_FAILED') {
      return call.redirect(addressOf(call, { done: 0, failed: 1 }));
    }
    return showMany(call, showAgain(call, { refusal: whichOrder(error, call), status: 409 }).state);
  }
}

const at = { path: '/admin/refund-orders', may: 'order.refund', load: loadManagedEvents } as const;

export const manyRefundPages: Route[] = [
  page({ method: 'get', ...at }, (call) => showMany(call)),
  page({ method: 'post', ...at }, (call) => (call.form.get('intent') === 'do' ? act(call) : ask(call))),
];
