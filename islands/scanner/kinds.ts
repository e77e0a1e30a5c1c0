import { countingHandOut } from '#modules/checkin/rules/hand-out.ts';
import type { Scan, ScanResult } from '#modules/checkin/rules/scan-result.ts';

/** What a scanner keeps, sends and is told. All times in epoch milliseconds of the server's clock. */
export type GivenOut = { device: string; handedOutAt: number; believed?: boolean };
/** What somebody is to be given at the desk; only a device that may hand out has it. */
export type Due = {
  orderId: number;
  club: string | null;
  isPaid: boolean;
  openCents: number;
  articles: { name: string; variantName: string; quantity: number }[];
  answers: { label: string; value: string }[];
  handedOut: GivenOut | null;
  /** They said that they do not want to stand in public lists. */
  isNameHidden: boolean;
};
export type ListedTicket = {
  participantId: number;
  codeHash: string;
  /** Of codes made before the installation's secret was changed; they are good as well. */
  earlierCodeHashes?: string[];
  firstName: string;
  lastName: string;
  competitionTitle: string;
  teamName: string | null;
  bib?: string | null;
  admitted: Scan | null;
  /** Until when scans of it count no more, because an admission was taken back. */
  takenBackAt?: number | null;
  /** Hashes of the codes that this ticket had before, and until when. */
  replaced?: { codeHash: string; replacedAt: number }[];
  due?: Due;
};
/** Whether the ticket's code has this hash. */
export const isCodeOf = (ticket: ListedTicket, hash: string): boolean =>
  ticket.codeHash === hash || (ticket.earlierCodeHashes?.includes(hash) ?? false);
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
/** A code that was turned away here, without the server. */
export type QueuedRefusal = {
  kind: 'turnedAway';
  key: string;
  eventId: number;
  /** What a code of ours said; null: it was none of ours, and nobody needs to know what it was. */
  code: string | null;
  device: string;
  scannedAt: number;
  sent: boolean;
};
/** What was handed out, or taken back; the device that gave it out may be another one. */
export type QueuedHandOut = {
  kind: 'handOut';
  key: string;
  eventId: number;
  participantId: number;
  device: string;
  handedOutAt: number;
  takenBackAt: number | null;
  sent: boolean;
};
export type Queued = QueuedScan | QueuedRefusal | QueuedHandOut;
export const isScan = (queued: Queued): queued is QueuedScan => !('kind' in queued);
export const isHandOut = (queued: Queued): queued is QueuedHandOut => 'kind' in queued && queued.kind === 'handOut';

export type ScannerStore = {
  loadList(eventId: number): Promise<StoredList | null>;
  saveList(eventId: number, list: StoredList): Promise<void>;
  scans(): Promise<Queued[]>;
  putScan(scan: Queued): Promise<void>;
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
export type Sent<T> = { kind: 'answer'; answer: T } | { kind: 'offline' | 'invalid' | Refusal };
/** `held`: so much is not sent yet, beside what goes with this call. */
export type ScannerServer = {
  list(eventId: number, held: number): Promise<{ tickets: ListedTicket[]; serverTime: number } | Refusal | null>;
  upload(scan: QueuedScan, held: number): Promise<Upload>;
  turnAway(refusal: QueuedRefusal, held: number): Promise<Sent<null>>;
  /** Of each the hand-out that counts then, in the same sequence. */
  handOut(handOuts: readonly QueuedHandOut[], held: number): Promise<Sent<(GivenOut | null)[]>>;
  setBib(participantId: number, bib: string, replaces: string | null, held: number): Promise<Sent<null>>;
  hideName(participantId: number, held: number): Promise<Sent<null>>;
};
/** What became of a start number that somebody typed; it needs the network. */
export type BibOutcome = 'set' | 'taken' | 'offline';
/** Likewise of a name that is to stand in no public list. */
export type HideOutcome = 'hidden' | 'offline';
export type ScannerStatus = {
  tickets: number;
  admitted: number;
  handedOut: number;
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
/** Before the device has asked for anything. */
export const nothingKnown: ScannerStatus = {
  tickets: 0,
  admitted: 0,
  handedOut: 0,
  queued: 0,
  syncedAt: null,
  online: true,
  loginNeeded: false,
  ended: false,
  expired: false,
};

export const notFound = (replacedAt: number | null = null): Outcome => ({
  result: 'NOT_FOUND',
  person: null,
  admittedAt: null,
  replacedAt,
});

export const isRefusal = (kind: Upload['kind']): kind is Refusal =>
  kind === 'loginNeeded' || kind === 'eventEnded' || kind === 'ended';

export const isEarlier = (scan: Scan, admitted: Scan | null): boolean =>
  !admitted || scan.scannedAt < admitted.scannedAt;
export const isSameClub = (one: string | null | undefined, other: string): boolean =>
  one?.trim().toLowerCase() === other.trim().toLowerCase();

/** What the server said of it, and what this device knows besides, make out what counts. */
export function applyHandOut({ due }: ListedTicket, { device, handedOutAt, takenBackAt }: QueuedHandOut): void {
  if (!due) return;
  const isOf = (one: GivenOut | null) => one?.device === device && one.handedOutAt === handedOutAt;
  const others = due.handedOut && !isOf(due.handedOut) ? [due.handedOut] : [];
  const all = [...others, { device, handedOutAt, takenBackAt }].map((one) => ({ takenBackAt: null, ...one }));
  const counting = countingHandOut(all.map((one) => ({ ...one, scannedAt: one.handedOutAt })));
  due.handedOut = counting && { device: counting.device, handedOutAt: counting.handedOutAt };
}

/** What the browser is to the session; a test has its own. */
export type Parts = {
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
