import * as z from 'zod';
import { countTry, type Limit } from '#src/data/limits.ts';
import { Problem } from '#src/kernel/problem.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, tagged } from '#src/web/http.ts';
import { redactedLog, withoutPeople } from './rules/client-log.ts';

const ofAnAddress: Limit = { name: 'client-log-address', most: 60, windowMs: minutes(10), per: 'address' };
const ofAVisit: Limit = { name: 'client-log-visit', most: 30, windowMs: minutes(10), per: 'account' };

const maxBytes = 64 * 1024;

export const clientLogApi = tagged('Booking and orders', [
  api(
    {
      method: 'post',
      path: '/api/logs',
      may: 'visit.tell',
      summary:
        'Logs a client error. Only ids, quantities, prices and codes of the JSON data are logged, never personal data.',
      body: z.object({
        data: z
          .string()
          .max(maxBytes)
          .refine((text) => Buffer.byteLength(text) <= maxBytes, { error: 'tooLong' })
          .describe('At most 64 KB'),
      }),
    },
    async ({ deps, body, viewer, clientAddress }) => {
      const { limitFactor } = deps.config;
      await deps.write(async (work) => {
        await countTry(work, ofAnAddress, clientAddress, limitFactor);
        if (viewer) await countTry(work, ofAVisit, viewer.visitId, limitFactor);
      });
      deps.log.info('clientLog', { data: redactedLog(body.data) });
      return undefined;
    },
  ),
]);

/** Logs why a booking was refused and what was in the basket, without personal data. */
export function logFailedBooking(
  log: Deps['log'],
  { code, details, basket }: { code: string; details: unknown; basket: unknown },
): void {
  log.info('failedBooking', { code, data: withoutPeople({ details, basket }) });
}

export async function loggingRefusals<T>(log: Deps['log'], basket: unknown, book: () => Promise<T>): Promise<T> {
  try {
    return await book();
  } catch (error) {
    if (error instanceof Problem) logFailedBooking(log, { code: error.code, details: error.details, basket });
    throw error;
  }
}
