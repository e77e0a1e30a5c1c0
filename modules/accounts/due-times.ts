import { gt } from 'drizzle-orm';
import type { DueTime } from '#src/data/due-times.ts';
import { days, hours, plus } from '#src/kernel/time.ts';
import { loginCodes, sessions } from './schema.ts';

/** Sessions last thirty days, codes ten minutes; anything later is ended. */
export const accountTimes: readonly DueTime[] = [
  {
    what: 'sessions',
    isEnd: true,
    heal: ({ tx, now }) =>
      tx
        .update(sessions)
        .set({ expiresAt: now })
        .where(gt(sessions.expiresAt, plus(now, days(31)))),
  },
  {
    what: 'login codes',
    isEnd: true,
    heal: ({ tx, now }) =>
      tx
        .update(loginCodes)
        .set({ expiresAt: now })
        .where(gt(loginCodes.expiresAt, plus(now, hours(1)))),
  },
];
