import * as z from 'zod';
import { instant } from '#src/kernel/time.ts';
import { api, tagged } from '#src/platform/http.ts';
import { countTry, type Limit } from '#src/platform/limits.ts';
import { timeIn } from '../rules/answers.ts';
import { refuse } from '../rules/problems.ts';
import { eventOfHook, receiveHook } from './receive-hook.ts';

/** Whoever tries identifiers. Those that are right are not counted. */
const wrongOnes: Limit = { name: 'race-result-webhook', most: 60, windowMs: 60_000, per: 'address' };

const value = z.union([z.string().max(5000), z.number(), z.boolean(), z.null()]);
const message = z
  .object({
    EventID: z.union([z.string().max(40), z.number()]).transform(String),
    TimeStamp: z
      .string()
      .max(60)
      .refine((text) => timeIn(text) !== null, 'timing.error.timeStamp'),
    Values: z.record(z.string().max(200), value),
  })
  .loose();

export const webhookApi = tagged('RACE RESULT', [
  api(
    {
      method: 'post',
      path: '/api/race-result/webhook/{webhookIdentifier}',
      may: 'timing.tell',
      summary: 'Where RACE RESULT tells of participants that are new or changed there',
      withoutCsrf: true,
      body: message,
    },
    async ({ deps, params: { webhookIdentifier }, body, clientAddress }) => {
      const heard = await deps.write(async (work) => {
        const eventId = await eventOfHook(work, webhookIdentifier);
        if (eventId === null) return null;
        const values = Object.fromEntries(
          Object.entries(body.Values).map(([name, said]) => [name, said === null ? '' : String(said).trim()]),
        );
        return receiveHook(work, eventId, { eventId: body.EventID, at: instant(timeIn(body.TimeStamp) ?? 0), values });
      });
      if (heard === null) {
        await deps.write((work) => countTry(work, wrongOnes, clientAddress, deps.config.limitFactor));
        return refuse('NOT_FOUND');
      }
      return new Response(null, { status: 200 });
    },
  ),
]);
