import * as z from 'zod';
import { participantFields } from '#modules/orders/rules/participant.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import { fromIso } from '#src/kernel/time.ts';
import { nationFormats } from '../rules/nations.ts';
import { splitFieldsIn } from '../rules/times.ts';

const address = () =>
  z
    .string()
    .trim()
    .max(2000)
    .nullable()
    .transform((text) => text || null)
    .describe('Simple API URL. Sending the masked URL leaves it unchanged');
const name = (most = 100) => z.string().overwrite(oneLine).max(most);

/** The e-mail address grants access to a participant's page, so a web hook cannot change it. */
export const hookFields = participantFields.filter((field) => field !== 'email');

/** Omitted fields stay unchanged. */
export const raceResultChange = z
  .object({
    rrId: z
      .union([z.int().positive(), z.string().trim().max(20)])
      .nullable()
      .transform((id) => (id === null || id === '' ? null : String(id)))
      .refine((id) => id === null || /^[A-Za-z0-9]+$/.test(id), 'timing.error.rrId'),
    changeLinkUrl: address(),
    newBibUrl: address(),
    saveFieldsUrl: address(),
    saveValueUrl: address(),
    reassignAgeGroupsUrl: address(),
    listUrl: address(),
    saveValueField: name().min(1),
    saveValueText: name()
      .nullable()
      .transform((text) => text || null),
    teamField: name()
      .nullable()
      .transform((text) => text || null),
    waveField: name()
      .nullable()
      .transform((text) => text || null)
      .describe('RACE RESULT field for the title of the start wave, empty without a wave; null: not sent'),
    nationFormat: z.enum(nationFormats),
    syncStopDate: z.iso
      .datetime({ offset: true })
      .nullable()
      .transform((at) => (at === null ? null : fromIso(at))),
    useParticipantIdAsBib: z.boolean(),
    resultTimeField: name()
      .nullable()
      .transform((text) => text || null)
      .describe('RACE RESULT field with the finish time; null: results are not fetched'),
    resultSplits: name(1000)
      .nullable()
      .transform((text) => text || null)
      .refine((text) => text === null || splitFieldsIn(text) !== null, 'timing.error.splits')
      .describe('RACE RESULT fields with split times and their display names: `5 km=Split1; 10 km=Split2`'),
    fetchesResults: z.boolean().describe('Whether results are fetched automatically during the race'),
    webhookFields: z.array(z.enum(hookFields)).max(hookFields.length),
    competitions: z
      .array(z.object({ competitionId: z.int().positive(), rrContestId: z.int().positive().max(1_000_000).nullable() }))
      .max(1000),
  })
  .partial();
export type RaceResultChange = z.output<typeof raceResultChange>;

/** As posted by the form, with one field per competition. */
export const formChange = raceResultChange.omit({ competitions: true }).extend({
  contests: z.record(z.string(), z.int().positive().max(1_000_000).nullable()).optional(),
});
