import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { fromIso, type Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type ApiRoute, api, tagged } from '#src/web/http.ts';
import type { AtGate } from './at-gate.ts';
import { changedTickets } from './changed-tickets.ts';
import { hideNameAtDesk, setBibAtDesk } from './desk/change-person.ts';
import { deskListOf } from './desk/read-desk.ts';
import { recordHandOuts } from './desk/record-hand-out.ts';
import { type DeviceAtGate, loadDeskDevice, loadDevice, noteDevice } from './devices/device-door.ts';
import {
  bibBody,
  deskListAnswer,
  handOutsAnswer,
  handOutsBody,
  nameBody,
  scanAnswer,
  scanBody,
  scanListAnswer,
  turnedAwayBody,
  withCode,
} from './gate-shapes.ts';
import { recordScan } from './record-scan.ts';
import { scanListOf } from './scan-list.ts';
import { turnAway } from './turn-away.ts';

/** Gate and desk calls, for staff (under the event) and for devices (under the device). */

type GateRequest = { deps: Deps; by: AtGate; now: Instant; i18n: Translator };

async function listScans({ deps, by: { eventId }, now }: GateRequest, since: string | undefined) {
  const tickets = await scanListOf(deps.read, deps.signer, eventId);
  const changed = await changedTickets(deps.read, `${eventId}|scan`, tickets, since ?? null);
  return { eventId, serverTime: now, ...changed };
}

async function listDesk({ deps, by: { eventId }, now, i18n }: GateRequest, since: string | undefined) {
  const tickets = await deskListOf(deps, eventId, i18n);
  const changed = await changedTickets(deps.read, `${eventId}|desk|${i18n.locale}`, tickets, since ?? null);
  return { eventId, serverTime: now, ...changed };
}

/** A device cannot choose its own name. */
const madeBy = <B extends { device: string; scannedAt: string }>(
  { by }: GateRequest,
  { device, scannedAt, ...rest }: B,
) => ({
  ...rest,
  device: by.deviceName ?? device,
  scannedAt: fromIso(scannedAt),
});

async function scan(work: Work, request: GateRequest, body: z.output<typeof scanBody> & { eventSecret?: string }) {
  const { by, deps } = request;
  const { eventSecret = null, ...made } = madeBy(request, body);
  const { eventId, deviceId } = by;
  return recordScan(work, deps.signer, {
    ...made,
    eventId,
    eventSecret,
    scannedBy: by.userId,
    deviceId,
    loggedInAt: by.since,
  });
}

const turn = (work: Work, request: GateRequest, body: z.output<typeof turnedAwayBody>) =>
  turnAway(work, request.deps.signer, { ...madeBy(request, body), by: request.by });

async function handOut(work: Work, { by }: GateRequest, { handOuts }: z.output<typeof handOutsBody>) {
  const recorded = await recordHandOuts(
    work,
    by,
    handOuts.map(({ handedOutAt, takenBackAt, ...one }) => ({
      ...one,
      // A device may revoke hand-outs of others but not record them in their name.
      device: takenBackAt === null ? (by.deviceName ?? one.device) : one.device,
      handedOutAt: fromIso(handedOutAt),
      takenBackAt: takenBackAt === null ? null : fromIso(takenBackAt),
    })),
  );
  return { results: recorded };
}

const setBib = (work: Work, { deps, by }: GateRequest, gate: string | null, body: z.output<typeof bibBody>) =>
  setBibAtDesk(deps, work, by, { ...body, gate });

const hideName = (
  work: Work,
  { deps, by }: GateRequest,
  gate: string | null,
  { participantId }: z.output<typeof nameBody>,
) => hideNameAtDesk(work, deps, by, { participantId, gate });

const texts = {
  'scan-list': 'Lists the valid tickets of the event with the hashes of their codes, for offline checks',
  'desk-list': 'Lists the participants of the event with the items due at the desk, for offline hand-outs',
  scan: 'Records a scan. A repeated upload of the same scan succeeds again.',
  admit: 'Admits a participant whom staff found by name, without a QR code',
  'turned-away': 'Records a code that the device rejected offline. Admits no one.',
  'hand-outs': 'Records hand-outs and undone hand-outs, in any order. Repeated uploads have no effect.',
  bib: 'Assigns a bib number to a participant without one, or replaces the given number',
  'hide-name': 'Hides the name of a participant in all public lists, at their request',
} as const;
type Name = keyof typeof texts;

/** Every scanner page sends this count; it is stored for devices only. */
const heldQuery = z.object({
  held: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Number of scans that the device has not uploaded yet'),
});

const listQuery = heldQuery.extend({
  since: z
    .string()
    .max(4000)
    .optional()
    .describe('`cursor` of the list that the device has: answers only what changed. Omitted: the whole list.'),
});

const staffParams = z.object({ eventId: z.string().max(100) });
const staffPath = <N extends Name>(name: N) => `/api/admin/events/{eventId}/${name}` as const;
const staff = <P extends Permission, N extends Name>(may: P, name: N) =>
  ({
    ...{ may, path: staffPath(name), summary: texts[name] },
    ...{ params: staffParams, load: loadEvent, query: heldQuery },
  }) as const;
type StaffCall = { deps: Deps; viewer: Viewer; record: number; now: Instant; i18n: Translator };
const asStaff = ({ deps, viewer, record, now, i18n }: StaffCall): GateRequest => ({
  deps,
  now,
  i18n,
  by: {
    eventId: record,
    userId: viewer.userId,
    deviceId: null,
    deviceName: null,
    since: viewer.verifiedAt,
    mayHandOut: true,
  },
});

const staffRoutes: ApiRoute[] = [
  api({ method: 'post', ...staff('ticket.scan', 'scan'), body: withCode, answer: scanAnswer }, (call) =>
    call.deps.write((work) => scan(work, asStaff(call), call.body)),
  ),
  api({ method: 'post', ...staff('ticket.scan', 'admit'), body: scanBody, answer: scanAnswer }, (call) =>
    call.deps.write((work) => scan(work, asStaff(call), call.body)),
  ),
  api({ method: 'get', ...staff('ticket.scan', 'scan-list'), query: listQuery, answer: scanListAnswer }, (call) =>
    listScans(asStaff(call), call.query.since),
  ),
  api({ method: 'post', ...staff('ticket.scan', 'turned-away'), body: turnedAwayBody }, async (call) => {
    await call.deps.write((work) => turn(work, asStaff(call), call.body));
    return undefined;
  }),
  api({ method: 'get', ...staff('ticket.handOut', 'desk-list'), query: listQuery, answer: deskListAnswer }, (call) =>
    listDesk(asStaff(call), call.query.since),
  ),
  api({ method: 'post', ...staff('ticket.handOut', 'hand-outs'), body: handOutsBody, answer: handOutsAnswer }, (call) =>
    call.deps.write((work) => handOut(work, asStaff(call), call.body)),
  ),
  api({ method: 'post', ...staff('ticket.handOut', 'bib'), body: bibBody }, async (call) => {
    await call.deps.write((work) => setBib(work, asStaff(call), null, call.body));
    return undefined;
  }),
  api({ method: 'post', ...staff('ticket.handOut', 'hide-name'), body: nameBody }, async (call) => {
    await call.deps.write((work) => hideName(work, asStaff(call), null, call.body));
    return undefined;
  }),
];

const devicePath = <N extends Name>(name: N) => `/api/scan/devices/{deviceId}/${name}` as const;
const device = <N extends Name>(name: N, load: typeof loadDevice = loadDevice) =>
  ({
    may: 'device.use',
    path: devicePath(name),
    summary: `${texts[name]} (gate device)`,
    load,
    query: heldQuery,
    withoutCsrf: 'ownOrigin',
  }) as const;
type DeviceCall = {
  deps: Deps;
  record: DeviceAtGate;
  now: Instant;
  i18n: Translator;
  query: { held?: number | undefined };
};
const asDevice = ({ deps, record, now, i18n }: DeviceCall): GateRequest => ({ deps, by: record, now, i18n });
const seen = <T>(call: DeviceCall, verb: (work: Work) => Promise<T>): Promise<T> =>
  call.deps.write(async (work) => {
    await noteDevice(work, call.record.deviceId, call.query.held);
    return verb(work);
  });
const nothingElse = async () => {};

const deviceRoutes: ApiRoute[] = [
  api({ method: 'post', ...device('scan'), body: withCode, answer: scanAnswer }, (call) =>
    seen(call, (work) => scan(work, asDevice(call), call.body)),
  ),
  api({ method: 'post', ...device('admit'), body: scanBody, answer: scanAnswer }, (call) =>
    seen(call, (work) => scan(work, asDevice(call), call.body)),
  ),
  api({ method: 'get', ...device('scan-list'), query: listQuery, answer: scanListAnswer }, async (call) => {
    await seen(call, nothingElse);
    return listScans(asDevice(call), call.query.since);
  }),
  api({ method: 'post', ...device('turned-away'), body: turnedAwayBody }, async (call) => {
    await seen(call, (work) => turn(work, asDevice(call), call.body));
    return undefined;
  }),
  api(
    { method: 'get', ...device('desk-list', loadDeskDevice), query: listQuery, answer: deskListAnswer },
    async (call) => {
      await seen(call, nothingElse);
      return listDesk(asDevice(call), call.query.since);
    },
  ),
  api({ method: 'post', ...device('hand-outs', loadDeskDevice), body: handOutsBody, answer: handOutsAnswer }, (call) =>
    seen(call, (work) => handOut(work, asDevice(call), call.body)),
  ),
  api({ method: 'post', ...device('bib', loadDeskDevice), body: bibBody }, async (call) => {
    await seen(call, (work) => setBib(work, asDevice(call), call.record.gate, call.body));
    return undefined;
  }),
  api({ method: 'post', ...device('hide-name', loadDeskDevice), body: nameBody }, async (call) => {
    await seen(call, (work) => hideName(work, asDevice(call), call.record.gate, call.body));
    return undefined;
  }),
];

export const gateApi = tagged('Check-in', [...staffRoutes, ...deviceRoutes]);
