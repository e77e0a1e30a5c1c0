import { createHmac } from 'node:crypto';
import { isSameSecret, type Signer } from '#src/access/signer.ts';
import type { Instant } from '#src/kernel/time.ts';
import { macLength, readMac } from '../rules/ticket-code.ts';
import { base32 } from '../ticket-mac.ts';

/**
 * Code of a device, `12-ABCD-EFGH-JKMN-PQRS`: typed, or after `#` in a link, so that no server sees it in an address.
 * It is derived from the installation's secret and stored nowhere.
 */
export type DeviceOfCode = { id: number; createdAt: Instant };

const purpose = 'gate-device';
const codeOf = (key: Uint8Array, { id, createdAt }: DeviceOfCode): string =>
  base32(createHmac('sha256', key).update(`${id}|${createdAt}`).digest());

export const deviceCode = (signer: Signer, device: DeviceOfCode): string =>
  [device.id, ...(codeOf(signer.key(purpose), device).match(/.{4}/g) ?? [])].join('-');

/** Null when the text is not such a code. */
export function readDeviceCode(typed: string): { id: number; secret: string } | null {
  const match = /^\s*#?([1-9]\d{0,14})[\s-]+(\S[\S\s]*)$/.exec(typed.slice(0, 100));
  const secret = readMac(match?.[2] ?? '');
  return match && secret.length === macLength ? { id: Number(match[1]), secret } : null;
}

export const isDeviceCode = (signer: Signer, device: DeviceOfCode, secret: string): boolean =>
  signer.keys(purpose).some((key) => isSameSecret(secret, codeOf(key, device)));

/** Browsers do not send the part after `#`. */
export const deviceLink = (
  { signer, config }: { signer: Signer; config: { publicUrl: string } },
  device: DeviceOfCode,
): string => `${config.publicUrl}/scan/open#${deviceCode(signer, device)}`;
