import * as z from 'zod';
import { cents, computed, instant } from '#src/web/answers.ts';
import type { ListedEntry, NamedEntry } from './read-entries.ts';
import { entryStates } from './rules/entry-state.ts';

const states = z.enum(entryStates);

export const joinBody = z.object({
  competitionId: z.int(),
  priceId: z.int().nullable().default(null).describe('Accept only this price; null: any price with a waiting list'),
  places: z.int().min(1).max(100).default(1),
  email: z
    .string()
    .max(320)
    .optional()
    .describe('Email address of a caller without a verified address; a mail asks for confirmation'),
});
export const joinAnswer = z.object({
  state: states.describe('`asked`: waits for the confirmation by mail; other states: on the list'),
  position: z.int().nullable(),
});

/** Null for places. */
const sizeFields = {
  variantId: z.int().nullable().describe('Article variant (size); null: the entry waits for places'),
  size: z.string().nullable().describe('Name of the article and its size'),
  participantId: z.int().nullable().describe('Participant who needs the size'),
  orderId: z.int().nullable(),
};

export const ownEntryAnswer = computed(
  z.object({
    id: z.int(),
    event: z.object({ id: z.int(), title: z.string() }),
    competition: z.object({ id: z.int(), title: z.string() }),
    priceId: z.int().nullable(),
    price: cents.nullable(),
    ...sizeFields,
    email: z.string(),
    places: z.int().describe('Number of places, or of pieces of a size'),
    state: states,
    askedAt: instant,
    waitingSince: instant.nullable(),
    offeredAt: instant.nullable(),
    offerUntil: instant.nullable(),
    endedAt: instant.nullable(),
  }),
  ({ eventId, competitionId, ...entry }: NamedEntry) => ({
    ...entry,
    event: { id: eventId, title: entry.event },
    competition: { id: competitionId, title: entry.competition },
  }),
).meta({ id: 'WaitlistEntry', description: 'Waiting list entry, for its owner' });

export const listedAnswer = computed(
  z.object({
    id: z.int(),
    competitionId: z.int(),
    competition: z.string(),
    priceId: z.int().nullable(),
    price: cents.nullable(),
    ...sizeFields,
    email: z.string(),
    places: z.int().describe('Number of places, or of pieces of a size'),
    state: states,
    waitingSince: instant.nullable(),
    offerUntil: instant.nullable(),
    endedAt: instant.nullable(),
  }),
  (entry: ListedEntry) => ({
    ...entry,
    offerUntil: entry.state === 'offered' ? entry.offerUntil : null,
  }),
).meta({ id: 'ListedWaitlistEntry', description: 'Waiting list entry, for the organizer' });

export const tallyAnswer = z.object({
  competitionId: z.int().nullable().describe('null: list of a size, shared by all competitions'),
  priceId: z.int().nullable(),
  variantId: z.int().nullable(),
  state: states,
  people: z.int(),
  places: z.int(),
});
export const morePlacesBody = z
  .object({
    competitionId: z.int().nullable().default(null),
    priceId: z.int().nullable().default(null),
    variantId: z
      .int()
      .nullable()
      .default(null)
      .describe('Article variant (size) that gets more pieces, instead of places'),
    count: z.int().min(1).max(10_000),
  })
  .refine(({ competitionId, variantId }) => (competitionId === null) !== (variantId === null), {
    path: ['competitionId'],
    message: 'oneOfBoth',
  });
export const closeBody = z.object({ competitionId: z.int(), isClosed: z.boolean() });
