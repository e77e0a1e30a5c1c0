import type { Log } from '#src/runtime/log.ts';

// Our own: Hono tells the socket's address alone; proxy-addr wants a request of Node's, keeps the port that some
// proxies write, and does not take an IPv6 network for one visitor.

/**
 * The visitor's network address. With `trustedProxies` = n the n-th entry from the right of X-Forwarded-For is believed,
 * because each trusted proxy appended the address it saw. IPv6 counts by its /64, which is one household; limits count the
 * /56 and /48 around it too (`src/data/limits.ts`). Both are written in one way only.
 * The socket's own address is looked up only where it is needed.
 */
export function clientAddress(
  socket: { readonly remoteAddress?: string },
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const believed = forwardedBy(forwardedFor, trustedProxies) ?? socket.remoteAddress ?? '';
  if (!believed.includes(':')) return believed;
  // Some proxies write the port too; every connection has another one, and would be another visitor.
  const address = believed.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  return networkOf(address.replace(/^::ffff:(?=\d+\.)/i, ''));
}

/** Says once in the log that TRUST_PROXY cannot be right: by it all visitors are one, or anybody says who they are. */
export function proxyDoubts(
  log: Pick<Log, 'warn'>,
  trustedProxies: number,
): (forwardedFor: string | undefined) => void {
  let isSaid = false;
  return (forwardedFor) => {
    if (isSaid || (forwardedFor === undefined) === (trustedProxies === 0)) return;
    isSaid = true;
    log.warn(
      trustedProxies === 0
        ? 'A request came with X-Forwarded-For, but TRUST_PROXY is 0: behind a proxy all visitors count as one address. Set it to the number of proxies in front.'
        : 'A request came without X-Forwarded-For, but TRUST_PROXY is not 0: the proxy does not send it, or somebody reached this port past the proxy. Let the proxy set it, and HOST be 127.0.0.1.',
      { trustProxy: trustedProxies },
    );
  };
}

function forwardedBy(header: string | undefined, trustedProxies: number): string | undefined {
  if (!header || trustedProxies === 0) return undefined;
  const chain = header
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return chain[Math.max(0, chain.length - trustedProxies)];
}

function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = (tail ?? '').split(':').filter(Boolean);
  const full =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  const groups = full
    .slice(0, 4)
    .map((group) => (/^[\da-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16).toString(16) : group));
  return `${groups.join(':')}::/64`;
}
