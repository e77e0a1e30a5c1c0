import { findByName } from '#modules/checkin/rules/name-search.ts';
import { decideScan, type Scan, type ScanResult } from '#modules/checkin/rules/scan-result.ts';
import { formatTicketCode, type TicketCode } from '#modules/checkin/rules/ticket-code.ts';

/**
 * What a scanner knows and does, without a screen: it checks against the downloaded list, remembers every scan before
 * anything else happens to it, and uploads when there is a network. All times in epoch milliseconds of the server's
 * clock, because a phone whose clock is wrong would win or lose against the others.
 */
export type ListedTicket = {
  participantId: number;
  codeHash: string;
  firstName: string;
  lastName: string;
  competitionTitle: string;
  teamName: string | null;
  admitted: Scan | null;
  /** Hashes of the codes that this ticket had before, and until when. */
  replaced?: { codeHash: string; replacedAt: number }[];
};
export type StoredList = { tickets: ListedTicket[]; syncedAt: number; clockOffset: number };
export type QueuedScan = {
  key: string;
  eventId: number;
  participantId: number;
  /** null: found by name. */
  eventSecret: string | null;
  device: string;
  scannedAt: number;
  sent: boolean;
};
export type ScannerStore = {
  loadList(eventId: number): Promise<StoredList | null>;
  saveList(eventId: number, list: StoredList): Promise<void>;
  scans(): Promise<QueuedScan[]>;
  putScan(scan: QueuedScan): Promise<void>;
  dropScan(key: string): Promise<void>;
  dropList(eventId: number): Promise<void>;
  /** Forgets everything. */
  clear(): Promise<void>;
};
export type Outcome = {
  result: ScanResult;
  person: { name: string; competitionTitle: string; teamName: string | null } | null;
  admittedAt: number | null;
  /** When the ticket that was shown was replaced by another one. */
  replacedAt: number | null;
};
/**
 * `loginNeeded`, `invalid` and the ends come from the server; `offline` when nothing came. `eventEnded`: the person has
 * nothing to do with this event any more; `ended`: with none.
 */
export type Refusal = 'loginNeeded' | 'eventEnded' | 'ended';
export type Upload = { kind: 'answer'; outcome: Outcome } | { kind: 'offline' | 'invalid' | Refusal };
export type ScannerServer = {
  list(eventId: number): Promise<{ tickets: ListedTicket[]; serverTime: number } | Refusal | null>;
  upload(scan: QueuedScan): Promise<Upload>;
};
export type ScannerStatus = {
  tickets: number;
  admitted: number;
  queued: number;
  /** By the device's clock, for showing. */
  syncedAt: number | null;
  online: boolean;
  loginNeeded: boolean;
  /** The person may not scan here any more. */
  ended: boolean;
  /** The list was without a network for too long and is gone. */
  expired: boolean;
};
type Parts = {
  eventId: number;
  device: string;
  store: ScannerStore;
  server: ScannerServer;
  now(): number;
  sha256(text: string): Promise<string>;
  wait(milliseconds: number): Promise<void>;
  changed(status: ScannerStatus): void;
  /** Takes away what the browser itself keeps of the page. */
  forgetPage(): Promise<void>;
};

const notFound = (replacedAt: number | null = null): Outcome => ({
  result: 'NOT_FOUND',
  person: null,
  admittedAt: null,
  replacedAt,
});

const isRefusal = (kind: Upload['kind']): kind is Refusal =>
  kind === 'loginNeeded' || kind === 'eventEnded' || kind === 'ended';

const pauseBetweenRounds = 1000;
const refreshEvery = 60_000;
/** A device that heard nothing of the server for so long forgets whom it could let in. */
export const offlineAtMost = 24 * 3_600_000;

/** Before the device has asked for anything. */
export const nothingKnown: ScannerStatus = {
  tickets: 0,
  admitted: 0,
  queued: 0,
  syncedAt: null,
  online: true,
  loginNeeded: false,
  ended: false,
  expired: false,
};

export class ScannerSession {
  readonly #parts: Parts;
  #tickets = new Map<number, ListedTicket>();
  #queued = new Map<string, QueuedScan>();
  #clockOffset = 0;
  #status = { ...nothingKnown };
  #running = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Loads what is remembered, so that a reload without a network forgets nothing. */
  async load(): Promise<void> {
    const { store, eventId } = this.#parts;
    const list = await store.loadList(eventId);
    if (list) {
      this.#tickets = new Map(list.tickets.map((ticket) => [ticket.participantId, ticket]));
      this.#clockOffset = list.clockOffset;
      this.#status.syncedAt = list.syncedAt;
      await this.#expire();
    }
    await this.#applyScans();
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
    this.#tickets.clear();
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
    this.#tickets.clear();
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
    for (const scan of await this.#parts.store.scans()) {
      if (!scan.sent) this.#queued.set(scan.key, scan);
      if (scan.eventId !== this.#parts.eventId) continue;
      const ticket = this.#tickets.get(scan.participantId);
      if (ticket && (!ticket.admitted || scan.scannedAt < ticket.admitted.scannedAt)) {
        ticket.admitted = { device: scan.device, scannedAt: scan.scannedAt };
      }
    }
    this.#show();
  }

  /** Fetches the list again. What was sent before is in it, so those scans need not be remembered any longer. */
  async refresh(): Promise<void> {
    const { store, server, eventId, now } = this.#parts;
    const sentBefore = (await store.scans()).filter((scan) => scan.sent && scan.eventId === eventId);
    const asked = now();
    const list = await server.list(eventId);
    if (this.#status.ended) return;
    if (list === null) {
      this.#show({ online: false });
      return this.#expire();
    }
    if (typeof list === 'string') return this.#obey(list);
    const answered = now();
    this.#clockOffset = list.serverTime - Math.round((asked + answered) / 2);
    this.#tickets = new Map(list.tickets.map((ticket) => [ticket.participantId, ticket]));
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
    if (code.eventId !== eventId) return notFound();
    await this.#expire();
    const ticket = this.#tickets.get(code.participantId);
    const hash = await sha256(formatTicketCode(code));
    if (ticket?.codeHash === hash) return this.#scan(code.participantId, code.mac, ticket);
    const before = ticket?.replaced?.find(({ codeHash }) => codeHash === hash);
    return before ? notFound(before.replacedAt) : this.#scan(code.participantId, code.mac, null);
  }

  /** Lets in somebody who was found by name. */
  async admit(participantId: number): Promise<Outcome> {
    await this.#expire();
    return this.#scan(participantId, null, this.#tickets.get(participantId) ?? null);
  }

  async #scan(participantId: number, eventSecret: string | null, ticket: ListedTicket | null): Promise<Outcome> {
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
      const upload = await this.#parts.server.upload(scan);
      if (upload.kind === 'answer') return upload.outcome;
      if (isRefusal(upload.kind)) await this.#obey(upload.kind);
      else this.#show({ online: upload.kind !== 'offline' });
      return notFound();
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
    const upload = await this.#parts.server.upload(scan);
    if (upload.kind === 'answer') await this.#parts.store.putScan({ ...scan, sent: true });
    else if (upload.kind === 'invalid') await this.#parts.store.dropScan(scan.key);
    if (upload.kind === 'answer' || upload.kind === 'invalid') this.#queued.delete(scan.key);
    if (isRefusal(upload.kind)) await this.#obey(upload.kind);
    else this.#show({ online: upload.kind !== 'offline', ...(upload.kind === 'answer' ? { loginNeeded: false } : {}) });
    return upload;
  }

  /** One round through the queue; ends at the first scan that finds no network. */
  async uploadRound(): Promise<void> {
    for (const scan of [...this.#queued.values()]) {
      const { kind } = await this.#upload(scan);
      if (kind === 'offline' || isRefusal(kind)) return;
    }
  }

  /** Uploads and refreshes until `stop`. */
  async run(): Promise<void> {
    this.#running = !this.#status.ended;
    let refreshAt = 0;
    while (this.#running) {
      if (this.#parts.now() >= refreshAt) {
        await this.refresh();
        if (!this.#running) return;
        refreshAt = this.#parts.now() + refreshEvery;
      }
      await this.uploadRound();
      await this.#parts.wait(pauseBetweenRounds);
    }
  }

  stop(): void {
    this.#running = false;
  }

  /** People whose name or number has what was typed, at most `most`. */
  search(input: string, most = 20): ListedTicket[] {
    return findByName(this.#tickets.values(), input, most);
  }

  #show(change: Partial<ScannerStatus> = {}): void {
    let admitted = 0;
    for (const ticket of this.#tickets.values()) if (ticket.admitted) admitted += 1;
    this.#status = {
      ...this.#status,
      ...change,
      tickets: this.#tickets.size,
      admitted,
      queued: this.#queued.size,
    };
    this.#parts.changed(this.#status);
  }
}
