import { z } from 'zod';
import type { Keep } from '../saferpay-simulator/books.ts';

export type { Keep };

/** Commands of the Simple API, in the words of its "API details". */
export const commands = [
  'part/new',
  'part/freebib',
  'part/savefields',
  'part/savevalue',
  'part/getfields',
  'agegroups/reassign',
  'changelink',
  'data/list',
  'data/count',
] as const;
export type Command = (typeof commands)[number];

export const participantSchema = z.record(z.string(), z.union([z.string(), z.number()]));
export type Participant = z.infer<typeof participantSchema>;

export const hookSchema = z.object({
  id: z.int(),
  /** 0: created, 1: changed. */
  type: z.union([z.literal(0), z.literal(1)]),
  url: z.string(),
  fields: z.array(z.string()),
});

export const eventSchema = z.object({
  id: z.string(),
  contests: z.array(z.object({ id: z.int(), name: z.string(), from: z.int(), to: z.int() })),
  customFields: z.array(z.string()),
  entries: z.array(z.object({ key: z.string(), command: z.enum(commands), disabled: z.boolean().default(false) })),
  hooks: z.array(hookSchema).default([]),
  participants: z.array(participantSchema).default([]),
  lastId: z.int().default(0),
  /** Participants have a time as soon as a list asks for it. */
  finishes: z.boolean().default(false),
});
export type SimulatedEvent = z.infer<typeof eventSchema>;
export type EventSetup = z.input<typeof eventSchema>;

/** Text fields with their maximum length; others are numbers or custom fields. */
export const textLengths: Readonly<Record<string, number>> = {
  Lastname: 100,
  Firstname: 100,
  Title: 15,
  DateOfBirth: 10,
  Sex: 2,
  Gender: 2,
  Nation: 50,
  Club: 100,
  License: 25,
  Comment: 1000,
  Transponder1: 40,
  Transponder2: 40,
  Street: 100,
  ZIP: 10,
  City: 50,
  State: 3,
  Country: 50,
  Email: 100,
  Phone: 50,
  CellPhone: 255,
  Language: 2,
  ForeignKey: 50,
  Voucher: 20,
  // Results: lists only.
  'Finish.CHIP': 20,
  'Split1.CHIP': 20,
};
export const numberFields = [
  'ID',
  'Bib',
  'YearOfBirth',
  'Contest',
  'Status',
  'RegNo',
  'PaidEntryFee',
  'AgeGroup1',
  'AgeGroup2',
  'AgeGroup3',
  'GroupID',
  'GroupRegPos',
];

export const settingsSchema = z.object({
  /** Minimum pause between calls of one caller; faster ones get 406. 0: no limit. */
  limitMs: z.int().min(0),
  /** How long a list is cached. */
  cacheMs: z.int().min(0),
});
export type Settings = z.infer<typeof settingsSchema>;
