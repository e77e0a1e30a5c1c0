import * as z from 'zod';
import { oneLine } from '#src/kernel/plain-text.ts';
import { instant } from '#src/web/answers.ts';
import { conditionsSchema, conditionTypeSchema } from '#src/web/list/query.ts';
import { longestBody, longestSubject } from './rules/mailing.ts';

const id = z.int().positive();
const needed = { error: ({ input }: { input?: unknown }) => (input === undefined ? 'required' : undefined) };
const text = z.object({
  subject: z.string().overwrite(oneLine).max(longestSubject),
  body: z.string().max(longestBody),
});

export const mailingInput = z.object({
  filter: z
    .object({
      competitionIds: z.array(id).min(1).max(500).nullable().default(null),
      paid: z.enum(['paid', 'unpaid']).nullable().default(null),
      formField: z
        .object({ fieldId: z.int(needed).positive(), value: z.string(needed).max(5000) })
        .nullable()
        .default(null),
      conditions: conditionsSchema.optional().describe('Conditions as in the `filter` of the list of participants'),
      q: z.string().trim().max(200).optional().describe('Text to search for, as in the list of participants'),
    })
    .default({ competitionIds: null, paid: null, formField: null }),
  text: z
    .object({ de: text, 'en-us': text.nullable().default(null) })
    .describe('Placeholders: {firstName} {lastName} {competition} {event} {ticketLink}'),
});

export const mailingShapeSchema = z
  .object({
    id: z.int(),
    eventId: z.int(),
    status: z.enum(['draft', 'sending', 'sent', 'stopped']),
    filter: z.object({
      competitionIds: z.array(z.int()).nullable(),
      paid: z.enum(['paid', 'unpaid']).nullable(),
      formField: z.object({ fieldId: z.int(), value: z.string() }).nullable(),
      conditions: z
        .array(
          z.object({
            field: z.string(),
            type: conditionTypeSchema,
            value: z.unknown().describe('Text, number, boolean, null or a list of texts and numbers'),
          }),
        )
        .optional(),
      q: z.string().optional(),
    }),
    text: z.object({
      de: z.object({ subject: z.string(), body: z.string() }),
      'en-us': z.object({ subject: z.string(), body: z.string() }).nullable(),
    }),
    editorEmail: z.string(),
    recipientCount: z
      .int()
      .describe('Number of addresses; before sending, the number that would receive the mailing now'),
    createdAt: instant,
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'Mailing', description: 'Mail to participants of an event' });
export const progressShapeSchema = z.object({
  posted: z.int(),
  sent: z.int(),
  refusedCount: z.int(),
  refused: z.array(z.object({ address: z.string(), reason: z.string() })),
});
