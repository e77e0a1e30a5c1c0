import type { Instant } from '#src/kernel/time.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { RoleAt } from './permissions.ts';

/** Who is there. `visitId` stays the same when the session changes, so what was begun before the login is kept. */
export type Viewer = {
  userId: number;
  email: string;
  level: 'unverified' | 'verified';
  verifiedAt: Instant | null;
  visitId: string;
  isSuperAdmin: boolean;
  /** For which organizers this person works, and as what; nothing while the mailbox is not proven. */
  roles: readonly RoleAt[];
  language: Locale | null;
  csrfToken: string;
  /** The secret value of the cookie. */
  sessionId: string;
  /** The super admin who acts as this person; null when the person is there themselves. */
  impersonator: { userId: number; email: string } | null;
  /** The person's rights changed: the session is to move to a new id. */
  mustRotate: boolean;
};
