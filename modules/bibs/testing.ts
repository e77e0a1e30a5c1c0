import { createCompetition, createPrice } from '#modules/events/index.ts';
import { participants } from '#modules/orders/schema.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import type { TestShop } from '#tests/support/shop.ts';
import { applyRunsJob } from './apply-run.ts';

export { raceOrganizer };
export type NewPerson = { firstName: string; lastName: string; email?: string; club?: string; birthDate?: string };
export const named = (lastName: string, more: Partial<NewPerson> = {}): NewPerson => ({
  firstName: 'Zoë',
  lastName,
  ...more,
});

export async function bibRace(shop: TestShop) {
  const { eventId, competitionId } = await race(shop);
  const relayId = await shop.deps.write(async (work) => {
    const id = await createCompetition(work, eventId, { title: '10 km', totalTicketCount: 500 });
    await createPrice(work, id, { price: 3000, quantity: 500 });
    return id;
  });
  const organizer = await shop.login(raceOrganizer);
  const base = `/api/admin/events/${eventId}`;
  return {
    eventId,
    competitionId,
    secondId: relayId,
    organizer,
    base,
    async enter(people: NewPerson[], { to = competitionId, isPaid = true } = {}): Promise<number> {
      const orderId = await order(shop, { eventId, competitionId: to }, { people });
      if (isPaid) await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
      return orderId;
    },
    range: (first: number, last: number, more: Record<string, unknown> = {}) =>
      organizer.json<{ range: { id: number; count: number }; code?: string; details?: object }>(
        'POST',
        `${base}/bib-ranges`,
        { competitionId, first, last, ...more },
      ),
    preview: (options: Record<string, unknown> = {}) => organizer.json<RunAnswer>('POST', `${base}/bib-runs`, options),
    undo: () => organizer.json<RunAnswer>('POST', `${base}/bib-runs/undo`, {}),
    rows: async (runId: number) =>
      (await organizer.json<{ rows: RunRow[] }>('GET', `${base}/bib-runs/${runId}?limit=500`)).body.rows,
    apply: async (runId: number) => {
      const answer = await organizer.json<RunAnswer>('POST', `${base}/bib-runs/${runId}/apply`, {});
      await applyAll(shop);
      return answer;
    },
    /** Numbers by last name; canceled people in brackets. */
    async bibs(): Promise<Record<string, string | null>> {
      const rows = await shop.deps.read.select().from(participants).orderBy(participants.id);
      return Object.fromEntries(rows.map(({ lastName, rrBib, live }) => [live ? lastName : `(${lastName})`, rrBib]));
    },
  };
}

export type RunAnswer = {
  run: { id: number; status: string; fresh: number; changed: number; cleared: number; left: number; skipped: number };
  code?: string;
  details?: Record<string, unknown>;
};
export type RunRow = {
  lastName: string | null;
  before: string | null;
  after: string | null;
  outcome: string;
  state: string;
  line: number | null;
  said: string | null;
};

export async function applyAll({ deps }: TestShop): Promise<void> {
  const job = applyRunsJob(deps);
  while (await job.run());
}
