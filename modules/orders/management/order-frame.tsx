import type { ReactElement } from 'react';
import { idsOf, visibleIban } from '#src/access/permissions.ts';
import type { Work } from '#src/data/work.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import type { PageCall, PageHead } from '#src/web/http.ts';
import { orderTranslator } from '../assemble-orders.ts';
import { type AdminOrderRecord, adminOrderOf } from '../read-admin.ts';
import { AdminOrderPage, OrderActions } from './admin-order-page.tsx';
import { listOrderMails, undeliveredMails } from './order-mails.ts';

export type OrderCall<Name extends string = never> = PageCall<'order.manage', 'orderId' | Name, AdminOrderRecord>;

/** Keys of confirmation messages (`ordersAdmin.done.…`, `orderActions.done.…`). */
const doneKeys = [
  'paid',
  'canceled',
  'reactivated',
  'shipped',
  'commented',
  'moved',
  'movedBibStays',
  'refunded',
  'refundStatus',
  'refundRetried',
  'refundTransfer',
  'refundAccount',
  'addressChanged',
  'addressRemoved',
  'teamRenamed',
  'personChanged',
  'bibChanged',
  'articleAdded',
  'articleChanged',
  'personAdded',
  'personCanceled',
  'buyerChanged',
  'mailResent',
] as const;
export type Done = (typeof doneKeys)[number];

export function doneMessage({ query, i18n }: Pick<PageCall, 'query' | 'i18n'>): string | null {
  const done = doneKeys.find((key) => key === query.get('done'));
  const key = [`ordersAdmin.done.${done}`, `orderActions.done.${done}`].find((name) => i18n.has(name));
  return key ? i18n.t(key as MessageKey) : null;
}

const refundProblems = ['failed', 'refused'] as const;

/** Translator in the reader's language, with the event's wording and time zone. */
export const orderPageTranslator = (call: Pick<PageCall, 'i18n'>, order: AdminOrderRecord): Translator =>
  orderTranslator(order, call.i18n.locale);

const belowOrder = (order: AdminOrderRecord, title: string, i18n: Translator): PageHead => ({
  title,
  frame: 'admin',
  organizerIds: idsOf(order.organizers),
  admin: {
    eventId: order.event.id,
    intro: <a href={`/admin/orders/${order.id}`}>{i18n.t('ordersAdmin.order', { orderNumber: order.orderNumber })}</a>,
  },
});

const positive = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1);

export async function showOrder(
  call: OrderCall,
  order: AdminOrderRecord,
  problem: string | null = null,
  comment?: FormState,
): Promise<Response> {
  const { i18n, query, deps } = call;
  const money = await deps.orderMoney(order);
  const owners = { organizerIds: idsOf(order.organizers) };
  for (const refund of money.refunds)
    if (refund.iban !== null) refund.iban = visibleIban(call.viewer, owners, refund.iban);
  const mails = await listOrderMails(deps.read, order.id, { offset: 0, limit: 5 });
  const hasOffers = mails.rows.some(({ offerId }) => offerId !== null);
  const refundProblem = refundProblems.find((key) => key === query.get('refund'));
  return call.render(
    <AdminOrderPage
      order={order}
      money={money}
      papers={await deps.orderPapers(order)}
      timing={await deps.timingPart({ orderId: order.id }, orderPageTranslator(call, order))}
      mails={mails}
      openOffers={hasOffers ? await deps.openOffers(deps.read, order.id, call.now) : new Set()}
      unreached={await undeliveredMails(deps.read, order)}
      view={{
        people: positive(query.get('people')),
        who: (query.get('who') ?? '').trim().slice(0, 100),
        isWholeHistory: query.has('history'),
      }}
      isSuperAdmin={call.viewer.isSuperAdmin}
      i18n={orderPageTranslator(call, order)}
      done={doneMessage(call)}
      comment={comment}
      problem={problem ?? (refundProblem ? i18n.t(`refunds.problem.${refundProblem}`) : null)}
    />,
    {
      title: i18n.t('ordersAdmin.order', { orderNumber: order.orderNumber }),
      frame: 'admin',
      organizerIds: idsOf(order.organizers),
      admin: {
        eventId: order.event.id,
        intro: <a href={`/admin/orders?event=${order.event.id}`}>{i18n.t('ordersAdmin.back')}</a>,
        action: <OrderActions order={order} money={money} i18n={orderPageTranslator(call, order)} />,
      },
    },
    problem ? 409 : formStatus(comment),
  );
}

/** Runs a command on the order, then shows the page with the result. `to`: another page than the order's. */
export async function actOnOrder(
  call: OrderCall,
  done: Done,
  verb: (work: Work, order: AdminOrderRecord) => Promise<unknown>,
  to = '',
): Promise<Response> {
  const order = call.record;
  try {
    await call.deps.write((work) => verb(work, order));
  } catch (error) {
    return showOrder(call, await adminOrderOf(call.deps.read, order.id), refusalText(error, call.i18n));
  }
  return call.redirect(`/admin/orders/${order.id}${to}?done=${done}`);
}

export const renderBelow = (
  call: Pick<PageCall, 'render' | 'i18n'>,
  order: AdminOrderRecord,
  title: string,
  page: ReactElement,
  status: 200 | 400 | 409 | 429 = 200,
): Promise<Response> => call.render(page, belowOrder(order, title, orderPageTranslator(call, order)), status);
