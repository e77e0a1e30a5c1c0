import {
  createArticle,
  createCompetition,
  createEvent,
  createFormField,
  createPrice,
  createProtection,
  createVariant,
} from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { basisPoints } from '#src/kernel/money.ts';
import { days, instant } from '#src/kernel/time.ts';

/** A test event: a single run at 30.00 €, a relay at 20.00 € per person, a shirt, a protection, a fee. */
export async function makeRace(
  work: Work,
  change: {
    event?: Partial<Parameters<typeof createEvent>[1]>;
    run?: Partial<Parameters<typeof createCompetition>[2]>;
    tickets?: number;
    price?: number;
    shirts?: number;
  } = {},
) {
  const start = instant(work.now + days(60));
  const eventId = await createEvent(work, {
    title: 'Donaulauf',
    startTimestamp: start,
    endTimestamp: instant(start + days(1)),
    timeZone: 'Europe/Vienna',
    visible: true,
    vat: basisPoints(20),
    processingFee: 150,
    ...change.event,
  });
  const total = change.tickets ?? 100;
  const runId = await createCompetition(work, eventId, { title: '10 km', totalTicketCount: total, ...change.run });
  const runPriceId = await createPrice(work, runId, { price: change.price ?? 3000, quantity: total });
  const relayId = await createCompetition(work, eventId, {
    title: 'Staffel',
    type: 'team',
    minTeamSize: 2,
    maxTeamSize: 4,
    totalTicketCount: total,
  });
  const relayPriceId = await createPrice(work, relayId, { price: 2000, quantity: total });
  const shirtId = await createArticle(work, eventId, {
    name: 'Finisher-Shirt',
    price: 2500,
    maxAmountPerParticipant: 2,
    competitionIds: [runId, relayId],
  });
  const shirtVariantId = await createVariant(work, shirtId, { name: 'M', availableAmount: change.shirts ?? 50 });
  const protectionId = await createProtection(work, eventId, { title: 'Stornoschutz', price: 500 });
  const clubFieldId = await createFormField(work, eventId, {
    name: { de: 'Verein', en: 'Club' },
    type: 'text',
    competitionIds: [runId],
  });
  return { eventId, runId, runPriceId, relayId, relayPriceId, shirtId, shirtVariantId, protectionId, clubFieldId };
}
export type Race = Awaited<ReturnType<typeof makeRace>>;

let people = 0;
export const runner = (change: Record<string, unknown> = {}) => {
  people += 1;
  return {
    localId: `p${people}`,
    firstName: 'Zoë',
    lastName: `Wałęsa ${people}`,
    birthDate: '1994-05-01',
    gender: 'female',
    email: 'zoe@example.test',
    ...change,
  };
};

export const bookingOf = (race: Race, runners: ReturnType<typeof runner>[], change: Record<string, unknown> = {}) => ({
  teams: runners.map((person) => ({ competitionId: race.runId, participants: [person] })),
  totalPrice: runners.length * 3000 + 150,
  termsAccepted: true,
  eventConditionsAccepted: true,
  ...change,
});
