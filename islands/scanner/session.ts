import { decideScan } from '#modules/checkin/rules/scan-result.ts';
import { formatTicketCode, type TicketCode } from '#modules/checkin/rules/ticket-code.ts';
import {
  applyHandOut,
  type BibOutcome,
  isEarlier,
  isHandOut,
  isRefusal,
  isScan,
  type ListedTicket,
  notFound,
  nothingKnown,
  type Outcome,
  type Parts,
  type Queued,
  type QueuedHandOut,
  type QueuedRefusal,
  type QueuedScan,
  type Refusal,
  type ScannerStatus,
  type Upload,
} from './kinds.ts';
import { People } from './people.ts';

const pauseBetweenRounds = 1000;
const refreshEvery = 60_000;
/** While nothing comes, it looks more often whether something does again. */
const askAgainAfter = 5000;
/** So many go in one call; the server takes a hundred. */
const handOutsAtOnce = 50;
/** A device that heard nothing of the server for so long forgets whom it could let in. */
export const offlineAtMost = 24 * 3_600_000;

/**
 * What a scanner knows and does, without a screen: it checks against the downloaded list, remembers every scan and every
 * hand-out before anything else happens to it, and uploads when there is a network. All times in epoch milliseconds of the server's
 * clock, because a phone whose clock is wrong would win or lose against the others.
 */
export class ScannerSession {
  readonly #parts: Parts;
  readonly people = new People();
  #queued = new Map<string, Queued>();
  #clockOffset = 0;
  #status = { ...nothingKnown };
  #running = false;
  /** Ends the pause between two rounds. */
  #wakeUp: () => void = () => {};
  #isAwaited = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Loads what is remembered, so that a reload without a network forgets nothing. */
  async load(): Promise<void> {
    const { store, eventId } = this.#parts;
    const list = await store.loadList(eventId);
    if (list) {
      this.people.keep(list.tickets);
      this.#clockOffset = list.clockOffset;
      this.#status.syncedAt = list.syncedAt;
      await this.#expire();
    }
    await this.#applyScans();
  }

  /** What is not sent yet, but for these. */
  #held(sending = 0): number {
    return Math.max(0, this.#queued.size - sending);
  }

  /** Names do not stay on a device that nobody can reach. A clock that was set back is no younger list. */
  async #expire(): Promise<void> {
    const { now } = this.#parts;
    const { syncedAt } = this.#status;
    if (syncedAt === null || Math.abs(now() - syncedAt) < offlineAtMost) return;
    await this.#forgetList();
    this.#show({ expired: true, syncedAt: null });
  }

  /** Scans that were not sent stay: a number, a code and a time, and nobody's name. */
  async #forgetList(): Promise<void> {
    this.people.keep([]);
    await this.#parts.store.dropList(this.#parts.eventId);
  }

  /** What the server says instead of an answer: without a login the list goes, without a right everything does. */
  async #obey(refusal: Refusal): Promise<void> {
    const { store, eventId, forgetPage } = this.#parts;
    if (refusal === 'loginNeeded') {
      await this.#forgetList();
      await forgetPage();
      this.#show({ online: true, loginNeeded: true, syncedAt: null });
      return;
    }
    this.stop();
    this.people.keep([]);
    this.#queued.clear();
    if (refusal === 'ended') await store.clear();
    else {
      await store.dropList(eventId);
      for (const scan of await store.scans()) if (scan.eventId === eventId) await store.dropScan(scan.key);
    }
    await forgetPage();
    this.#show({ online: true, loginNeeded: false, ended: true, syncedAt: null });
  }

  async #applyScans(): Promise<void> {
    this.#queued.clear();
    for (const queued of await this.#parts.store.scans()) {
      if (!queued.sent) this.#queued.set(queued.key, queued);
      if (queued.eventId !== this.#parts.eventId || !(isScan(queued) || isHandOut(queued))) continue;
      const ticket = this.people.of(queued.participantId);
      if (!ticket) continue;
      if (isHandOut(queued)) applyHandOut(ticket, queued);
      else if (queued.scannedAt > (ticket.takenBackAt ?? 0) && isEarlier(queued, ticket.admitted))
        ticket.admitted = { device: queued.device, scannedAt: queued.scannedAt };
    }
    this.#show();
  }

  /** Fetches the list again. What was sent before is in it, so those scans need not be remembered any longer. */
  async refresh(): Promise<void> {
    const { store, server, eventId, now } = this.#parts;
    const sentBefore = (await store.scans()).filter((scan) => scan.sent && scan.eventId === eventId);
    const asked = now();
    const list = await server.list(eventId, this.#held());
    if (this.#status.ended) return;
    if (list === null) {
      this.#show({ online: false });
      return this.#expire();
    }
    if (typeof list === 'string') return this.#obey(list);
    const answered = now();
    this.#clockOffset = list.serverTime - Math.round((asked + answered) / 2);
    this.people.keep(list.tickets);
    await store.saveList(eventId, { tickets: list.tickets, syncedAt: answered, clockOffset: this.#clockOffset });
    for (const scan of sentBefore) await store.dropScan(scan.key);
    // The right may have ended while the list was written down.
    if (this.#status.ended) return store.dropList(eventId);
    this.#status = { ...this.#status, online: true, loginNeeded: false, expired: false, syncedAt: answered };
    await this.#applyScans();
  }

  /** Checks a code that was read or typed. */
  async check(code: TicketCode): Promise<Outcome> {
    const { eventId, sha256 } = this.#parts;
    if (code.eventId !== eventId) return this.#turnAway(formatTicketCode(code));
    await this.#expire();
    const ticket = this.people.of(code.participantId);
    const hash = await sha256(formatTicketCode(code));
    if (ticket?.codeHash === hash) return this.#scan(code.participantId, code.mac, ticket);
    const before = ticket?.replaced?.find(({ codeHash }) => codeHash === hash);
    return before
      ? this.#turnAway(formatTicketCode(code), before.replacedAt)
      : this.#scan(code.participantId, code.mac, null);
  }

  /** Something was read that is no ticket at all. */
  unreadable(): Promise<Outcome> {
    return this.#turnAway(null);
  }

  /** The device says no by itself; that it did so is told as soon as there is a network. */
  async #turnAway(code: string | null, replacedAt: number | null = null): Promise<Outcome> {
    const { eventId, device, store, now } = this.#parts;
    if (this.#status.ended) return notFound(replacedAt);
    const scannedAt = now() + this.#clockOffset;
    const key = `${device}|turned-away|${scannedAt}|${code ?? ''}`;
    const refusal: QueuedRefusal = { kind: 'turnedAway', key, eventId, code, device, scannedAt, sent: false };
    await store.putScan(refusal);
    this.#queued.set(key, refusal);
    this.#show();
    return notFound(replacedAt);
  }

  /** Lets in somebody who was found by name. */
  async admit(participantId: number): Promise<Outcome> {
    await this.#expire();
    return this.#scan(participantId, null, this.people.of(participantId) ?? null);
  }

  async #scan(participantId: number, eventSecret: string | null, listed: ListedTicket | null): Promise<Outcome> {
    const ticket = listed?.due?.isPaid === false ? null : listed;
    const { eventId, device, store, now } = this.#parts;
    const scannedAt = now() + this.#clockOffset;
    const scan: QueuedScan = {
      key: `${device}|${participantId}|${scannedAt}`,
      eventId,
      participantId,
      eventSecret,
      device,
      scannedAt,
      sent: false,
    };
    if (!ticket) {
      // Perhaps it was paid a minute ago: the server knows, and without it nobody comes in.
      const upload = await this.#parts.server.upload(scan, this.#held());
      if (upload.kind === 'answer') return upload.outcome;
      if (isRefusal(upload.kind)) {
        await this.#obey(upload.kind);
        return notFound();
      }
      this.#show({ online: upload.kind !== 'offline' });
      if (eventSecret === null) return notFound();
      return this.#turnAway(formatTicketCode({ eventId, participantId, mac: eventSecret }));
    }
    const { result, admitted } = decideScan(
      { macIsRight: true, orderStatus: 'complete', admitted: ticket.admitted },
      { device, scannedAt },
    );
    ticket.admitted = admitted;
    await store.putScan(scan);
    this.#queued.set(scan.key, scan);
    this.#show();
    const { firstName, lastName, competitionTitle, teamName } = ticket;
    const local: Outcome = {
      result,
      person: { name: `${firstName} ${lastName}`, competitionTitle, teamName },
      admittedAt: admitted?.scannedAt ?? null,
      replacedAt: null,
    };
    const upload = await this.#upload(scan);
    if (upload.kind === 'ended' || upload.kind === 'eventEnded') return notFound();
    return upload.kind === 'answer' ? upload.outcome : local;
  }

  async #upload(scan: QueuedScan): Promise<Upload> {
    const upload = await this.#parts.server.upload(scan, this.#held(1));
    await this.#settle([scan], upload.kind);
    return upload;
  }

  /** What the server has is kept until the next list holds it; what it will never take is forgotten. */
  async #settle(sent: readonly Queued[], kind: Upload['kind']): Promise<void> {
    const { store } = this.#parts;
    for (const queued of sent) {
      // Taken back while it was under way: what is known by now has not been sent.
      const isStill = this.#queued.get(queued.key) === queued;
      if (kind === 'answer' && isStill) await store.putScan({ ...queued, sent: true });
      else if (kind === 'invalid') await store.dropScan(queued.key);
      if ((kind === 'answer' || kind === 'invalid') && isStill) this.#queued.delete(queued.key);
    }
    if (isRefusal(kind)) await this.#obey(kind);
    else this.#show({ online: kind !== 'offline', ...(kind === 'answer' ? { loginNeeded: false } : {}) });
  }

  /** One round through the queue; ends at the first that finds no network. */
  async uploadRound(): Promise<void> {
    const { server } = this.#parts;
    const waiting = [...this.#queued.values()];
    for (const queued of waiting) {
      if (isHandOut(queued)) continue;
      const { kind } = isScan(queued) ? await this.#upload(queued) : await this.#uploadRefusal(queued);
      if (kind === 'offline' || isRefusal(kind)) return;
    }
    const given = waiting.filter(isHandOut);
    for (let at = 0; at < given.length; at += handOutsAtOnce) {
      const part = given.slice(at, at + handOutsAtOnce);
      const sent = await server.handOut(part, this.#held(part.length));
      await this.#settle(part, sent.kind);
      if (sent.kind === 'offline' || isRefusal(sent.kind)) return;
      if (sent.kind !== 'answer') continue;
      for (const [index, { participantId, key }] of part.entries()) {
        const due = this.people.of(participantId)?.due;
        if (due && !this.#queued.has(key)) due.handedOut = sent.answer[index] ?? null;
      }
      this.#show();
    }
  }

  async #uploadRefusal(refusal: QueuedRefusal): Promise<{ kind: Upload['kind'] }> {
    const sent = await this.#parts.server.turnAway(refusal, this.#held(1));
    await this.#settle([refusal], sent.kind);
    return sent;
  }

  /**
   * Gives these people what is due, each once: whoever has not paid or has it already is left out. Answers to whom it
   * was given. Nothing waits for a network.
   */
  async handOut(participantIds: readonly number[]): Promise<number[]> {
    const { eventId, device, now } = this.#parts;
    await this.#expire();
    const given: number[] = [];
    for (const participantId of participantIds) {
      const ticket = this.people.of(participantId);
      if (!ticket?.due?.isPaid || ticket.due.handedOut || this.#status.ended) continue;
      const handedOutAt = now() + this.#clockOffset;
      await this.#queueHandOut(ticket, { eventId, participantId, device, handedOutAt, takenBackAt: null });
      given.push(participantId);
    }
    this.#show();
    return given;
  }

  /** Takes back what somebody was given, here or at another desk. */
  async takeBack(participantId: number): Promise<void> {
    const { eventId, now } = this.#parts;
    const ticket = this.people.of(participantId);
    const given = ticket?.due?.handedOut;
    if (!ticket || !given || this.#status.ended) return;
    const { device, handedOutAt } = given;
    const takenBackAt = now() + this.#clockOffset;
    await this.#queueHandOut(ticket, { eventId, participantId, device, handedOutAt, takenBackAt });
    this.#show();
  }

  async #queueHandOut(ticket: ListedTicket, given: Omit<QueuedHandOut, 'kind' | 'key' | 'sent'>): Promise<void> {
    const key = `${given.device}|hand-out|${given.participantId}|${given.handedOutAt}`;
    const one: QueuedHandOut = { kind: 'handOut', key, ...given, sent: false };
    this.#queued.set(key, one);
    applyHandOut(ticket, one);
    await this.#parts.store.putScan(one);
  }

  /** Gives a start number to somebody who has none; only the server knows whether it is free. */
  async setBib(participantId: number, bib: string): Promise<BibOutcome> {
    const sent = await this.#parts.server.setBib(participantId, bib, this.#held());
    if (isRefusal(sent.kind)) await this.#obey(sent.kind);
    else this.#show({ online: sent.kind !== 'offline' });
    if (sent.kind !== 'answer') return sent.kind === 'invalid' ? 'taken' : 'offline';
    const ticket = this.people.of(participantId);
    if (ticket) ticket.bib = bib.trim();
    this.#show();
    return 'set';
  }

  /** Uploads and refreshes until `stop`. */
  async run(): Promise<void> {
    this.#running = !this.#status.ended;
    let refreshAt = 0;
    while (this.#running) {
      const isAwaited = this.#isAwaited;
      this.#isAwaited = false;
      if (isAwaited || this.#parts.now() >= refreshAt) {
        await this.refresh();
        if (!this.#running) return;
        refreshAt = this.#parts.now() + (this.#status.online ? refreshEvery : askAgainAfter);
      }
      await this.uploadRound();
      if (this.#isAwaited) continue;
      const woken = new Promise<void>((resolve) => {
        this.#wakeUp = resolve;
      });
      await Promise.race([this.#parts.wait(pauseBetweenRounds), woken]);
    }
  }

  /** The network is back, as far as the browser knows: the next round begins at once, with the list. */
  wake(): void {
    this.#isAwaited = true;
    this.#wakeUp();
  }

  /** The browser knows that there is no network. */
  lost(): void {
    this.#show({ online: false });
  }

  /** The server said it with the page: nothing is to stay here. */
  async end(): Promise<void> {
    await this.#obey('ended');
  }

  stop(): void {
    this.#running = false;
  }

  /** People who may come in and whose name, number or start number has what was typed, at most `most`. */
  search(input: string, most = 20): ListedTicket[] {
    return this.people.search(input, most);
  }

  /** Whose code this is, for the desk; nothing is recorded. */
  async find({ eventId, ...code }: TicketCode): Promise<ListedTicket | null> {
    const ticket = eventId === this.#parts.eventId ? this.people.of(code.participantId) : undefined;
    if (!ticket) return null;
    return ticket.codeHash === (await this.#parts.sha256(formatTicketCode({ eventId, ...code }))) ? ticket : null;
  }

  #show(change: Partial<ScannerStatus> = {}): void {
    this.#status = {
      ...this.#status,
      ...change,
      ...this.people.counts(),
      queued: this.#queued.size,
    };
    this.#parts.changed(this.#status);
  }
}
