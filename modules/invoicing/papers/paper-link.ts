import { signVersioned } from '#src/access/versioned-links.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

export const paperPath = (id: number): string => `/documents/papers/${id}`;

/** Valid for 15 minutes without a session. The order's `linkVersion` invalidates links when the order changes hands. */
export const paperAddress = (
  { signer }: Pick<Deps, 'signer'>,
  { id, linkVersion }: { id: number; linkVersion: number },
  now: Instant,
): string => signVersioned(signer, paperPath(id), linkVersion, instant(now + minutes(15)));

export const paperLink = (deps: Pick<Deps, 'config' | 'signer'>, ...of: Parts): string =>
  deps.config.publicUrl + paperAddress(deps, ...of);
type Parts = [paper: { id: number; linkVersion: number }, now: Instant];
