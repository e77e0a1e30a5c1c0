import * as z from 'zod';

const participantShape = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  competitionTitle: z.string(),
  teamName: z.string().nullable(),
});
export const scanAnswer = z.object({
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

export const scanBody = z.object({ device: deviceName, participantId: id, scannedAt: instantText });
export const withCode = scanBody.extend({
  eventSecret: z.string().max(200).describe("The MAC of the ticket's QR code"),
});
export const turnedAwayBody = z.object({
  device: deviceName,
  scannedAt: instantText,
  code: z.string().max(200).nullable().describe('What a code of ours said; null: it was none of ours'),
});
export const nameBody = z.object({ participantId: id });
export const bibBody = z.object({
  participantId: id,
  bib: z.string().max(100),
  replaces: z
    .string()
    .max(100)
    .optional()
    .describe('The number that the person has and that the desk confirmed to replace'),
});
export const handOutsBody = z.object({
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
export const handOutsAnswer = z.object({
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
  earlierCodeHashes: z
    .array(z.string())
    .describe("Of the codes that were made before the installation's secret was changed; they are good as well"),
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
export const scanListAnswer = listOf(ticketShape);
export const deskListAnswer = listOf(
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
      isNameHidden: z.boolean().describe('They want to stand in no public list'),
    }),
  }),
);
