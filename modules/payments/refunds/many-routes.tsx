import { loadManagedEvents, managedEvents } from '#modules/events/index.ts';
import { listOrders, type OrderRecord, orderOf, ordersOf } from '#modules/orders/index.ts';
import { orderStatuses } from '#modules/orders/rules/order-state.ts';
import type { Cents } from '#src/kernel/money.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { postedText, shownAgain } from '#src/platform/forms/own-form.ts';
import { refusalText } from '#src/platform/forms/refusal.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { type PageCall, page, type Route } from '#src/platform/http.ts';
import { positive } from '#src/platform/list/listing.ts';
import { readCents } from '#src/ui/format.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { refundManyPath } from '../paths.ts';
import { isRefundMode } from '../rules/refund-amount.ts';
import { giveBack, requireOrderRoles } from './api.ts';
import { ManyQuestion, ManyRefunds, manyChoices } from './many-page.tsx';
import { plannedRefund, settledByHand } from './planned-refunds.ts';
import { setRefundStatus } from './set-refund-status.ts';

type Call = PageCall<'order.refund', never, number[] | 'all'>;

const most = 500;

/** Orders that were ticked, each under `order`: in the list of orders they stand in the address, here in the form. */
const tickedIn = (from: URLSearchParams | FormData): number[] =>
  [...new Set(from.getAll('order').flatMap((text) => positive(String(text)) ?? []))].slice(0, most);

/** What the address asks for; without a state those that were canceled, as most refunds are of them. */
function viewOf({ query }: Call) {
  const asked = query.get('status') ?? 'canceled';
  const status = orderStatuses.find((known) => known === asked) ?? '';
  return { eventId: positive(query.get('event')), status, q: (query.get('q') ?? '').trim().slice(0, 200) };
}

/** The orders that the filter finds and that have money to give back, or a refund that is open. */
async function found(call: Call): Promise<{ rows: { order: OrderRecord; left: Cents }[]; isCut: boolean }> {
  const { deps, viewer, record: eventIds } = call;
  const ticked = tickedIn(call.query);
  if (ticked.length > 0) {
    await requireOrderRoles(deps, viewer, ticked);
    return { rows: await withMoney(call, ticked), isCut: false };
  }
  const { eventId, status, q } = viewOf(call);
  const filter = [
    ...(eventId === null ? [] : [{ field: 'eventId', type: 'eq', value: eventId }]),
    ...(status === '' ? [] : [{ field: 'status', type: 'eq', value: status }]),
  ];
  const list = { offset: 0, limit: most, filter: JSON.stringify(filter), ...(q ? { q } : {}) };
  const { count, ids } = await listOrders(deps.read, list, eventIds);
  return { rows: await withMoney(call, ids), isCut: count > most };
}

async function withMoney({ deps }: Call, ids: readonly number[]) {
  const rows = [];
  for (const order of await ordersOf(deps.read, ids)) {
    const { kept: left } = await moneyOfOrder(deps.read, order);
    if (left > 0 || order.refundStatus === 'pending' || order.refundStatus === 'failed') rows.push({ order, left });
  }
  return rows;
}

/** This list with the filter that it was asked for, and what is to be said there. */
function addressOf({ query }: Call, said: Record<string, number> = {}): string {
  const asked = ['q', 'event', 'status', 'order'].flatMap((name) => query.getAll(name).map((value) => [name, value]));
  const all = new URLSearchParams([...asked, ...Object.entries(said).map(([name, count]) => [name, String(count)])]);
  return all.size > 0 ? `${refundManyPath}?${all}` : refundManyPath;
}

const headOf = ({ words }: Call) => ({ title: words.t('refunds.many.title'), frame: 'admin' as const });

async function showMany(call: Call, state?: FormState): Promise<Response> {
  const { deps, viewer, words } = call;
  return call.render(
    <ManyRefunds
      {...(await found(call))}
      view={viewOf(call)}
      events={await managedEvents(deps.read, viewer)}
      address={addressOf(call)}
      ticked={tickedIn(state ? call.form : call.query)}
      state={state}
    />,
    { ...headOf(call), admin: { intro: <a href="/admin/orders">{words.t('refunds.many.back')}</a> } },
    state?.status ?? 200,
  );
}

async function ask(call: Call): Promise<Response> {
  const { deps, viewer, words, form } = call;
  const again = (said: Partial<FormState>) => showMany(call, shownAgain(call, said).state);
  const what = manyChoices.find((choice) => choice === form.get('what'));
  const orderIds = form.has('all') ? (await found(call)).rows.map(({ order }) => order.id) : tickedIn(form);
  if (!what || orderIds.length === 0) return again({ refusal: words.t('refunds.many.nothing'), status: 409 });
  await requireOrderRoles(deps, viewer, orderIds);
  const amount = what === 'custom' ? readCents(postedText(call, 'amount', 40), words.locale) : null;
  if (what === 'custom' && amount === null) return again({ errors: { amount: words.t('refunds.amountWrong') } });
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

/** A refusal of several orders names the one that it is about. */
function whichOrder(error: unknown, call: Call): string {
  const reason = refusalText(error, call.words);
  const orderId = error instanceof Problem ? error.details.orderId : null;
  return typeof orderId === 'number'
    ? call.words.t('refunds.many.refused', { orderNumber: String(orderId), reason })
    : reason;
}

async function act(call: Call): Promise<Response> {
  const { deps, viewer, form } = call;
  const what = manyChoices.find((choice) => choice === form.get('what'));
  const orderIds = tickedIn(form);
  if (!what || orderIds.length === 0) return showMany(call);
  await requireOrderRoles(deps, viewer, orderIds);
  const { userId: editorId, isSuperAdmin } = viewer;
  try {
    if (isRefundMode(what)) {
      const shown = new Map(orderIds.map((orderId) => [orderId, Number(form.get(`left-${orderId}`) || Number.NaN)]));
      const amount = positive(postedText(call, 'cents')) ?? 0;
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
    return showMany(call, shownAgain(call, { refusal: whichOrder(error, call), status: 409 }).state);
  }
}

const at = { path: '/admin/refund-orders', may: 'order.refund', load: loadManagedEvents } as const;

export const manyRefundPages: Route[] = [
  page({ method: 'get', ...at }, (call) => showMany(call)),
  page({ method: 'post', ...at }, (call) => (call.form.get('intent') === 'do' ? act(call) : ask(call))),
];
