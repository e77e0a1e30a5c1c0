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

/** What the desk needs of the device: its clock, whether its list still holds, and who is told of a call. */
type Device = {
  time(): number;
  expire(): Promise<void>;
  isEnded(): boolean;
  /** null: nothing was called, something of the list is another. */
  heard(kind: Upload['kind'] | null): Promise<void>;
};

/** What is done at the desk. Handing out waits for no network; what only the server can know does. */
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

  /** Whose code this is; nothing is recorded. */
  async find({ eventId, ...code }: TicketCode): Promise<ListedTicket | null> {
    const ticket = eventId === this.#parts.eventId ? this.#people.of(code.participantId) : undefined;
    if (!ticket) return null;
    return isCodeOf(ticket, await this.#parts.sha256(formatTicketCode({ eventId, ...code }))) ? ticket : null;
  }

  /**
   * Gives these people what is due, each once: whoever has not paid or has it already is left out. Answers to whom it
   * was given.
   */
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

  /** Takes back what somebody was given, here or at another desk. */
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

  /** Gives a start number, in place of the one that the card shows; only the server knows whether it is free. */
  async setBib(participantId: number, bib: string): Promise<BibOutcome> {
    const ticket = this.#people.of(participantId);
    const { kind } = await this.#parts.server.setBib(participantId, bib, ticket?.bib ?? null, this.#queue.held());
    if (ticket && kind === 'answer') ticket.bib = bibOf(bib);
    await this.#device.heard(kind);
    if (kind === 'answer') return 'set';
    return kind === 'invalid' ? 'taken' : 'offline';
  }

  /** Somebody does not want to stand in public lists; those are the server's. */
  async hideName(participantId: number): Promise<HideOutcome> {
    const { kind } = await this.#parts.server.hideName(participantId, this.#queue.held());
    const due = this.#people.of(participantId)?.due;
    if (due && kind === 'answer') due.isNameHidden = true;
    await this.#device.heard(kind);
    return kind === 'answer' ? 'hidden' : 'offline';
  }
}
