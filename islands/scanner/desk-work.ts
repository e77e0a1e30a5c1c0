import { formatTicketCode, type TicketCode } from '#modules/checkin/rules/ticket-code.ts';
import { bibOf } from '#modules/orders/rules/bib.ts';
import {
  applyHandOut,
  type BibOutcome,
  type HideOutcome,
  isCodeOf,
  type ListedTicket,
  type Parts,
  type QueuedHandOut,
  type Upload,
} from './kinds.ts';
import type { People } from './people.ts';
import type { Queue } from './queue.ts';

type Device = {
  time(): number;
  expire(): Promise<void>;
  isEnded(): boolean;
  /** Null: no call, only the list changed. */
  heard(kind: Upload['kind'] | null): Promise<void>;
};

export class Desk {
  readonly #parts: Parts;
  readonly #people: People;
  readonly #queue: Queue;
  readonly #device: Device;

  constructor(parts: Parts, people: People, queue: Queue, device: Device) {
    this.#parts = parts;
    this.#people = people;
    this.#queue = queue;
    this.#device = device;
  }

  /** Finds the ticket of a code without recording a scan. */
  async find({ eventId, ...code }: TicketCode): Promise<ListedTicket | null> {
    const ticket = eventId === this.#parts.eventId ? this.#people.of(code.participantId) : undefined;
    if (!ticket) return null;
    return isCodeOf(ticket, await this.#parts.sha256(formatTicketCode({ eventId, ...code }))) ? ticket : null;
  }

  /** Hands out what is due, once per person; skips unpaid people and repeated hand-outs. Answers who got it. */
  async handOut(participantIds: readonly number[]): Promise<number[]> {
    const { eventId, device } = this.#parts;
    await this.#device.expire();
    const given: number[] = [];
    for (const participantId of participantIds) {
      const ticket = this.#people.of(participantId);
      if (!ticket?.due?.isPaid || ticket.due.handedOut || this.#device.isEnded()) continue;
      const handedOutAt = this.#device.time();
      await this.#record(ticket, { eventId, participantId, device, handedOutAt, takenBackAt: null });
      given.push(participantId);
    }
    await this.#device.heard(null);
    return given;
  }

  async takeBack(participantId: number): Promise<void> {
    const { eventId } = this.#parts;
    const ticket = this.#people.of(participantId);
    const given = ticket?.due?.handedOut;
    if (!ticket || !given || this.#device.isEnded()) return;
    const { device, handedOutAt } = given;
    await this.#record(ticket, { eventId, participantId, device, handedOutAt, takenBackAt: this.#device.time() });
    await this.#device.heard(null);
  }

  async #record(ticket: ListedTicket, given: Omit<QueuedHandOut, 'kind' | 'key' | 'sent'>): Promise<void> {
    const key = `${given.device}|hand-out|${given.participantId}|${given.handedOutAt}`;
    const one: QueuedHandOut = { kind: 'handOut', key, ...given, sent: false };
    applyHandOut(ticket, one);
    await this.#queue.add(one);
  }

  /** Assigns a bib, replacing the one on the card; only the server knows whether it is free. */
  async setBib(participantId: number, bib: string): Promise<BibOutcome> {
    const ticket = this.#people.of(participantId);
    const { kind } = await this.#parts.server.setBib(participantId, bib, ticket?.bib ?? null, this.#queue.held());
    if (ticket && kind === 'answer') ticket.bib = bibOf(bib);
    await this.#device.heard(kind);
    if (kind === 'answer') return 'set';
    return kind === 'invalid' ? 'taken' : 'offline';
  }

  async hideName(participantId: number): Promise<HideOutcome> {
    const { kind } = await this.#parts.server.hideName(participantId, this.#queue.held());
    const due = this.#people.of(participantId)?.due;
    if (due && kind === 'answer') due.isNameHidden = true;
    await this.#device.heard(kind);
    return kind === 'answer' ? 'hidden' : 'offline';
  }
}
