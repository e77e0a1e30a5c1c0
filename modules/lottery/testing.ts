import { sql } from 'drizzle-orm';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { fromIso, minutes, toIso } from '#src/kernel/time.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';

/** `draws` is noon in Vienna, so that a 24-hour offer lasts 24 hours. */
const opens = '2026-03-02T10:00:00Z';
const draws = '2026-03-05T11:00:00Z';

/** Drawn on 5 March. It is noon on 2 March in Vienna and entries are open. */
export async function drawnRace(
  change: { tickets?: number; event?: Record<string, unknown>; settings?: object; planned?: boolean } = {},
) {
  const { tickets = 3, event = {}, settings = {}, planned = true } = change;
  const shop = await testShop({ now: '2026-03-02T11:00:00Z' });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'office@example.test', null, 'owner');
    return makeRace(work, { tickets, event: { organizerId, offerHours: 24, ...event } });
  });
  const { eventId, runId } = race;
  const office = await shop.login('office@example.test');
  const planPath = (competitionId = runId) => `/api/admin/competitions/${competitionId}/lottery`;
  const plan = (body: object = {}, who: Caller = office, competitionId = runId) =>
    who.json<{ id: number; seedHash: string; code?: string; details?: Record<string, unknown> }>(
      'PUT',
      planPath(competitionId),
      { entersFrom: opens, drawsAt: draws, mostPlaces: 4, ...body },
    );
  if (planned) {
    const { status, body } = await plan(settings);
    if (status !== 200) throw new Error(`not planned: ${status} ${JSON.stringify(body)}`);
  }
  const book = (who: Caller, count = 1) =>
    who.json<{ orderId: number; code?: string }>(
      'POST',
      `/api/events/${eventId}/book`,
      bookingOf(
        race,
        Array.from({ length: count }, () => runner()),
      ),
    );
  const enter = (who: Caller, body: object = {}) =>
    who.json<{ state: string; number: number | null; code?: string; details?: Record<string, unknown> }>(
      'POST',
      `/api/events/${eventId}/lottery`,
      { competitionId: runId, ...body },
    );
  let people = 0;
  const enters = async (places = 1) => {
    people += 1;
    const email = `lot${people}@example.test`;
    const caller = await shop.login(email);
    const entered = await enter(caller, { places });
    await shop.settle();
    return { caller, email, entered };
  };
  const draw = async (later = minutes(0)) => {
    shop.clock.set(toIso(fromIso(draws) + later));
    await shop.settle();
  };
  const linkOf = async (email: string, kind: 'lots' | 'waitlist' = 'lots', step = '') => {
    for (const { text } of await shop.mails(email)) {
      const found = new RegExp(`http://shop\\.test(/${kind}/\\d+${step}\\?signature=\\S+)`).exec(text)?.[1];
      if (found) return found;
    }
    throw new Error(`no mail about a lot to ${email}`);
  };
  const stepOf = (link: string, step: string) => link.replace('?', `/${step}?`);
  const lotsNow = () =>
    shop.deps.read.all<{ email: string; state: string; number: number; rank: number | null; places: number }>(
      sql`select email, state, number, rank, places from lots order by id`,
    );
  const entriesNow = () =>
    shop.deps.read.all<{ email: string; state: string; places: number; drawnRank: number }>(
      sql`select email, state, places, drawn_rank drawnRank from waitlist_entries order by id`,
    );
  return { ...shop, race, office, plan, book, enter, enters, draw, linkOf, stepOf, lotsNow, entriesNow, planPath };
}
