import type { Viewer } from '#src/access/viewer.ts';
import { refuse } from '#src/kernel/problem.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isOwn } from '../load.ts';
import { type OrderRecord, orderOf } from '../read.ts';

/**
 * The `token` of the address that a payment leads back to: it tells status and price of its order for a day, in whatever
 * browser the payer ends up, and nothing else.
 */
const purpose = 'order-follow';
const livesMs = days(1);
const textOf = (orderId: number, expires: number) => `${orderId}|${expires}`;

export function followToken({ signer }: Pick<Deps, 'signer'>, orderId: number, now: Instant): string {
  const expires = plus(now, livesMs);
  return `${expires}.${signer.mac(purpose, textOf(orderId, expires))}`;
}

function isFollowToken({ signer, clock }: Pick<Deps, 'signer' | 'clock'>, orderId: number, token: string): boolean {
  const [, expires = '', mac = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  return Number(expires) > clock() && signer.verify(purpose, textOf(orderId, Number(expires)), mac);
}

type NamesFollowed = { deps: Deps; viewer: Viewer | null; params: { orderId: number }; query: URLSearchParams };

/**
 * The order for whoever owns it or shows its token.
 * @throws Problem UNAUTHORIZED without a session, NOT_FOUND with somebody else's; the same for an order that is not there
 */
export async function loadFollowedOrder({ deps, viewer, params, query }: NamesFollowed): Promise<OrderRecord> {
  const order = await orderOf(deps.read, params.orderId);
  if (order && viewer && isOwn(viewer, order)) return order;
  if (order && isFollowToken(deps, params.orderId, query.get('token') ?? '')) return order;
  return refuse(viewer ? 'NOT_FOUND' : 'UNAUTHORIZED');
}
