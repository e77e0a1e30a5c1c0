import { sql } from 'drizzle-orm';
import { orderOf, placeOnAccount, requireOwnOrder, takeoverOf } from '#modules/orders/index.ts';
import { moneyOfOrder, openOfOrder } from '#modules/payments/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { cents } from '#src/kernel/money.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { companiesToOrderOn, isOnAccount, openSumsOf } from './read-companies.ts';
import { refuse } from './rules/problems.ts';
import type { Company } from './schema.ts';

/**
 * Puts the buyer's open order on a company's account: it is complete, tickets and invoice go out, its money stays open
 * until the collective bill is paid. One statement checks the limit; a trigger enforces it, too.
 * @throws Problem NOT_FOUND, COMPANY_ORDER_NOT_POSSIBLE (`details.reason`: `notOffered`, `notOpen`, `place`,
 * `underWay`), COMPANY_LIMIT_REACHED
 */
export async function orderOnAccount(
  work: Work,
  { orderId, companyId, viewer, hasBank }: { orderId: number; companyId: number; viewer: Viewer; hasBank: boolean },
): Promise<Company> {
  const { tx } = work;
  const order = await requireOwnOrder(tx, viewer, orderId);
  const organizerIds = order.organizers.filter(({ isMain }) => isMain).map(({ id }) => id);
  const allowed = await companiesToOrderOn(tx, viewer.email, organizerIds);
  const company = allowed.find(({ id }) => id === companyId) ?? refuseGenerally('NOT_FOUND');
  await putOnAccount(work, { orderId, company, editorId: viewer.userId, hasBank });
  return company;
}

type OnAccount = { orderId: number; company: Company; editorId: number; hasBank: boolean };

/** The same for a company that a member or the organizer chose; the caller checked that. @throws Problem as above */
export async function putOnAccount(work: Work, { orderId, company, editorId, hasBank }: OnAccount): Promise<void> {
  const { tx, now } = work;
  const { id: companyId } = company;
  const order = present(await orderOf(tx, orderId), 'an order that may go on account');
  if (!order.event.companyAccounts || !hasBank || order.event.canceled)
    return refuse('COMPANY_ORDER_NOT_POSSIBLE', { reason: 'notOffered' });
  const { open } = await moneyOfOrder(tx, order);
  if (order.status !== 'pending' || open === 0) return refuse('COMPANY_ORDER_NOT_POSSIBLE', { reason: 'notOpen' });
  // The refund of a passed-on place waits for the money of this order.
  if (await takeoverOf(tx, orderId)) return refuse('COMPANY_ORDER_NOT_POSSIBLE', { reason: 'place' });
  const taken = await tx.all<{ id: number }>(sql`
    insert into company_orders (order_id, company_id, bill_id, placed_at)
    select ${orderId}, c.id, null, ${now} from companies c where c.id = ${companyId} and c.is_closed = 0 and c.limit_cents >= ${open}
      + (select coalesce(sum(${openOfOrder}), 0) from company_orders mine join orders o on o.id = mine.order_id
        where mine.company_id = c.id and ${isOnAccount})
    on conflict (order_id) do update set company_id = excluded.company_id, bill_id = null, placed_at = excluded.placed_at
    returning order_id id`);
  if (taken.length === 0) {
    const sums = await openSumsOf(tx, [companyId], now);
    return refuse('COMPANY_LIMIT_REACHED', {
      ...{ limit: company.limit, open: sums.get(companyId)?.open ?? cents(0), total: open },
    });
  }
  const { invoiceAddress: before } = order;
  const placed = await placeOnAccount(work, {
    ...{ orderId, editorId, before, invoiceAddress: company.address, open },
  });
  if (!placed) refuse('COMPANY_ORDER_NOT_POSSIBLE', { reason: 'underWay' });
}
