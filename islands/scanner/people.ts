import { findByName, readyToFind } from '#modules/checkin/rules/name-search.ts';
import { isSameClub, type ListedTicket } from './kinds.ts';

/** Everybody on the list that a device has. */
export class People {
  #tickets = new Map<number, ListedTicket>();

  /** Takes the place of the list before. */
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

  /** Those who may come in. */
  search(input: string, most: number): ListedTicket[] {
    return findByName(this.#mayComeIn(), input, most);
  }

  /** Everybody, also those who have not paid. */
  searchDue(input: string, most = 20): ListedTicket[] {
    return findByName(this.#tickets.values(), input, most);
  }

  *#mayComeIn(): Iterable<ListedTicket> {
    for (const ticket of this.#tickets.values()) if (ticket.due?.isPaid !== false) yield ticket;
  }

  /** Everybody of the same order, or of the same club, in the sequence of the list. */
  together(participantId: number, by: 'order' | 'club'): ListedTicket[] {
    const due = this.of(participantId)?.due;
    if (!due) return [];
    const isOne = ({ due: other }: ListedTicket) =>
      by === 'order' ? other?.orderId === due.orderId : due.club !== null && isSameClub(other?.club, due.club);
    return [...this.#tickets.values()].filter(isOne);
  }
}
