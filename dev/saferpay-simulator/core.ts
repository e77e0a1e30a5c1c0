import { z } from 'zod';
import type { Instant } from '#src/kernel/time.ts';
import type { SimulatedAccount } from './accounts.ts';
import type { Books } from './books.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import type { Notifications } from './notifications.ts';

const milliseconds = z.int().min(0);
export const settingsSchema = z.strictObject({
  /** How long RedirectUrl can be opened. */
  pageExpiryMs: milliseconds,
  /** How long an opened page waits for the next step. */
  pageSessionMs: milliseconds,
  /** How long Assert answers; longer while a payment is pending. */
  assertLifeMs: milliseconds,
  pendingAssertLifeMs: milliseconds,
  /** Refuses to cancel captures even on the same day. */
  strictCancel: z.boolean(),
  /** How long Inquire does not know a transaction. */
  inquireLagMs: milliseconds,
});
export type Settings = z.infer<typeof settingsSchema>;

export type Core = {
  baseUrl: string;
  accounts: readonly SimulatedAccount[];
  books: Books;
  now(): Instant;
  settings: Settings;
  misbehaviour: Misbehaviour;
  notifications: Notifications;
};
