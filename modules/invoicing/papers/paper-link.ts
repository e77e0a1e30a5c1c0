import { signVersioned } from '#src/access/versioned-links.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

export const paperPath = (id: number): string => `/documents/papers/${id}`;

/**
 * Good for a quarter of an hour, without a session. `linkVersion` is that of the order: when it goes to somebody else, the
 * links of before end.
 */
export const paperAddress = (
  { signer }: Pick<Deps, 'signer'>,
  { id, linkVersion }: { id: number; linkVersion: number },
  now: Instant,
): string => signVersioned(signer, paperPath(id), linkVersion, instant(now + minutes(15)));

/** The same for those who are elsewhere. */
export const paperLink = (deps: Pick<Deps, 'config' | 'signer'>, ...of: Parts): string =>
  deps.config.publicUrl + paperAddress(deps, ...of);
type Parts = [paper: { id: number; linkVersion: number }, now: Instant];
