import type { Reader } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Cents } from '#src/kernel/money.ts';
import { inSequence } from '#src/web/list/find.ts';
import type { OrderStatus } from '../rules/order-state.ts';

/** An order as a list shows it: the little that is needed, by one statement however many there are. Cents. */
export type ListedOrder = {
  id: number;
  status: OrderStatus;
  orderDate: number;
  totalPrice: Cents;
  refundedPrice: Cents;
  paymentMethod: string | null;
  paymentStatus: string | null;
  refundStatus: string | null;
  language: 'de' | 'en-us';
  eventTitle: string;
  timeZone: string;
  email: string;
  /** First and last name of everybody, in the order of the booking. */
  people: string[];
  /** Titles of the competitions, each once. */
  competitions: string[];
};

const heads = `select o.id, o.status, o.order_date orderDate, o.total_cents totalPrice, o.refunded_cents refundedPrice,
    o.payment_method paymentMethod, o.payment_status paymentStatus, o.refund_status refundStatus, o.language,
    e.title eventTitle, e.time_zone timeZone, u.email,
    (select json_group_array(json_array(p.first_name || ' ' || p.last_name, c.title) order by p.id)
      from participants p join competitions c on c.id = p.competition_id where p.order_id = o.id) persons
  from orders o join events e on e.id = o.event_id join users u on u.id = o.user_id
  where o.id in (select value from json_each(?))`;

type Head = Omit<ListedOrder, 'people' | 'competitions'> & { persons: string };

/** In the sequence of `ids`; unknown ones are left out. */
export async function listedOrders(reader: Reader, ids: readonly number[]): Promise<ListedOrder[]> {
  const rows = await reader.all<Head>(ready(heads, [JSON.stringify(ids)]));
  return inSequence(ids, rows, ({ id }) => id).map(({ persons, ...head }) => {
    const all = JSON.parse(persons) as [name: string, title: string][];
    const competitions = [...new Set(all.map(([, title]) => title))];
    return { ...head, people: all.map(([name]) => name), competitions };
  });
}
