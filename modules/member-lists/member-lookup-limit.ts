import { refuse } from '#src/kernel/problem.ts';
import { hours, type Instant, instant } from '#src/kernel/time.ts';

/** Whoever asks the price of a basket. */
export type Asker = { visitId: string | null; clientAddress: string; limitFactor: number };

/**
 * So many addresses and numbers may be looked for in an hour: an order has 500 people at the most, and a school stands
 * behind one network. Asking for one again counts nothing, since every page of a booking does.
 */
const maxPerVisit = 600;
const maxPerNetwork = 3000;
const windowMs = hours(1);
/** Whoever asked last is kept; so many hold 70 MB at the most. */
const maxCached = 2000;

type Asked = { until: Instant; values: Set<string> };
/** In memory: reading a page writes nothing, and a restart lets nobody ask for much more. */
const asked = new Map<string, Asked>();

/**
 * The price of a basket says who is on a list, so nobody may ask for thousands.
 * @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds`
 */
export function countMemberLookups(
  { visitId, clientAddress, limitFactor }: Asker,
  values: readonly string[],
  now: Instant,
) {
  if (limitFactor === 0) return;
  if (visitId !== null) countOf(`visit|${visitId}`, maxPerVisit, values, now);
  countOf(`network|${clientAddress}`, Math.ceil(maxPerNetwork * limitFactor), values, now);
}

function countOf(key: string, most: number, values: readonly string[], now: Instant): void {
  const known = asked.get(key);
  // A clock that was set back keeps nobody waiting for longer than an hour.
  const isNow = known && known.until > now && known.until - now <= windowMs;
  const entry = isNow ? known : { until: instant(now + windowMs), values: new Set<string>() };
  const fresh = values.filter((value) => !entry.values.has(value));
  if (entry.values.size + fresh.length > most)
    refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil((entry.until - now) / 1000)) });
  for (const value of fresh) entry.values.add(value);
  asked.delete(key);
  asked.set(key, entry);
  if (asked.size > maxCached) asked.delete(asked.keys().next().value as string);
}
