import type { Instant } from '#src/kernel/time.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { RoleAt } from './permissions.ts';

/** The person behind a request. `visitId` survives a change of session, so drafts from before a login remain. */
export type Viewer = {
  userId: number;
  email: string;
  level: 'unverified' | 'verified';
  verifiedAt: Instant | null;
  visitId: string;
  isSuperAdmin: boolean;
  /** Empty until the mailbox is verified. */
  roles: readonly RoleAt[];
  language: Locale | null;
  csrfToken: string;
  sessionId: string;
  /** The super admin who acts as this person. */
  impersonator: { userId: number; email: string } | null;
  /** The person's rights changed, so the session must get a new id. */
  mustRotate: boolean;
};
