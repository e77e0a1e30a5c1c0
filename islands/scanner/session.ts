import { mergeList } from '#modules/checkin/rules/list-changes.ts';
import { decideScan } from '#modules/checkin/rules/scan-result.ts';
import { formatTicketCode, type TicketCode } from '#modules/checkin/rules/ticket-code.ts';
import { Desk } from './desk-work.ts';
import {
  applyHandOut,
  isCodeOf,
  isEarlier,
  isHandOut,
  isRefusal,
  isScan,
  type ListedTicket,
  notFound,
  nothingKnown,
  type Outcome,
  type Parts,
  type QueuedRefusal,
  type QueuedScan,
  type Refusal,
  type ScannerStatus,
  type Upload,
} from './kinds.ts';
import { People } from './people.ts';
import { Queue } from './queue.ts';
import { Rounds } from './rounds.ts';

/** A device offline for this long deletes its list. */
export const offlineAtMost = 24 * 3_600_000;

/** State and actions of a scanner, without UI. Times are of the server's clock, since a device clock may be wrong. */
export class ScannerSession {
  readonly #parts: Parts;
  readonly people = new People();
  readonly #queue: Queue;
  #clockOffset = 0;
  #status = { ...nothingKnown };
  readonly #rounds: Rounds;
  readonly desk: Desk;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#queue = new Queue(parts, this.people, async (kind) => {
      if (isRefusal(kind)) await this.#obey(kind);
      else this.#show({ online: kind !== 'offline', ...(kind === 'answer' ? { loginNeeded: false } : {}) });
    });
    this.#rounds = new Rounds(parts, {
      refresh: () => this.refresh(),
      upload: () => this.uploadRound(),
      isOnline: () => this.#status.online,
    });
    this.desk = new Desk(parts, this.people, this.#queue, {
      time: () => this.#time(),
      expire: () => this.#expire(),
      isEnded: () => this.#status.ended,
      heard: (kind) => this.#heard(kind),
    });
  }

  #time(): number {
    return this.#parts.now() + this.#clockOffset;
  }

  /** Updates network state and access after a call outside the queue. */
  async #heard(kind: Upload['kind'] | null): Promise<void> {
    if (kind !== null && isRefusal(kind)) await this.#obey(kind);
    else this.#show(kind === null ? {} : { online: kind !== 'offline' });
  }

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

  /** Deletes names from an unreachable device. Setting the clock back does not help. */
  async #expire(): Promise<void> {
    const { now } = this.#parts;
    const { syncedAt } = this.#status;
    if (syncedAt === null || Math.abs(now() - syncedAt) < offlineAtMost) return;
    await this.#forgetList();
    this.#show({ expired: true, syncedAt: null });
  }

  /** Unsent scans stay; they contain no names. */
  async #forgetList(): Promise<void> {
    this.people.keep([]);
    await this.#parts.store.dropList(this.#parts.eventId);
  }

  /** Without a login the list is deleted, without access everything. */
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
    this.#queue.clear();
    if (refusal === 'ended') await store.clear();
    else {
      await store.dropList(eventId);
      for (const scan of await store.scans()) if (scan.eventId === eventId) await store.dropScan(scan.key);
    }
    await forgetPage();
    this.#show({ online: true, loginNeeded: false, ended: true, syncedAt: null });
  }

  async #applyScans(): Promise<void> {
    for (const queued of await this.#queue.load()) {
      if (queued.eventId !== this.#parts.eventId || !(isScan(queued) || isHandOut(queued))) continue;
      const ticket = this.people.of(queued.participantId);
      if (!ticket) continue;
      if (isHandOut(queued)) applyHandOut(ticket, queued);
      else if (queued.scannedAt > (ticket.takenBackAt ?? 0) && isEarlier(queued, ticket.admitted))
        ticket.admitted = { device: queued.device, scannedAt: queued.scannedAt };
    }
    this.#show();
  }

  /** Downloads the list, or what changed in the stored one. It contains the records sent before, which can be deleted. */
  async refresh(): Promise<void> {
    const { store, server, eventId, now } = this.#parts;
    const sentBefore = (await store.scans()).filter((scan) => scan.sent && scan.eventId === eventId);
    // Read anew, because the tickets in use carry unsent records of this device.
    const stored = await store.loadList(eventId);
    const sentAt = now();
    const list = await server.list(eventId, this.#queue.held(), stored?.cursor ?? null);
    if (this.#status.ended) return;
    if (list === null) {
      this.#show({ online: false });
      return this.#expire();
    }
    if (typeof list === 'string') return this.#obey(list);
    const answered = now();
    this.#clockOffset = list.serverTime - Math.round((sentAt + answered) / 2);
    const tickets = mergeList(stored?.tickets ?? [], list.changes ?? null, list.tickets);
    const { cursor } = list;
    await store.saveList(eventId, {
      tickets,
      syncedAt: answered,
      clockOffset: this.#clockOffset,
      ...(cursor ? { cursor } : {}),
    });
    this.people.keep(tickets);
    for (const scan of sentBefore) await store.dropScan(scan.key);
    // Access may have ended while the list was stored.
    if (this.#status.ended) return store.dropList(eventId);
    this.#status = { ...this.#status, online: true, loginNeeded: false, expired: false, syncedAt: answered };
    await this.#applyScans();
  }

  async check(code: TicketCode): Promise<Outcome> {
    const { eventId, sha256 } = this.#parts;
    if (code.eventId !== eventId) return this.#turnAway(formatTicketCode(code));
    await this.#expire();
    const ticket = this.people.of(code.participantId);
    const hash = await sha256(formatTicketCode(code));
    if (ticket && isCodeOf(ticket, hash)) return this.#scan(code.participantId, code.mac, ticket);
    const before = ticket?.replaced?.find(({ codeHash }) => codeHash === hash);
    return before
      ? this.#turnAway(formatTicketCode(code), before.replacedAt)
      : this.#scan(code.participantId, code.mac, null);
  }

  unreadable(): Promise<Outcome> {
    return this.#turnAway(null);
  }

  /** Refuses locally and reports it when online. */
  async #turnAway(code: string | null, replacedAt: number | null = null): Promise<Outcome> {
    const { eventId, device } = this.#parts;
    if (this.#status.ended) return notFound(replacedAt);
    const scannedAt = this.#time();
    const key = `${device}|turned-away|${scannedAt}|${code ?? ''}`;
    const refusal: QueuedRefusal = { kind: 'turnedAway', key, eventId, code, device, scannedAt, sent: false };
    await this.#queue.add(refusal);
    this.#show();
    return notFound(replacedAt);
  }

  async admit(participantId: number): Promise<Outcome> {
    await this.#expire();
    return this.#scan(participantId, null, this.people.of(participantId) ?? null);
  }

  async #scan(participantId: number, eventSecret: string | null, listed: ListedTicket | null): Promise<Outcome> {
    const ticket = listed?.due?.isPaid === false ? null : listed;
    const { eventId, device } = this.#parts;
    const scannedAt = this.#time();
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
      // May have been paid a minute ago: only the server can admit.
      const upload = await this.#parts.server.upload(scan, this.#queue.held());
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
    await this.#queue.add(scan);
    this.#show();
    const { firstName, lastName, competitionTitle, teamName } = ticket;
    const local: Outcome = {
      result,
      person: { name: `${firstName} ${lastName}`, competitionTitle, teamName },
      admittedAt: admitted?.scannedAt ?? null,
      replacedAt: null,
    };
    const upload = await this.#queue.upload(scan);
    if (upload.kind === 'ended' || upload.kind === 'eventEnded') return notFound();
    return upload.kind === 'answer' ? upload.outcome : local;
  }

  uploadRound(): Promise<void> {
    return this.#queue.round();
  }

  async run(): Promise<void> {
    if (!this.#status.ended) await this.#rounds.run();
  }

  wake(): void {
    this.#rounds.wake();
  }

  lost(): void {
    this.#show({ online: false });
  }

  /** The page says that access ended: deletes everything. */
  async end(): Promise<void> {
    await this.#obey('ended');
  }

  stop(): void {
    this.#rounds.stop();
  }

  search(input: string, most = 20): ListedTicket[] {
    return this.people.search(input, most);
  }

  #show(change: Partial<ScannerStatus> = {}): void {
    this.#status = {
      ...this.#status,
      ...change,
      ...this.people.counts(),
      queued: this.#queue.size,
    };
    this.#parts.changed(this.#status);
  }
}
