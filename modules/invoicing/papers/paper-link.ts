import { type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import { signVersioned } from '#src/platform/versioned-links.ts';

export const paperPath = (id: number): string => `/documents/papers/${id}`;

/**
 * Good for a quarter of an hour, without a session. `linkVersion` is that of the order: when it goes to somebody else, the
 * links of before end.
 */
export const paperLink = (
  { config, signer }: Pick<Deps, 'config' | 'signer'>,
  { id, linkVersion }: { id: number; linkVersion: number },
  now: Instant,
): string => config.publicUrl + signVersioned(signer, paperPath(id), linkVersion, instant(now + minutes(15)));
