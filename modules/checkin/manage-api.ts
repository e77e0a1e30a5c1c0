import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import { present } from '#src/kernel/assert.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import { refuse } from '#src/kernel/problem.ts';
import { minutes } from '#src/kernel/time.ts';
import { instant, type RecordOf } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { attendanceOf, turnedAwayCounts } from './admissions/read-admissions.ts';
import { takeAdmissionBack } from './admissions/take-back.ts';
import { saveDevice } from './devices/device-door.ts';
import { deviceLink, type OpenedDevice, openDevice } from './devices/open-device.ts';
import { type Device, devicesOf } from './devices/read-devices.ts';
import { createDevice, endDevice, longestGateName } from './devices/save-devices.ts';
import { turnedAwayReasons } from './rules/turned-away.ts';
import { type GateConflict, gateConflicts } from './scan-conflicts.ts';

const eventParams = z.object({ eventId: z.string().max(100) });
const inEvent = { params: eventParams, load: loadEvent } as const;
const deviceShape = z
  .object({
    id: z.int(),
    gate: z.string(),
    mayHandOut: z.boolean(),
    mayTakeCash: z
      .boolean()
      .describe('Whether the device may register late participants and take cash, where the event allows it'),
    link: z
      .string()
      .nullable()
      .describe('One-time link that turns a phone into this device; null: already used, or the device is ended'),
    createdAt: instant,
    createdBy: z.string(),
    openedAt: instant.nullable(),
    lastSeenAt: instant.nullable(),
    held: z.int().describe('Number of scans not yet uploaded, as last reported by the device'),
    endedAt: instant.nullable(),
  })
  .meta({ id: 'GateDevice', description: 'Phone that scans at one event' });
type Deps = Parameters<typeof deviceLink>[0];
const withLink = (deps: Deps, device: Device): RecordOf<typeof deviceShape> => ({
  ...device,
  link: device.openedAt === null && device.endedAt === null ? deviceLink(deps, device) : null,
});

const devicesPath = '/api/admin/events/{eventId}/devices';
const listDevices = api(
  {
    method: 'get',
    path: devicesPath,
    may: 'gate.manage',
    summary: 'Lists the gate devices of an event',
    ...inEvent,
    answer: z.object({ devices: z.array(deviceShape) }),
  },
  async ({ deps, record }) => ({
    devices: (await devicesOf(deps.read, record)).map((device) => withLink(deps, device)),
  }),
);

const handOutDevice = api(
  {
    method: 'post',
    path: devicesPath,
    may: 'gate.manage',
    summary: 'Creates a gate device. The first phone that opens its link may scan at this event and nothing else.',
    ...inEvent,
    body: z.object({
      gate: z.string().overwrite(oneLine).max(longestGateName),
      mayHandOut: z.boolean().default(false),
      mayTakeCash: z
        .boolean()
        .default(false)
        .describe('Whether the device may also register late participants and take cash; requires mayHandOut'),
    }),
    status: 201,
    answer: z.object({ device: deviceShape }),
  },
  async ({ deps, viewer, record: eventId, body }) => {
    const id = await deps.write((work) => createDevice(work, { ...body, eventId, editorId: viewer.userId }));
    const made = (await devicesOf(deps.read, eventId)).find((device) => device.id === id);
    return { device: withLink(deps, present(made, 'it was just made')) };
  },
);

const end = api(
  {
    method: 'post',
    path: '/api/admin/events/{eventId}/devices/{deviceId}/end',
    may: 'gate.manage',
    summary: 'Ends a device. It is refused immediately and deletes its data on its next request.',
    load: loadEvent,
  },
  async ({ deps, viewer, record: eventId, params: { deviceId } }) => {
    await deps.write((work) => endDevice(work, { eventId, deviceId, editorId: viewer.userId }));
    return undefined;
  },
);

const readAdmissions = api(
  {
    method: 'get',
    path: '/api/admin/events/{eventId}/admissions',
    may: 'gate.watch',
    summary: 'Returns admissions per competition, rejected scans and conflicts between devices',
    ...inEvent,
    answer: z.object({
      competitions: z.array(
        z.object({ competitionId: z.int(), tickets: z.int(), inside: z.int(), handedOut: z.int() }),
      ),
      turnedAway: z.array(z.object({ reason: z.enum(turnedAwayReasons), count: z.int() })),
      admittedTwice: z.array(z.int()).describe('Ids of participants whom two devices admitted'),
      handedOutTwice: z.array(z.int()).describe('Ids of participants to whom two devices handed out items'),
    }),
  },
  async ({ deps, record: eventId }) => {
    const twice = await gateConflicts(deps.read, [eventId]);
    const ids = (kind: GateConflict['kind']) =>
      twice.filter((one) => one.kind === kind).map(({ participantId }) => participantId);
    return {
      competitions: await attendanceOf(deps.read, eventId),
      turnedAway: await turnedAwayCounts(deps.read, eventId),
      admittedTwice: ids('scans'),
      handedOutTwice: ids('handOuts'),
    };
  },
);

const takeBack = api(
  {
    method: 'post',
    path: '/api/admin/events/{eventId}/admissions/{participantId}/take-back',
    may: 'gate.manage',
    summary: 'Undoes an admission, so that the ticket is valid again',
    load: loadEvent,
  },
  async ({ deps, viewer, record: eventId, params: { participantId } }) => {
    await deps.write((work) => takeAdmissionBack(work, { eventId, participantId, editorId: viewer.userId }));
    return undefined;
  },
);

/** Codes have 80 bits; the limit only bounds the load of guessing. */
export const openings: Limit = { name: 'gate-device', most: 30, windowMs: minutes(10), per: 'address' };

const open = api(
  {
    method: 'post',
    path: '/api/scan/devices',
    refuses: ['NOT_FOUND'],
    may: 'device.use',
    summary: 'Registers the caller’s browser as the device of a one-time code and sets a cookie',
    withoutCsrf: 'ownOrigin',
    body: z.object({ code: z.string().max(100) }),
    answer: z.object({ deviceId: z.int() }),
  },
  async ({ deps, context, clientAddress, body }) => {
    await deps.write((work) => countTry(work, openings, clientAddress, deps.config.limitFactor));
    const opened = await deps.write((work) => openDevice(work, deps.signer, body.code));
    if (typeof opened === 'string') return refuse('NOT_FOUND', { reason: opened });
    saveDevice(deps, context, opened satisfies OpenedDevice);
    return { deviceId: opened.deviceId };
  },
);

export const manageApi = tagged('Check-in', [listDevices, handOutDevice, end, readAdmissions, takeBack, open]);
