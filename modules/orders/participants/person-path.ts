import { useOpens } from '#src/ui/page.tsx';

type Person = { id: number; orderId: number };
export const personPath = ({ id, orderId }: Person): string => `/admin/orders/${orderId}/participants/${id}`;

/** The page of a person, or their order for whoever may not change people. */
export function usePersonPath(): (person: Person) => string {
  const opens = useOpens();
  return (person) => (opens('get', personPath(person)) ? personPath(person) : `/admin/orders/${person.orderId}`);
}
