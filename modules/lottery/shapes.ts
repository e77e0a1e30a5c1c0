import * as z from 'zod';
import { fromIso, type Instant } from '#src/kernel/time.ts';
import { computed, instant, type RecordOf } from '#src/web/answers.ts';
import type { NamedLot } from './read-lotteries.ts';
import { callingsOff, defaultMaxPlaces, lotStates, phaseOf } from './rules/lottery.ts';
import type { Lottery } from './schema.ts';

const moment = z.iso.datetime({ offset: true }).transform(fromIso);
const states = z.enum(lotStates);

const maxPlacesField = z.int().min(1).max(100);
export const planBody = z.object({
  entersFrom: moment.describe('Start of the entry period'),
  drawsAt: moment.describe('End of the entry period; the draw follows as soon as the places are on sale'),
  mostPlaces: maxPlacesField.default(defaultMaxPlaces).describe('Maximum number of places per entry'),
});
export const planForm = z.object({
  competitionId: z.int(),
  entersFrom: moment,
  drawsAt: moment,
  mostPlaces: maxPlacesField,
});
export const moveForm = z.object({ drawsAt: moment });

export const enterBody = z.object({
  competitionId: z.int(),
  places: z.int().min(1).max(100).default(1),
  email: z
    .string()
    .max(320)
    .optional()
    .describe('Email address of a caller without a verified address; a mail asks for confirmation'),
});
export const enterAnswer = z.object({
  state: states.describe('`asked`: waits for the confirmation by mail; other states: entered'),
  number: z.int().nullable().describe('Entry number, for verifying the draw'),
});

export const lotteryAnswer = z
  .object({
    id: z.int(),
    competitionId: z.int(),
    phase: z.enum(['planned', 'open', 'due', 'drawn', 'calledOff']),
    entersFrom: instant,
    drawsAt: instant,
    mostPlaces: z.int(),
    seedHash: z.string().describe('SHA-256 of the seed, published before the draw'),
    seed: z.string().nullable().describe('Seed of the draw; null before the draw'),
    drawnAt: instant.nullable(),
    ranking: z
      .array(z.object({ number: z.int(), places: z.int() }))
      .nullable()
      .describe('Entries from the first rank to the last, ordered by HMAC-SHA-256 of the number with the seed as key'),
    calledOff: z.enum(callingsOff).nullable(),
  })
  .meta({ id: 'Lottery', description: 'Draw of the places of a competition' });
export const lotteryRecord = (lottery: Lottery, now: Instant): RecordOf<typeof lotteryAnswer> => ({
  ...lottery,
  phase: phaseOf(lottery, now),
  seed: lottery.drawnAt === null ? null : lottery.seed,
  ranking: lottery.ranking?.map(([number, places]) => ({ number, places })) ?? null,
});

export const lotTallyAnswer = z.object({ lotteryId: z.int(), state: states, lots: z.int(), places: z.int() });

export const listedLotAnswer = z
  .object({
    id: z.int(),
    lotteryId: z.int(),
    competitionId: z.int(),
    competition: z.string(),
    email: z.string(),
    places: z.int(),
    state: states,
    number: z.int().nullable(),
    rank: z.int().nullable(),
    entryId: z.int().nullable().describe('Waiting list entry with the position of the drawn rank'),
    enteredAt: instant.nullable(),
  })
  .meta({ id: 'ListedLot', description: 'Entry of a draw, for the organizer' });
export const ownLotAnswer = computed(
  z.object({
    id: z.int(),
    event: z.object({ id: z.int(), title: z.string() }),
    competition: z.object({ id: z.int(), title: z.string() }),
    email: z.string(),
    places: z.int(),
    state: states,
    number: z.int().nullable(),
    rank: z.int().nullable(),
    drawsAt: instant,
    askedAt: instant,
    enteredAt: instant.nullable(),
    endedAt: instant.nullable(),
  }),
  ({ eventId, competitionId, ...lot }: NamedLot) => ({
    ...lot,
    event: { id: eventId, title: lot.event },
    competition: { id: competitionId, title: lot.competition },
  }),
).meta({ id: 'Lot', description: 'Entry of a draw, for its owner' });
