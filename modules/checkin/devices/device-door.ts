import { eq } from 'drizzle-orm';
import { getCookie, setCookie } from 'hono/cookie';
import { hashOfSecret } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import { isSameSecret } from '#src/access/signer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import type { AtGate } from '../at-gate.ts';
import { gateDevices } from '../schema.ts';
import { deviceEnd, type OpenedDevice } from './open-device.ts';

/** The cookie is limited to the paths of one device, so that a phone can be several devices. */
const deviceCookie = 'gate-device';
const cookieDays = 180;
export const devicePath = (deviceId: number): string => `/scan/devices/${deviceId}`;

export function saveDevice(deps: Pick<Deps, 'config'>, context: AppContext, { deviceId, secret }: OpenedDevice): void {
  for (const path of [devicePath(deviceId), `/api${devicePath(deviceId)}`])
    setCookie(context, deviceCookie, secret, {
      path,
      httpOnly: true,
      sameSite: 'Strict',
      secure: deps.config.publicUrl.startsWith('https:'),
      maxAge: cookieDays * 86_400,
    });
}

export type DeviceAtGate = AtGate & { deviceId: number; gate: string; mayTakeCash: boolean };

/** @throws Problem UNAUTHORIZED without its secret, NO_PERMISSION when the device or its event has ended */
export async function loadDevice(call: {
  deps: Pick<Deps, 'read'>;
  context: AppContext;
  params: { deviceId: number };
  now: Instant;
}): Promise<DeviceAtGate> {
  const { deps, context, params, now } = call;
  const [device] = await deps.read.select().from(gateDevices).where(eq(gateDevices.id, params.deviceId));
  const secret = getCookie(context, deviceCookie) ?? '';
  if (!device?.secretHash || !isSameSecret(hashOfSecret(secret), device.secretHash)) return refuse('UNAUTHORIZED');
  const catalog = present(await catalogOf(deps.read, device.eventId), 'a device has an event');
  if (device.endedAt !== null || now > deviceEnd(catalog)) return refuse('NO_PERMISSION');
  return {
    eventId: device.eventId,
    userId: null,
    deviceId: device.id,
    deviceName: `device-${device.id}`,
    since: device.openedAt,
    mayHandOut: device.mayHandOut,
    gate: device.gate,
    mayTakeCash: device.mayTakeCash,
  };
}

/** For devices that may hand out. @throws Problem NOT_FOUND for others */
export async function loadDeskDevice(call: Parameters<typeof loadDevice>[0]): Promise<DeviceAtGate> {
  const device = await loadDevice(call);
  return device.mayHandOut ? device : refuse('NOT_FOUND');
}

/** For devices that may take cash. @throws Problem NOT_FOUND for others */
export async function loadCashDevice(call: Parameters<typeof loadDevice>[0]): Promise<DeviceAtGate> {
  const device = await loadDevice(call);
  return device.mayTakeCash ? device : refuse('NOT_FOUND');
}

/** Stores the last contact and the number of unsent records. */
export async function noteDevice({ tx, now }: Work, deviceId: number, held: number | undefined): Promise<void> {
  await tx
    .update(gateDevices)
    .set({ lastSeenAt: now, ...(held === undefined ? {} : { held }) })
    .where(eq(gateDevices.id, deviceId));
}
