import * as z from 'zod';
import { instant as asInstant } from '#src/kernel/time.ts';
import { cents, computed, instant } from '#src/web/answers.ts';
import { buckets } from './rules/list-changes.ts';
import type { Scan } from './rules/scan-result.ts';

const participantShape = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  competitionTitle: z.string(),
  teamName: z.string().nullable(),
});
export const scanAnswer = z
  .object({
    result: z.enum(['SCAN_SUCCESS', 'ALREADY_SCANNED', 'NOT_FOUND']),
    participant: participantShape.nullable(),
    admittedAt: instant.nullable().describe('Time of the scan that admitted the participant'),
    replacedAt: instant
      .nullable()
      .describe(
        'With NOT_FOUND: when another ticket replaced this one; null: the code belongs to no ticket of this event',
      ),
  })
  .meta({ id: 'ScanOutcome', description: 'Result of a scan' });
const instantText = z.iso.datetime({ offset: true }).describe('ISO 8601, from the device’s clock');
const id = z.int().positive();
const deviceName = z.string().min(1).max(200);

export const scanBody = z.object({ device: deviceName, participantId: id, scannedAt: instantText });
export const withCode = scanBody.extend({
  eventSecret: z.string().max(200).describe('MAC from the QR code of the ticket'),
});
export const turnedAwayBody = z.object({
  device: deviceName,
  scannedAt: instantText,
  code: z.string().max(200).nullable().describe('Content of the scanned ticket code; null: the code is not a ticket'),
});
export const nameBody = z.object({ participantId: id });
export const bibBody = z.object({
  participantId: id,
  bib: z.string().max(100),
  replaces: z.string().max(100).optional().describe('Current bib number that the desk confirmed to replace'),
});
export const handOutsBody = z.object({
  handOuts: z
    .array(
      z.object({
        participantId: id,
        device: deviceName.describe('Device that handed the items out; any device may undo a hand-out'),
        handedOutAt: instantText,
        takenBackAt: instantText.nullable().default(null).describe('When the hand-out was undone; null: it is valid'),
      }),
    )
    .min(1)
    .max(100),
});
const handOutShape = z
  .object({
    device: z.string(),
    handedOutAt: instant,
    believed: z.boolean().describe('false: the time cannot be right'),
  })
  .nullable();
export const handOutsAnswer = z.object({
  results: z.array(
    z.object({
      participantId: z.int(),
      result: z.enum(['HANDED_OUT', 'ALREADY_HANDED_OUT', 'TAKEN_BACK', 'NOT_FOUND']),
      handedOut: handOutShape.describe('The valid hand-out'),
    }),
  ),
});

const ticketShape = participantShape.omit({ id: true }).extend({
  participantId: z.int(),
  codeHash: z.string().describe('SHA-256 of the text of the QR code, hexadecimal'),
  earlierCodeHashes: z
    .array(z.string())
    .describe('Hashes of codes made before the secret of the installation changed; they are valid too'),
  bib: z.string().nullable().describe('Bib number; null until one is assigned'),
  admitted: computed(
    z.object({
      device: z.string(),
      scannedAt: instant,
      believed: z
        .boolean()
        .describe('false: the time cannot be right, and any scan with a credible time takes precedence'),
    }),
    ({ scannedAt, believed = true, ...scan }: Scan) => ({ ...scan, scannedAt: asInstant(scannedAt), believed }),
  ).nullable(),
  takenBackAt: instant.nullable().describe('Scans up to this time no longer count, because the admission was undone'),
  replaced: z
    .array(z.object({ codeHash: z.string(), replacedAt: instant }))
    .describe('Replaced codes of this ticket with the time of replacement; a scan answers NOT_FOUND'),
});
const listOf = <T extends z.ZodType>(ticket: T) =>
  z.object({
    eventId: z.int(),
    serverTime: instant.describe('Server time, for correcting the clock of the device'),
    cursor: z.string().describe('`since` of the next call, which then answers what changed'),
    changes: z
      .object({
        buckets: z
          .array(z.int())
          .describe(`Remainders of \`participantId\` by ${buckets}: \`tickets\` holds all of these; drop the others`),
        removed: z.array(z.int()).describe('Participants without a valid ticket now'),
      })
      .nullable()
      .describe('What to change in the list of `since` before the tickets are added or replaced; null: the whole list'),
    tickets: z.array(ticket),
  });
export const scanListAnswer = listOf(
  ticketShape.meta({ id: 'Ticket', description: 'Valid ticket with the hashes of its codes' }),
);
export const deskListAnswer = listOf(
  ticketShape.extend({
    due: z.object({
      orderId: z.int(),
      club: z.string().nullable(),
      isPaid: z.boolean().describe('false: nothing may be handed out, and there is no ticket code'),
      openCents: cents.describe('Unpaid amount of the order, in cents'),
      articles: z.array(z.object({ name: z.string(), variantName: z.string(), quantity: z.int() })),
      answers: z
        .array(z.object({ label: z.string(), value: z.string() }))
        .describe('Answers to the form fields printed on the registration confirmation'),
      handedOut: handOutShape,
      isNameHidden: z.boolean().describe('true: the name is hidden in public lists'),
    }),
  }),
);
