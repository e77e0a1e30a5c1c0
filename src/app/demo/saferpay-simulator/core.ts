import type { Instant } from '#src/kernel/time.ts';
import type { SimulatedAccount } from './accounts.ts';
import type { Books } from './books.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import type { Notifications } from './notifications.ts';

export type Settings = {
  /** Until when RedirectUrl may be opened. */
  pageExpiryMs: number;
  /** How long a page that was opened waits for the payer's next step. */
  pageSessionMs: number;
  /** Until when Assert answers; longer while a payment is pending. */
  assertLifeMs: number;
  pendingAssertLifeMs: number;
  /** A capture of the same day is refused to be cancelled as well. */
  strictCancel: boolean;
  /** So long Inquire does not yet know of a transaction. */
  inquireLagMs: number;
};

/** What the parts of one simulator share. */
export type Core = {
  baseUrl: string;
  accounts: readonly SimulatedAccount[];
  books: Books;
  now(): Instant;
  settings: Settings;
  misbehaviour: Misbehaviour;
  notifications: Notifications;
};
