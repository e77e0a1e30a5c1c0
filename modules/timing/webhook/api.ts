import * as z from 'zod';
import { countTry, type Limit } from '#src/data/limits.ts';
import { instant } from '#src/kernel/time.ts';
import { api, tagged } from '#src/web/http.ts';
import { timeIn } from '../rules/answers.ts';
import { refuse } from '../rules/problems.ts';
import { eventOfHook, receiveHook } from './receive-hook.ts';

/** Counts wrong identifiers only. */
const wrongOnes: Limit = { name: 'race-result-webhook', most: 60, windowMs: 60_000, per: 'address' };

const message = z
  .object({
    EventID: z.union([z.string().max(40), z.number()]).transform(String),
    TimeStamp: z
      .string()
      .max(60)
      .refine((text) => timeIn(text) !== null, 'timing.error.timeStamp'),
    Values: z.record(z.string(), z.unknown()),
  })
  .loose();

const longestValue = 5000;
/** Ignores values that are not scalar. */
function valuesIn(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [[name, '']] : typeof value === 'object' ? [] : [[name, String(value).trim()]],
  );
  return Object.fromEntries(texts.filter(([, text = '']) => text.length <= longestValue));
}

export const webhookApi = tagged('RACE RESULT', [
  api(
    {
      method: 'post',
      path: '/api/race-result/webhook/{webhookIdentifier}',
      may: 'timing.tell',
      summary: 'Receives notifications of RACE RESULT about new and changed participants',
      withoutCsrf: true,
      body: message,
      // RACE RESULT sends no content type.
      isDeclaredAnyhow: true,
      mediaType: 'text/plain',
    },
    async ({ deps, params: { webhookIdentifier }, body, clientAddress }) => {
      const heard = await deps.write(async (work) => {
        const eventId = await eventOfHook(work, webhookIdentifier);
        if (eventId === null) return null;
        const at = instant(timeIn(body.TimeStamp) ?? 0);
        return receiveHook(work, eventId, { eventId: body.EventID, at, values: valuesIn(body.Values) });
      });
      if (heard === null) {
        await deps.write((work) => countTry(work, wrongOnes, clientAddress, deps.config.limitFactor));
        return refuse('NOT_FOUND');
      }
      return new Response('', { headers: { 'content-type': 'text/plain' } });
    },
  ),
]);
