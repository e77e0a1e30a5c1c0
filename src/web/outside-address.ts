import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * Webhook addresses of organizers: https only, and never into this machine or its networks unless ALLOW_PRIVATE_ADDRESSES allows
 * it. The name is resolved before every call (`requireOutside`). If it changes between check and call, TLS fails without a
 * certificate for that name.
 */
type Allowing = { allowPrivateAddresses: boolean };

/** Special-purpose IPv4 ranges (IANA registry). */
const inside = new BlockList();
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
].flatMap((line) => line.split(' ')))
  inside.addSubnet(range.split('/')[0] as string, Number(range.split('/')[1]), 'ipv4');
/** Global unicast IPv6 without ranges that embed IPv4 or are for documentation. */
const world = new BlockList();
world.addSubnet('2000::', 3, 'ipv6');
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
  inside.addSubnet(range.split('/')[0] as string, Number(range.split('/')[1]), 'ipv6');

export function isOutsideIp(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !inside.check(ip, 'ipv4');
  return family === 6 && world.check(ip, 'ipv6') && !inside.check(ip, 'ipv6');
}

const insideNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa|test|invalid)$/;

/** Whether an address may be entered; its name is resolved at the call. */
export function isOutsideAddress(text: string, { allowPrivateAddresses }: Allowing): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password || url.hash || text.length > 2000 || /\s|\p{Cc}/u.test(text)) return false;
  if (allowPrivateAddresses) return url.protocol === 'https:' || url.protocol === 'http:';
  if (url.protocol !== 'https:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isOutsideIp(host);
  return host.includes('.') && !insideNames.test(host);
}

export class InsideAddress extends Error {
  override readonly name = 'InsideAddress';
}

export type ResolveHost = (host: string) => Promise<readonly { address: string }[]>;
const byDns: ResolveHost = (host) => lookup(host, { all: true });

/** @throws InsideAddress when the address, or any that its name stands for by now, is none of the world; or nobody knows the name */
export async function requireOutside(text: string, allowing: Allowing, lookUp = byDns): Promise<void> {
  if (!isOutsideAddress(text, allowing)) throw new InsideAddress('an address that may not be called');
  if (allowing.allowPrivateAddresses) return;
  const host = new URL(text).hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await lookUp(host).catch(() => []) : [{ address: host }];
  if (found.length === 0 || found.some(({ address }) => !isOutsideIp(address)))
    throw new InsideAddress('a name that leads inside, or nowhere');
}
