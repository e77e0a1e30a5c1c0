import { eventIdsOf, managedEvents } from '#modules/events/index.ts';
import { listOrders, type OrderRecord, ordersOf } from '#modules/orders/index.ts';
import { orderStatuses } from '#modules/orders/rules/order-state.ts';
import { Problem } from '#src/kernel/problem.ts';
import { refusalText } from '#src/platform/forms/refusal.ts';
import { page, type Route } from '#src/platform/http.ts';
import { readCents } from '#src/ui/format.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { refundManyPath } from '../paths.ts';
import { isRefundMode } from '../rules/refund-amount.ts';
import { giveBack, requireOrderRoles } from './api.ts';
import { type ManyChoice, ManyQuestion, ManyRefunds, type ManyTyped, manyChoices } from './many-page.tsx';
import { plannedRefunds } from './planned-refunds.ts';
import type { RefundCall } from './refund-call.ts';
import { setRefundStatus } from './set-refund-status.ts';

const most = 500;
const id = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
const isChoice = (text: unknown): text is ManyChoice => manyChoices.includes(text as ManyChoice);

/** What the address asks for; without a state those that were canceled, as most refunds are of them. */
function viewOf({ query }: RefundCall) {
  const asked = query.get('status') ?? 'canceled';
  const status = orderStatuses.find((known) => known === asked) ?? '';
  return { eventId: id(query.get('event')), status, q: (query.get('q') ?? '').trim().slice(0, 200) };
}

/** The orders that the filter finds and that have money to give back, or a refund that is open. */
async function found(call: RefundCall): Promise<{ rows: { order: OrderRecord; left: number }[]; isCut: boolean }> {
  const { deps, viewer } = call;
  const ticked = tickedIn(call);
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
  const { count, ids } = await listOrders(deps.read, list, await eventIdsOf(deps.read, viewer));
  return { rows: await withMoney(call, ids), isCut: count > most };
}

/** Orders that were ticked in the list of orders stand in the address, each under `order`. */
const tickedIn = ({ query }: RefundCall): number[] =>
  [...new Set(query.getAll('order').flatMap((text) => id(text) ?? []))].slice(0, most);

async function withMoney({ deps }: RefundCall, ids: readonly number[]) {
  const rows = [];
  for (const order of await ordersOf(deps.read, ids)) {
    const { kept: left } = await moneyOfOrder(deps.read, order);
    if (left > 0 || order.refundStatus === 'pending' || order.refundStatus === 'failed') rows.push({ order, left });
  }
  return rows;
}

/** This list with the filter that it was asked for, and what is to be said there. */
function addressOf({ query }: RefundCall, said: Record<string, number> = {}): string {
  const kept = ['q', 'event', 'status'].flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : []));
  const ticked = query.getAll('order').map((orderId) => ['order', orderId]);
  const all = new URLSearchParams([
    ...kept,
    ...ticked,
    ...Object.entries(said).map(([name, count]) => [name, String(count)]),
  ]);
  return all.size > 0 ? `${refundManyPath}?${all}` : refundManyPath;
}

async function showMany(
  call: RefundCall,
  said: { problem?: string; amountError?: string; typed?: ManyTyped } = {},
): Promise<Response> {
  const { words } = call;
  return call.render(
    <ManyRefunds
      {...(await found(call))}
      view={viewOf(call)}
      events={await managedEvents(call.deps.read, call.viewer)}
      address={addressOf(call)}
      typed={said.typed ?? { what: 'full', amount: '', orderIds: tickedIn(call), isAll: false }}
      problem={said.problem ?? null}
      amountError={said.amountError ?? null}
    />,
    {
      title: words.t('refunds.many.title'),
      frame: 'admin',
      admin: { intro: <a href="/admin/orders">{words.t('refunds.many.back')}</a> },
    },
    said.problem ? 409 : said.amountError ? 400 : 200,
  );
}

/** Which orders were ticked; a form posts each as a field of its own. */
const chosen = (form: FormData): number[] => {
  const ids = form.getAll('order').flatMap((text) => id(String(text)) ?? []);
  return [...new Set(ids)].slice(0, most);
};

async function ask(call: RefundCall): Promise<Response> {
  const { deps, viewer, words, form } = call;
  const typed = {
    what: String(form.get('what') ?? ''),
    amount: String(form.get('amount') ?? '').slice(0, 40),
    orderIds: chosen(form),
    isAll: form.has('all'),
  };
  const orderIds = form.has('all') ? (await found(call)).rows.map(({ order }) => order.id) : chosen(form);
  if (!isChoice(typed.what) || orderIds.length === 0) {
    return showMany(call, { problem: words.t('refunds.many.nothing'), typed });
  }
  await requireOrderRoles(deps, viewer, orderIds);
  const amount = typed.what === 'custom' ? readCents(typed.amount, words.locale) : null;
  if (typed.what === 'custom' && amount === null) {
    return showMany(call, { amountError: words.t('refunds.amountWrong'), typed });
  }
  try {
    const planned = await plannedRefunds(deps.read, { orderIds, what: typed.what, amount });
    return call.render(<ManyQuestion planned={planned} what={typed.what} amount={amount} address={addressOf(call)} />, {
      title: words.t('refunds.many.title'),
      frame: 'admin',
    });
  } catch (error) {
    return showMany(call, { problem: whichOrder(error, call), typed });
  }
}

/** A refusal of several orders names the one that it is about. */
function whichOrder(error: unknown, call: RefundCall): string {
  const said = refusalText(error, call.words);
  const orderId = error instanceof Problem ? error.details.orderId : null;
  return typeof orderId === 'number'
    ? call.words.t('refunds.many.refused', { orderNumber: String(orderId), reason: said })
    : said;
}

async function act(call: RefundCall): Promise<Response> {
  const { deps, viewer, form } = call;
  const what = form.get('what');
  const orderIds = chosen(form);
  if (!isChoice(what) || orderIds.length === 0) return showMany(call);
  await requireOrderRoles(deps, viewer, orderIds);
  const { userId: editorId, isSuperAdmin } = viewer;
  try {
    if (isRefundMode(what)) {
      const seen = new Map(orderIds.map((orderId) => [orderId, Number(form.get(`left-${orderId}`) || Number.NaN)]));
      const amount = id(String(form.get('cents') ?? '')) ?? 0;
      const count = await giveBack(deps, { orderIds, mode: what, amount, editorId, seen });
      return call.redirect(addressOf(call, { done: count, failed: orderIds.length - count }));
    }
    const refundStatus = what === 'statusCompleted' ? 'completed' : 'failed';
    await deps.write((work) => setRefundStatus(work, { orderIds, refundStatus, editorId, isSuperAdmin }));
    return call.redirect(addressOf(call, { done: orderIds.length }));
  } catch (error) {
    if (error instanceof Problem && error.code === 'PAYMENT_REFUND_FAILED') {
      return call.redirect(addressOf(call, { done: 0, failed: 1 }));
    }
    return showMany(call, { problem: whichOrder(error, call) });
  }
}

export const manyRefundPages: Route[] = [
  page({ method: 'get', path: '/admin/refund-orders', may: 'order.refund' }, (call) => showMany(call)),
  page({ method: 'post', path: '/admin/refund-orders', may: 'order.refund' }, (call) =>
    call.form.get('intent') === 'do' ? act(call) : ask(call),
  ),
];
