import type { Caller } from '#tests/support/shop.ts';
import type { Json, Season } from './season.ts';

/** Does it and answers the body, or null when the shop said no. */
export async function tried(
  season: Season,
  verb: string,
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<Json | null> {
  const answer = await caller.json<Json>(method, path, body);
  if (answer.status >= 500) throw new Error(`${verb}: ${answer.status} ${JSON.stringify(answer.body)}`);
  const outcome = answer.status < 300 ? verb : `${verb}: ${String(answer.body?.code)}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
  return answer.status < 300 ? (answer.body ?? {}) : null;
}

export const someOrder = (season: Season): number => (season.orderIds.length ? season.dice.pick(season.orderIds) : 0);
