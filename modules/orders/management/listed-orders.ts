import type { Cents } from '#src/kernel/money.ts';
import type { Reader } from '#src/platform/database.ts';
import { ready } from '#src/platform/hot-statements.ts';
import { inSequence } from '#src/platform/list/find.ts';
import type { OrderStatus } from '../rules/order-state.ts';

/** An order as a list shows it: the little that is needed, by two statements however many there are. Cents. */
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
    e.title eventTitle, e.time_zone timeZone, u.email
  from orders o join events e on e.id = o.event_id join users u on u.id = o.user_id
  where o.id in (select value from json_each(?))`;
const people = `select p.order_id orderId, p.first_name || ' ' || p.last_name name, c.title
  from participants p join competitions c on c.id = p.competition_id
  where p.order_id in (select value from json_each(?)) order by p.id`;

type Person = { orderId: number; name: string; title: string };

/** In the sequence of `ids`; unknown ones are left out. */
export async function listedOrders(reader: Reader, ids: readonly number[]): Promise<ListedOrder[]> {
  const list = [JSON.stringify(ids)];
  const rows = await reader.all<Omit<ListedOrder, 'people' | 'competitions'>>(ready(heads, list));
  const peopleOf = Map.groupBy(await reader.all<Person>(ready(people, list)), ({ orderId }) => orderId);
  return inSequence(ids, rows, ({ id }) => id).map((head) => {
    const persons = peopleOf.get(head.id) ?? [];
    const competitions = [...new Set(persons.map(({ title }) => title))];
    return { ...head, people: persons.map(({ name }) => name), competitions };
  });
}
