import { and, eq, isNull } from 'drizzle-orm';
import { hashOfSecret } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Signer } from '#src/access/signer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { days, type Instant, instant } from '#src/kernel/time.ts';
import { gateDevices } from '../schema.ts';
import { isDeviceCode, readDeviceCode } from './device-code.ts';

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
  typed: string,
): Promise<OpenedDevice | 'unknown' | 'used' | 'over'> {
  const code = readDeviceCode(typed);
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
