import { findByName, readyToFind } from '#modules/checkin/rules/name-search.ts';
import { isSameClub, type ListedTicket } from './kinds.ts';

export class People {
  #tickets = new Map<number, ListedTicket>();

  keep(tickets: readonly ListedTicket[]): void {
    this.#tickets = new Map(tickets.map((ticket) => [ticket.participantId, ticket]));
    readyToFind(tickets);
  }

  of(participantId: number): ListedTicket | undefined {
    return this.#tickets.get(participantId);
  }

  counts(): { tickets: number; admitted: number; handedOut: number } {
    let [tickets, admitted, handedOut] = [0, 0, 0];
    for (const ticket of this.#tickets.values()) {
      if (ticket.due?.isPaid !== false) tickets += 1;
      if (ticket.admitted) admitted += 1;
      if (ticket.due?.handedOut) handedOut += 1;
    }
    return { tickets, admitted, handedOut };
  }

  /** Only people who may be admitted. */
  search(input: string, most: number): ListedTicket[] {
    return findByName(this.#mayComeIn(), input, most);
  }

  searchDue(input: string, most = 20): ListedTicket[] {
    return findByName(this.#tickets.values(), input, most);
  }

  *#mayComeIn(): Iterable<ListedTicket> {
    for (const ticket of this.#tickets.values()) if (ticket.due?.isPaid !== false) yield ticket;
  }

  /** Same order or club, in list order. */
  together(participantId: number, by: 'order' | 'club'): ListedTicket[] {
    const due = this.of(participantId)?.due;
    if (!due) return [];
    const isOne = ({ due: other }: ListedTicket) =>
      by === 'order' ? other?.orderId === due.orderId : due.club !== null && isSameClub(other?.club, due.club);
    return [...this.#tickets.values()].filter(isOne);
  }
}
