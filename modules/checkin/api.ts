import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { actOnOrder, loadManagedParticipant, loadOwnParticipant } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { refuse } from '#src/kernel/problem.ts';
import { fromIso, instant, minutes, toIso, toIsoOrNull } from '#src/kernel/time.ts';
import { api, page, tagged } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import { resendTicket } from './handlers.ts';
import { recordScan } from './record-scan.ts';
import { sampleApi } from './sample-api.ts';
import { scanListOf } from './scan-list.ts';
import { ticketDownload } from './ticket.ts';

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

const eventParams = z.object({ eventId: z.string().max(100) });

const scanBody = z.object({ device: z.string().min(1).max(200), participantId: id, scannedAt: instantText });

/** One more scan of a device: by the ticket's code, or by name, where the login takes the place of the code. */
const takesScan = (
  name: 'scan' | 'admit',
  summary: string,
  body: z.ZodType<z.infer<typeof scanBody> & { eventSecret?: string }>,
) =>
  api(
    {
      method: 'post',
      path: `/api/admin/events/{eventId}/${name}`,
      may: 'ticket.scan',
      summary,
      params: eventParams,
      load: loadEvent,
      body,
      answer: scanAnswer,
    },
    async ({ deps, viewer, record: eventId, body: { eventSecret = null, ...scan } }) => {
      const scannedAt = fromIso(scan.scannedAt);
      const recorded = await deps.write((work) =>
        recordScan(work, deps.signer, {
          ...scan,
          eventId,
          eventSecret,
          scannedAt,
          scannedBy: viewer.userId,
          loggedInAt: viewer.verifiedAt,
        }),
      );
      const { admittedAt, replacedAt } = recorded;
      return { ...recorded, admittedAt: toIsoOrNull(admittedAt), replacedAt: toIsoOrNull(replacedAt) };
    },
  );

const scanTicket = takesScan(
  'scan',
  'Takes one scan; a repeated upload of the very same scan succeeds again',
  scanBody.extend({ eventSecret: z.string().max(200).describe("The MAC of the ticket's QR code") }),
);
const admitByName = takesScan('admit', 'Lets somebody in whom staff found by name, without a QR code', scanBody);

const scanList = api(
  {
    method: 'get',
    path: '/api/admin/events/{eventId}/scan-list',
    may: 'ticket.scan',
    summary: 'Every valid ticket of the event with the hash of its code, for checking offline',
    params: eventParams,
    load: loadEvent,
    answer: z.object({
      eventId: z.int(),
      serverTime: z.iso.datetime().describe('So that a device can correct its clock'),
      tickets: z.array(
        participantShape.omit({ id: true }).extend({
          participantId: z.int(),
          codeHash: z.string().describe("SHA-256 of the QR code's text, hex"),
          admitted: z
            .object({
              device: z.string(),
              scannedAt: z.iso.datetime(),
              believed: z.boolean().describe('false: it cannot have been then, and any other scan is better'),
            })
            .nullable(),
          replaced: z
            .array(z.object({ codeHash: z.string(), replacedAt: z.iso.datetime() }))
            .describe('Codes that this ticket had before, and until when: NOT_FOUND'),
        }),
      ),
    }),
  },
  async ({ deps, record: eventId, now }) => {
    const tickets = await scanListOf(deps.read, deps.signer, eventId);
    return {
      eventId,
      serverTime: toIso(now),
      tickets: tickets.map(({ admitted, replaced, ...ticket }) => ({
        ...ticket,
        admitted: admitted && {
          device: admitted.device,
          scannedAt: toIso(admitted.scannedAt),
          believed: admitted.believed !== false,
        },
        replaced: replaced.map(({ codeHash, replacedAt }) => ({ codeHash, replacedAt: toIso(replacedAt) })),
      })),
    };
  },
);

const participantConfirmation = api(
  {
    method: 'get',
    path: '/api/orders/{orderId}/participant-confirmation/{participantId}',
    may: 'order.read',
    summary: "The address of one participant's ticket as a PDF, good for 15 minutes",
    load: loadOwnParticipant,
    answer: z.object({ downloadLink: z.string() }),
  },
  async ({ deps, record: { order, person }, now }) => {
    if (!isPaidStatus(order.status)) return refuse('NOT_FOUND');
    const path = ticketDownload(deps.signer, person, instant(now + minutes(15)));
    return { downloadLink: `${deps.config.publicUrl}${path}` };
  },
);

const resendParticipantEmail = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/resend-participant-email/{participantId}',
    may: 'order.assist',
    summary: 'Sends a participant the ticket once more',
    load: loadManagedParticipant,
  },
  async ({ deps, params: { orderId, participantId } }) => {
    await deps.write((work) => resendTicket(work, orderId, participantId));
    return undefined;
  },
);

/** The same by the button of the person's page in management. */
const resendTicketPage = page(
  {
    method: 'post',
    path: '/admin/orders/{orderId}/resend-participant-email/{participantId}',
    may: 'order.assist',
    load: loadManagedParticipant,
  },
  (call) => {
    const { order, person } = call.record;
    const resend = (work: Work) => resendTicket(work, order.id, person.id);
    return actOnOrder({ ...call, record: order }, 'mailResent', resend, `/participants/${person.id}`);
  },
);

export const checkinApi = tagged('Check-in', [
  scanTicket,
  admitByName,
  scanList,
  participantConfirmation,
  resendParticipantEmail,
  resendTicketPage,
  sampleApi,
]);
