import { createHmac } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { hashOfSecret } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isSameSecret, type Signer } from '#src/access/signer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { days, type Instant, instant } from '#src/kernel/time.ts';
import { macLength, readMac } from '../rules/ticket-code.ts';
import { gateDevices } from '../schema.ts';
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
function readDeviceCode(input: string): { id: number; secret: string } | null {
  const match = /^\s*#?([1-9]\d{0,14})[\s-]+(\S[\S\s]*)$/.exec(input.slice(0, 100));
  const secret = readMac(match?.[2] ?? '');
  return match && secret.length === macLength ? { id: Number(match[1]), secret } : null;
}

const isDeviceCode = (signer: Signer, device: DeviceOfCode, secret: string): boolean =>
  signer.keys(purpose).some((key) => isSameSecret(secret, codeOf(key, device)));

/** Browsers do not send the part after `#`. */
export const deviceLink = (
  { signer, config }: { signer: Signer; config: { publicUrl: string } },
  device: DeviceOfCode,
): string => `${config.publicUrl}/scan/open#${deviceCode(signer, device)}`;

/** A device may upload until three days after the event. */
const daysAfter = 3;
export const deviceEnd = ({ event, competitions }: Pick<Catalog, 'event' | 'competitions'>): Instant =>
  instant(
    Math.max(event.endTimestamp, ...competitions.map(({ timestamp, endTimestamp }) => endTimestamp ?? timestamp)) +
      days(daysAfter),
  );

export type OpenedDevice = { deviceId: number; secret: string };

/**
 * Binds the device to this browser, once. `used`: another browser was first. `over`: the device or its event has ended.
 */
export async function openDevice(
  work: Work,
  signer: Signer,
  input: string,
): Promise<OpenedDevice | 'unknown' | 'used' | 'over'> {
  const code = readDeviceCode(input);
  const [device] = code ? await work.tx.select().from(gateDevices).where(eq(gateDevices.id, code.id)) : [];
  if (!code || !device || !isDeviceCode(signer, device, code.secret)) return 'unknown';
  const catalog = present(await catalogOf(work.tx, device.eventId), 'a device has an event');
  if (device.endedAt !== null || work.now > deviceEnd(catalog)) return 'over';
  const secret = secretToken();
  const opened = await work.tx
    .update(gateDevices)
    .set({ secretHash: hashOfSecret(secret), openedAt: work.now, lastSeenAt: work.now })
    .where(and(eq(gateDevices.id, device.id), isNull(gateDevices.secretHash)))
    .returning({ id: gateDevices.id });
  return opened.length > 0 ? { deviceId: device.id, secret } : 'used';
}
