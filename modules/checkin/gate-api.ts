import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { fromIso, type Instant, toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import { type ApiRoute, api, tagged } from '#src/platform/http.ts';
import type { Translator } from '#src/platform/locale.ts';
import type { Permission } from '#src/platform/permissions.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import type { Work } from '#src/platform/work.ts';
import type { AtGate } from './at-gate.ts';
import { deskListOf } from './desk/read-desk.ts';
import { recordHandOuts } from './desk/record-hand-out.ts';
import { setBibAtDesk } from './desk/set-bib-at-desk.ts';
import { type DeviceAtGate, loadDeskDevice, loadDevice, noteDevice } from './devices/device-door.ts';
import { recordScan } from './record-scan.ts';
import { type ListedTicket, scanListOf } from './scan-list.ts';
import { turnAway } from './turn-away.ts';

/**
 * What is done at the gate and at the desk, by two doors: staff with their login, under the event, and devices that an
 * organizer handed out, under themselves. Behind both is the same.
 */

const participantShape = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  competitionTitle: z.string(),
  teamName: z.string().nullable(),
});
const scanAnswer = z.object({
  result: z.enum(['SCAN_SUCCESS', 'ALREADY_SCANNED', 'NOT_FOUND']),
  participant: participantShape.nullable(),
  admittedAt: z.iso.datetime().nullable().describe('When the scan that counts was made'),
  replacedAt: z.iso
    .datetime()
    .nullable()
    .describe('Of NOT_FOUND: when this ticket was replaced by another one; null: it is none of this event'),
});
const instantText = z.iso.datetime({ offset: true }).describe("ISO 8601, by the device's clock");
const id = z.int().positive();
const deviceName = z.string().min(1).max(200);

const scanBody = z.object({ device: deviceName, participantId: id, scannedAt: instantText });
const withCode = scanBody.extend({
  eventSecret: z.string().max(200).describe("The MAC of the ticket's QR code"),
});
const turnedAwayBody = z.object({
  device: deviceName,
  scannedAt: instantText,
  code: z.string().max(200).nullable().describe('What a code of ours said; null: it was none of ours'),
});
const bibBody = z.object({ participantId: id, bib: z.string().max(100) });
const handOutsBody = z.object({
  handOuts: z
    .array(
      z.object({
        participantId: id,
        device: deviceName.describe('Which one gave it out; another one may take it back'),
        handedOutAt: instantText,
        takenBackAt: instantText.nullable().default(null).describe('When it was taken back; null: it holds'),
      }),
    )
    .min(1)
    .max(100),
});
const handOutShape = z
  .object({
    device: z.string(),
    handedOutAt: z.iso.datetime(),
    believed: z.boolean().describe('false: it cannot have been then'),
  })
  .nullable();
const handOutsAnswer = z.object({
  results: z.array(
    z.object({
      participantId: z.int(),
      result: z.enum(['HANDED_OUT', 'ALREADY_HANDED_OUT', 'TAKEN_BACK', 'NOT_FOUND']),
      handedOut: handOutShape.describe('The hand-out that counts now'),
    }),
  ),
});

const ticketShape = participantShape.omit({ id: true }).extend({
  participantId: z.int(),
  codeHash: z.string().describe("SHA-256 of the QR code's text, hex"),
  bib: z.string().nullable().describe('The start number, once there is one'),
  admitted: z
    .object({
      device: z.string(),
      scannedAt: z.iso.datetime(),
      believed: z.boolean().describe('false: it cannot have been then, and any other scan is better'),
    })
    .nullable(),
  takenBackAt: z.iso.datetime().nullable().describe('Until when scans of it count no more'),
  replaced: z
    .array(z.object({ codeHash: z.string(), replacedAt: z.iso.datetime() }))
    .describe('Codes that this ticket had before, and until when: NOT_FOUND'),
});
const listOf = <T extends z.ZodType>(ticket: T) =>
  z.object({
    eventId: z.int(),
    serverTime: z.iso.datetime().describe('So that a device can correct its clock'),
    tickets: z.array(ticket),
  });
const scanListAnswer = listOf(ticketShape);
const deskListAnswer = listOf(
  ticketShape.extend({
    due: z.object({
      orderId: z.int(),
      club: z.string().nullable(),
      isPaid: z.boolean().describe('Without that nothing is handed out, and there is no code'),
      openCents: z.int().describe('What the order still has to bring'),
      articles: z.array(z.object({ name: z.string(), variantName: z.string(), quantity: z.int() })),
      answers: z
        .array(z.object({ label: z.string(), value: z.string() }))
        .describe('To the questions that stand on the confirmation'),
      handedOut: handOutShape,
    }),
  }),
);

const scanTimes = ({ admitted, replaced, takenBackAt, ...ticket }: ListedTicket) => ({
  ...ticket,
  admitted: admitted && {
    device: admitted.device,
    scannedAt: toIso(admitted.scannedAt as Instant),
    believed: admitted.believed !== false,
  },
  takenBackAt: toIsoOrNull(takenBackAt),
  replaced: replaced.map(({ codeHash, replacedAt }) => ({ codeHash, replacedAt: toIso(replacedAt) })),
});
const givenOut = (one: { device: string; handedOutAt: Instant; believed: boolean } | null) =>
  one && { device: one.device, handedOutAt: toIso(one.handedOutAt), believed: one.believed };

type Asked = { deps: Deps; by: AtGate; now: Instant; words: Translator };

async function listScans({ deps, by: { eventId }, now }: Asked) {
  const tickets = await scanListOf(deps.read, deps.signer, eventId);
  return { eventId, serverTime: toIso(now), tickets: tickets.map(scanTimes) };
}

async function listDesk({ deps, by: { eventId }, now, words }: Asked) {
  const tickets = await deskListOf(deps.read, deps.signer, eventId, words);
  return {
    eventId,
    serverTime: toIso(now),
    tickets: tickets.map(({ due, ...ticket }) => ({
      ...scanTimes(ticket),
      due: { ...due, handedOut: givenOut(due.handedOut) },
    })),
  };
}

/** What a scan is written with; what a device that was handed out calls itself is not its own choice. */
const madeBy = <B extends { device: string; scannedAt: string }>({ by }: Asked, { device, scannedAt, ...rest }: B) => ({
  ...rest,
  device: by.deviceName ?? device,
  scannedAt: fromIso(scannedAt),
});

async function scan(work: Work, asked: Asked, body: z.output<typeof scanBody> & { eventSecret?: string }) {
  const { by, deps } = asked;
  const { eventSecret = null, ...made } = madeBy(asked, body);
  const { eventId, deviceId } = by;
  const recorded = await recordScan(work, deps.signer, {
    ...made,
    eventId,
    eventSecret,
    scannedBy: by.userId,
    deviceId,
    loggedInAt: by.since,
  });
  const { admittedAt, replacedAt } = recorded;
  return { ...recorded, admittedAt: toIsoOrNull(admittedAt), replacedAt: toIsoOrNull(replacedAt) };
}

const turn = (work: Work, asked: Asked, body: z.output<typeof turnedAwayBody>) =>
  turnAway(work, asked.deps.signer, { ...madeBy(asked, body), by: asked.by });

async function handOut(work: Work, { by }: Asked, { handOuts }: z.output<typeof handOutsBody>) {
  const recorded = await recordHandOuts(
    work,
    by,
    handOuts.map(({ handedOutAt, takenBackAt, ...one }) => ({
      ...one,
      // A device takes back what another one gave out; in the name of another one it gives out nothing.
      device: takenBackAt === null ? (by.deviceName ?? one.device) : one.device,
      handedOutAt: fromIso(handedOutAt),
      takenBackAt: takenBackAt === null ? null : fromIso(takenBackAt),
    })),
  );
  return { results: recorded.map((one) => ({ ...one, handedOut: givenOut(one.handedOut) })) };
}

const setBib = (work: Work, { by }: Asked, gate: string | null, body: z.output<typeof bibBody>) =>
  setBibAtDesk(work, by, { ...body, gate });

const texts = {
  'scan-list': 'Every valid ticket of the event with the hash of its code, for checking offline',
  'desk-list': 'Everybody of the event with what is due at the desk, for handing out offline',
  scan: 'Takes one scan; a repeated upload of the very same scan succeeds again',
  admit: 'Lets somebody in whom staff found by name, without a QR code',
  'turned-away': 'Notes a code that the device has turned away itself; it lets nobody in',
  'hand-outs': 'Takes what was handed out or taken back, in any order and as often as it is sent',
  bib: 'Gives a start number to somebody who has none',
} as const;
type Name = keyof typeof texts;

// By their login.
const staffParams = z.object({ eventId: z.string().max(100) });
const staffPath = <N extends Name>(name: N) => `/api/admin/events/{eventId}/${name}` as const;
const staff = <P extends Permission, N extends Name>(may: P, name: N) =>
  ({ may, path: staffPath(name), summary: texts[name], params: staffParams, load: loadEvent }) as const;
type StaffCall = { deps: Deps; viewer: Viewer; record: number; now: Instant; words: Translator };
const asStaff = ({ deps, viewer, record, now, words }: StaffCall): Asked => ({
  deps,
  now,
  words,
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
  api({ method: 'get', ...staff('ticket.scan', 'scan-list'), answer: scanListAnswer }, (call) =>
    listScans(asStaff(call)),
  ),
  api({ method: 'post', ...staff('ticket.scan', 'turned-away'), body: turnedAwayBody }, async (call) => {
    await call.deps.write((work) => turn(work, asStaff(call), call.body));
    return undefined;
  }),
  api({ method: 'get', ...staff('ticket.handOut', 'desk-list'), answer: deskListAnswer }, (call) =>
    listDesk(asStaff(call)),
  ),
  api({ method: 'post', ...staff('ticket.handOut', 'hand-outs'), body: handOutsBody, answer: handOutsAnswer }, (call) =>
    call.deps.write((work) => handOut(work, asStaff(call), call.body)),
  ),
  api({ method: 'post', ...staff('ticket.handOut', 'bib'), body: bibBody }, async (call) => {
    await call.deps.write((work) => setBib(work, asStaff(call), null, call.body));
    return undefined;
  }),
];

// As a device.
const deviceQuery = z.object({
  held: z.coerce.number().int().min(0).max(1_000_000).optional().describe('So much the device has not sent yet'),
});
const devicePath = <N extends Name>(name: N) => `/api/scan/devices/{deviceId}/${name}` as const;
const device = <N extends Name>(name: N, load: typeof loadDevice = loadDevice) =>
  ({
    may: 'device.use',
    path: devicePath(name),
    summary: `${texts[name]}; by a device that was handed out`,
    load,
    query: deviceQuery,
    withoutCsrf: 'ownOrigin',
  }) as const;
type DeviceCall = {
  deps: Deps;
  record: DeviceAtGate;
  now: Instant;
  words: Translator;
  query: { held?: number | undefined };
};
const asDevice = ({ deps, record, now, words }: DeviceCall): Asked => ({ deps, by: record, now, words });
/** What it does, and that it was here. */
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
  api({ method: 'get', ...device('scan-list'), answer: scanListAnswer }, async (call) => {
    await seen(call, nothingElse);
    return listScans(asDevice(call));
  }),
  api({ method: 'post', ...device('turned-away'), body: turnedAwayBody }, async (call) => {
    await seen(call, (work) => turn(work, asDevice(call), call.body));
    return undefined;
  }),
  api({ method: 'get', ...device('desk-list', loadDeskDevice), answer: deskListAnswer }, async (call) => {
    await seen(call, nothingElse);
    return listDesk(asDevice(call));
  }),
  api({ method: 'post', ...device('hand-outs', loadDeskDevice), body: handOutsBody, answer: handOutsAnswer }, (call) =>
    seen(call, (work) => handOut(work, asDevice(call), call.body)),
  ),
  api({ method: 'post', ...device('bib', loadDeskDevice), body: bibBody }, async (call) => {
    await seen(call, (work) => setBib(work, asDevice(call), call.record.gate, call.body));
    return undefined;
  }),
];

export const gateApi = tagged('Check-in', [...staffRoutes, ...deviceRoutes]);
