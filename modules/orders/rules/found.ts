/** What a search of the management found: people with the order they start by, and orders by their number. */
export type FoundHits = {
  people: readonly { id: number; orderId: number }[];
  orders: readonly number[];
  /** The order whose number or payment reference was typed. */
  named: number | null;
  /** There is more than this. */
  isMore: boolean;
};

/** The address of the one thing that was meant: a person, or an order; null when it may be several or none. */
export function straightTo({ people, orders, named, isMore }: FoundHits, mayAssist: boolean): string | null {
  if (isMore) return null;
  const meant = new Set([...orders, ...people.map(({ orderId }) => orderId)]);
  const [orderId] = meant;
  if (meant.size !== 1 || orderId === undefined) return null;
  const [person, another] = people;
  return mayAssist && person && !another && named !== orderId
    ? `/admin/orders/${orderId}/participants/${person.id}`
    : `/admin/orders/${orderId}`;
}

/** The orders that are told beside people: an order stands there already by each of its people, unless it was named. */
export const besidePeople = ({ people, orders, named }: FoundHits): number[] =>
  orders.filter((id) => id === named || !people.some(({ orderId }) => orderId === id));
