import { countingHandOut } from '#modules/checkin/rules/hand-out.ts';
import type { ListChanges } from '#modules/checkin/rules/list-changes.ts';
import type { Scan, ScanResult } from '#modules/checkin/rules/scan-result.ts';

/** All times are epoch milliseconds of the server's clock. */
export type GivenOut = { device: string; handedOutAt: number; believed?: boolean };
export type Due = {
  orderId: number;
  club: string | null;
  isPaid: boolean;
  openCents: number;
  articles: { name: string; variantName: string; quantity: number }[];
  answers: { label: string; value: string }[];
  handedOut: GivenOut | null;
  /** Opted out of public lists. */
  isNameHidden: boolean;
};
export type ListedTicket = {
  participantId: number;
  codeHash: string;
  /** From before a change of the installation's secret; still valid. */
  earlierCodeHashes?: string[];
  firstName: string;
  lastName: string;
  competitionTitle: string;
  teamName: string | null;
  bib?: string | null;
  admitted: Scan | null;
  /** Earlier scans do not count after a revoked admission. */
  takenBackAt?: number | null;
  /** Hashes of replaced codes, and when they were replaced. */
  replaced?: { codeHash: string; replacedAt: number }[];
  due?: Due;
};
export const isCodeOf = (ticket: ListedTicket, hash: string): boolean =>
  ticket.codeHash === hash || (ticket.earlierCodeHashes?.includes(hash) ?? false);
/** As the server sent it. `cursor`: names this state to the server. */
export type StoredList = { tickets: ListedTicket[]; syncedAt: number; clockOffset: number; cursor?: string };
/** Without `changes` the list is whole. */
export type FetchedList = { tickets: ListedTicket[]; serverTime: number; cursor?: string; changes?: ListChanges };
export type QueuedScan = {
  key: string;
  eventId: number;
  participantId: number;
  eventSecret: string | null;
  device: string;
  scannedAt: number;
  sent: boolean;
};
export type QueuedRefusal = {
  kind: 'turnedAway';
  key: string;
  eventId: number;
  /** Null: not one of our codes. */
  code: string | null;
  device: string;
  scannedAt: number;
  sent: boolean;
};
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
  clear(): Promise<void>;
};
export type Outcome = {
  result: ScanResult;
  person: { name: string; competitionTitle: string; teamName: string | null } | null;
  admittedAt: number | null;
  replacedAt: number | null;
};
/** `offline`: no answer. `eventEnded`: access to this event ended; `ended`: access to all events. */
export type Refusal = 'loginNeeded' | 'eventEnded' | 'ended';
export type Upload = { kind: 'answer'; outcome: Outcome } | { kind: 'offline' | 'invalid' | Refusal };
export type Sent<T> = { kind: 'answer'; answer: T } | { kind: 'offline' | 'invalid' | Refusal };
/** `held`: records not sent yet, besides those of this call. */
export type ScannerServer = {
  /** `since`: the cursor of the stored list; null: none. */
  list(eventId: number, held: number, since?: string | null): Promise<FetchedList | Refusal | null>;
  upload(scan: QueuedScan, held: number): Promise<Upload>;
  turnAway(refusal: QueuedRefusal, held: number): Promise<Sent<null>>;
  /** The valid hand-out of each, in the same order. */
  handOut(handOuts: readonly QueuedHandOut[], held: number): Promise<Sent<(GivenOut | null)[]>>;
  setBib(participantId: number, bib: string, replaces: string | null, held: number): Promise<Sent<null>>;
  hideName(participantId: number, held: number): Promise<Sent<null>>;
};
export type BibOutcome = 'set' | 'taken' | 'offline';
export type HideOutcome = 'hidden' | 'offline';
export type ScannerStatus = {
  tickets: number;
  admitted: number;
  handedOut: number;
  queued: number;
  syncedAt: number | null;
  online: boolean;
  loginNeeded: boolean;
  ended: boolean;
  /** The list was offline too long and is deleted. */
  expired: boolean;
};
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

/** Combines the server's state with unsent changes of this device. */
export function applyHandOut({ due }: ListedTicket, { device, handedOutAt, takenBackAt }: QueuedHandOut): void {
  if (!due) return;
  const isOf = (one: GivenOut | null) => one?.device === device && one.handedOutAt === handedOutAt;
  const others = due.handedOut && !isOf(due.handedOut) ? [due.handedOut] : [];
  const all = [...others, { device, handedOutAt, takenBackAt }].map((one) => ({ takenBackAt: null, ...one }));
  const counting = countingHandOut(all.map((one) => ({ ...one, scannedAt: one.handedOutAt })));
  due.handedOut = counting && { device: counting.device, handedOutAt: counting.handedOutAt };
}

export type Parts = {
  eventId: number;
  device: string;
  store: ScannerStore;
  server: ScannerServer;
  now(): number;
  sha256(text: string): Promise<string>;
  wait(milliseconds: number): Promise<void>;
  changed(status: ScannerStatus): void;
  forgetPage(): Promise<void>;
};
