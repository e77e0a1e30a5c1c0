import { createHmac } from 'node:crypto';
import { isSameSecret, type Signer } from '#src/access/signer.ts';
import type { Instant } from '#src/kernel/time.ts';
import { macLength, readMac } from '../rules/ticket-code.ts';
import { base32 } from '../ticket-mac.ts';

/**
 * What the link of a device holds behind `#`, so that no server ever sees it in an address, or somebody types:
 * `12-ABCD-EFGH-JKMN-PQRS`. It is made again from the installation's secret whenever it is shown, and stored nowhere.
 */
export type DeviceOfCode = { id: number; createdAt: Instant };

const purpose = 'gate-device';
const codeOf = (key: Uint8Array, { id, createdAt }: DeviceOfCode): string =>
  base32(createHmac('sha256', key).update(`${id}|${createdAt}`).digest());

export const deviceCode = (signer: Signer, device: DeviceOfCode): string =>
  [device.id, ...(codeOf(signer.key(purpose), device).match(/.{4}/g) ?? [])].join('-');

/** Null for what is no such code. */
export function readDeviceCode(typed: string): { id: number; secret: string } | null {
  const match = /^\s*#?([1-9]\d{0,14})[\s-]+(\S[\S\s]*)$/.exec(typed.slice(0, 100));
  const secret = readMac(match?.[2] ?? '');
  return match && secret.length === macLength ? { id: Number(match[1]), secret } : null;
}

export const isDeviceCode = (signer: Signer, device: DeviceOfCode, secret: string): boolean =>
  signer.keys(purpose).some((key) => isSameSecret(secret, codeOf(key, device)));

/** The address that makes a phone the device. Browsers keep what stands behind `#` to themselves. */
export const deviceLink = (
  { signer, config }: { signer: Signer; config: { publicUrl: string } },
  device: DeviceOfCode,
): string => `${config.publicUrl}/scan/open#${deviceCode(signer, device)}`;
