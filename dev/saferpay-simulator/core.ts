import { z } from 'zod';
import type { Instant } from '#src/kernel/time.ts';
import type { SimulatedAccount } from './accounts.ts';
import type { Books } from './books.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import type { Notifications } from './notifications.ts';

const milliseconds = z.int().min(0);
export const settingsSchema = z.strictObject({
  /** Until when RedirectUrl may be opened. */
  pageExpiryMs: milliseconds,
  /** How long a page that was opened waits for the payer's next step. */
  pageSessionMs: milliseconds,
  /** Until when Assert answers; longer while a payment is pending. */
  assertLifeMs: milliseconds,
  pendingAssertLifeMs: milliseconds,
  /** A capture of the same day is refused to be cancelled as well. */
  strictCancel: z.boolean(),
  /** So long Inquire does not yet know of a transaction. */
  inquireLagMs: milliseconds,
});
export type Settings = z.infer<typeof settingsSchema>;

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
