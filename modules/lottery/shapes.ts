import * as z from 'zod';
import { fromIso, type Instant, toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { ListedLot, NamedLot } from './read-lotteries.ts';
import { callingsOff, defaultMaxPlaces, lotStates, phaseOf } from './rules/lottery.ts';
import type { Lottery } from './schema.ts';

const moment = z.iso.datetime({ offset: true }).transform(fromIso);
const iso = z.iso.datetime();
const states = z.enum(lotStates);

const maxPlacesField = z.int().min(1).max(100);
export const planBody = z.object({
  entersFrom: moment.describe('From then on one can enter'),
  drawsAt: moment.describe('Until then one can enter; it is drawn as soon as the places are on sale'),
  mostPlaces: maxPlacesField.default(defaultMaxPlaces).describe('How many may enter together, with one lot'),
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
  email: z.string().max(320).optional().describe('Of whoever has proven none: a mail asks whether it is theirs'),
});
export const enterAnswer = z.object({
  state: states.describe('`asked`: by a mail to the address; else it takes part'),
  number: z.int().nullable().describe('By which the draw can be checked'),
});

export const lotteryAnswer = z.object({
  id: z.int(),
  competitionId: z.int(),
  phase: z.enum(['planned', 'open', 'due', 'drawn', 'calledOff']),
  entersFrom: iso,
  drawsAt: iso,
  mostPlaces: z.int(),
  seedHash: z.string().describe('SHA-256 of the seed, told from the beginning'),
  seed: z.string().nullable().describe('Told when it is drawn'),
  drawnAt: iso.nullable(),
  ranking: z
    .array(z.object({ number: z.int(), places: z.int() }))
    .nullable()
    .describe('The first rank first: by HMAC-SHA-256 of the number under the seed'),
  calledOff: z.enum(callingsOff).nullable(),
});
export const lotteryShape = (lottery: Lottery, now: Instant): z.input<typeof lotteryAnswer> => ({
  id: lottery.id,
  competitionId: lottery.competitionId,
  phase: phaseOf(lottery, now),
  entersFrom: toIso(lottery.entersFrom),
  drawsAt: toIso(lottery.drawsAt),
  mostPlaces: lottery.mostPlaces,
  seedHash: lottery.seedHash,
  seed: lottery.drawnAt === null ? null : lottery.seed,
  drawnAt: toIsoOrNull(lottery.drawnAt),
  ranking: lottery.ranking?.map(([number, places]) => ({ number, places })) ?? null,
  calledOff: lottery.calledOff,
});

export const lotTallyAnswer = z.object({ lotteryId: z.int(), state: states, lots: z.int(), places: z.int() });

export const listedLotAnswer = z.object({
  id: z.int(),
  lotteryId: z.int(),
  competitionId: z.int(),
  competition: z.string(),
  email: z.string(),
  places: z.int(),
  state: states,
  number: z.int().nullable(),
  rank: z.int().nullable(),
  entryId: z.int().nullable().describe('Of the waiting list, where they stand by their rank'),
  enteredAt: iso.nullable(),
});
export const listedLotShape = (lot: ListedLot): z.input<typeof listedLotAnswer> => ({
  id: lot.id,
  lotteryId: lot.lotteryId,
  competitionId: lot.competitionId,
  competition: lot.competition,
  email: lot.email,
  places: lot.places,
  state: lot.state,
  number: lot.number,
  rank: lot.rank,
  entryId: lot.entryId,
  enteredAt: toIsoOrNull(lot.enteredAt),
});

export const ownLotAnswer = z.object({
  id: z.int(),
  event: z.object({ id: z.int(), title: z.string() }),
  competition: z.object({ id: z.int(), title: z.string() }),
  email: z.string(),
  places: z.int(),
  state: states,
  number: z.int().nullable(),
  rank: z.int().nullable(),
  drawsAt: iso,
  askedAt: iso,
  enteredAt: iso.nullable(),
  endedAt: iso.nullable(),
});
export const ownLotShape = (lot: NamedLot): z.input<typeof ownLotAnswer> => ({
  id: lot.id,
  event: { id: lot.eventId, title: lot.event },
  competition: { id: lot.competitionId, title: lot.competition },
  email: lot.email,
  places: lot.places,
  state: lot.state,
  number: lot.number,
  rank: lot.rank,
  drawsAt: toIso(lot.drawsAt),
  askedAt: toIso(lot.askedAt),
  enteredAt: toIsoOrNull(lot.enteredAt),
  endedAt: toIsoOrNull(lot.endedAt),
});
