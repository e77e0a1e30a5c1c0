import * as z from 'zod';
import type { Work } from '#src/data/work.ts';
import { createCompetition } from '../competitions/save-competitions.ts';
import { createPrice } from '../prices/save-prices.ts';
import { firstPrices, stepErrors } from '../rules/first-prices.ts';
import { competitionInput, newCompetitionInput, newEventInput, priceInput } from '../shapes.ts';
import { createEvent } from './change-event.ts';
import { maxFirstCompetitions } from './form.ts';

/** What the page of a new event takes; calls make one record at a time. */
const moment = priceInput.shape.availableFrom.unwrap();
const money = priceInput.shape.price.unwrap().nullable();
const firstCompetition = z
  .object({
    title: newCompetitionInput.shape.title.nullable(),
    type: competitionInput.shape.type,
    totalTicketCount: z.int().min(1).max(1_000_000).nullable(),
    timestamp: moment,
    price: money,
    firstUntil: moment,
    secondPrice: money,
    secondUntil: moment,
    thirdPrice: money,
  })
  // Here and not with the sale alone, so that it is told at once with what is wrong elsewhere.
  .superRefine((row, context) => {
    const missing = (['title', 'totalTicketCount'] as const).filter((name) => row[name] === null);
    const errors = { ...stepErrors(row, { from: null, to: null }) } as Record<string, string>;
    for (const name of missing) errors[name] = 'ui.form.missing';
    for (const [name, message] of Object.entries(errors))
      context.addIssue({ code: 'custom', path: [name], message, input: row });
  })
  .transform(({ title, totalTicketCount, ...row }) => ({
    ...row,
    title: title ?? '',
    totalTicketCount: totalTicketCount ?? 1,
  }));
export const firstEventInput = newEventInput
  .extend({
    startTimestamp: newEventInput.shape.startTimestamp.unwrap(),
    endTimestamp: moment,
    // Left empty it is the organizer's.
    vat: newEventInput.shape.vat.unwrap().nullable(),
    saleFrom: moment,
    saleTo: moment,
    competitions: z.array(firstCompetition).max(maxFirstCompetitions),
  })
  .superRefine(({ saleFrom, saleTo, competitions }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message, input: path });
    if (saleFrom !== null && saleTo !== null && saleTo <= saleFrom) refuse(['saleTo'], 'events.error.endBeforeStart');
    for (const [at, steps] of competitions.entries())
      for (const [name, message] of Object.entries(stepErrors(steps, { from: saleFrom, to: saleTo })))
        refuse(['competitions', at, name], message);
  });
type FirstEvent = z.output<typeof firstEventInput>;

/**
 * Makes an event with its competitions and their prices, each for as many as there are places, and answers its id: all of
 * it or nothing.
 * @throws Problem as `createEvent`
 */
export async function createFirstEvent(
  work: Work,
  { competitions, saleFrom, saleTo, endTimestamp, vat, ...event }: FirstEvent,
  organizerId: number | undefined,
): Promise<number> {
  const end = endTimestamp === null ? {} : { endTimestamp };
  const eventId = await createEvent(work, { ...event, ...end, ...(vat === null ? {} : { vat }), organizerId });
  for (const { title, type, totalTicketCount, timestamp, ...steps } of competitions) {
    const start = timestamp === null ? {} : { timestamp };
    const competitionId = await createCompetition(work, eventId, { title, type, totalTicketCount, ...start });
    for (const [at, price] of firstPrices(steps, { from: saleFrom, to: saleTo }).entries())
      await createPrice(work, competitionId, { ...price, quantity: totalTicketCount, priceOrder: at + 1 });
  }
  return eventId;
}
