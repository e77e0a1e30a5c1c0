import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import type { CodeRow } from '../read-management.ts';

/** Of a code that very many orders have, the list names the first. */
const maxOrders = 3;

/** The live orders that have a code, the way to each. */
export function UsedIn({ row, i18n }: { row: CodeRow; i18n: Translator }): ReactElement {
  const { orderIds } = row;
  if (orderIds.length === 0) return <>–</>;
  const more = orderIds.length - maxOrders;
  return (
    <span className="used-in">
      {orderIds.slice(0, maxOrders).map((orderId) => (
        <a key={orderId} href={`/admin/orders/${orderId}`}>
          {i18n.t('vouchers.codes.order', { orderNumber: String(orderId) })}
        </a>
      ))}
      {more > 0 ? <span>{i18n.t('vouchers.codes.more', { count: more })}</span> : null}
    </span>
  );
}
