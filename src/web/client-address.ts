import type { Log } from '#src/runtime/log.ts';

// Our own: Hono returns only the socket's address; proxy-addr wants a Node request, keeps ports that proxies write and does not
// treat an IPv6 network as one visitor.

/**
 * The visitor's normalized network address. With `trustedProxies` = n the n-th entry from the right of X-Forwarded-For counts,
 * because each trusted proxy appends the address it saw. IPv6 is cut to its /64, which is one household; limits count the /56 and
 * /48 too (`src/data/limits.ts`). The socket's address is read only when needed.
 */
export function clientAddress(
  socket: { readonly remoteAddress?: string },
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const believed = forwardedBy(forwardedFor, trustedProxies) ?? socket.remoteAddress ?? '';
  if (!believed.includes(':')) return believed;
  // Some proxies write the port, which differs per connection.
  const address = believed.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  return networkOf(address.replace(/^::ffff:(?=\d+\.)/i, ''));
}

/** Warns once when TRUST_PROXY must be wrong: all visitors share one address, or visitors can choose theirs. */
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
