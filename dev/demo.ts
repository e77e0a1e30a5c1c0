import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { findOrCreateUser, promoteToSuperAdmin } from '#modules/accounts/index.ts';
import {
  addCourse,
  createArticle,
  createCompetition,
  createEvent,
  createFormField,
  createPrice,
  createProtection,
  createVariant,
  putShortlink,
  saveContent,
} from '#modules/events/index.ts';
import { makeCourse } from '#modules/events/rules/course.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { facts, installation, mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { days, hours, instant, toIso } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { at, happen } from './at.ts';
import { demoPages, scheduleFrom } from './event-pages.ts';
import { ordersOfDemo } from './orders.ts';
import { raceDaysOfDemo } from './race-day.ts';
import { type DemoRace, demoRaces, nextRace } from './races.ts';
import type { SaferpaySimulator } from './saferpay-simulator/simulator.ts';
import { settlementsOfDemo } from './settlements.ts';
import { addDemoVouchers } from './vouchers.ts';

/** Demo accounts; their codes are in the built-in mailbox. */
export type DemoLogins = { superAdmin: string; organizer: string; buyer: string };
export const demoLogins: DemoLogins = {
  superAdmin: 'admin@startblock.example',
  organizer: 'organizer@startblock.example',
  buyer: 'buyer@startblock.example',
};

async function begun(deps: Deps): Promise<{ n: number; people: number }> {
  const [row] = await deps.read.all<{ n: number; people: number }>(
    sql`select (select count(*) from events) + (select count(*) from organizers) n, exists (select 1 from users where id > 0) people`,
  );
  return row ?? { n: 0, people: 0 };
}

export const isEmpty = async (deps: Deps): Promise<boolean> => (await begun(deps)).n === 0;

/** Also without people: an existing super admin's mailbox must not become public by a demo. */
export async function isUntouched(deps: Deps): Promise<boolean> {
  const { n, people } = await begun(deps);
  return n === 0 && !people;
}

/** The accounts of a demo database; null for other databases. */
export async function demoLoginsOf(deps: Deps): Promise<DemoLogins | null> {
  const [mark] = await deps.read.select().from(installation).where(eq(installation.name, demoMark));
  return mark ? demoLogins : null;
}
const demoMark = 'demo-data-added-at';

/**
 * Adds organizer, events, people and orders by the product's own verbs. `simulator`: the payment provider, if it is simulated.
 */
export async function addDemoData(deps: Deps, simulator: SaferpaySimulator | null): Promise<DemoLogins> {
  const now = deps.clock();
  const races = demoRaces(now);
  // They exist before the first order.
  const before = at(deps, instant(now - days(110)));
  const organizerId = await before.write(addPeople);
  // A commit each: a remote server limits the time of a transaction.
  const eventIds: number[] = [];
  for (const race of races) eventIds.push(await before.write((work) => addRace(work, race, organizerId)));
  const { id: superAdminId } = await before.write((work) =>
    findOrCreateUser(work, demoLogins.superAdmin, { language: 'de' }),
  );
  const { id: editorId } = await before.write((work) =>
    findOrCreateUser(work, demoLogins.organizer, { language: 'de' }),
  );
  await before.write((work) => addDemoVouchers(work, eventIds[0] as number, { userId: editorId }));
  const entered = races.map((race, index) => ({ race, eventId: eventIds[index] as number }));
  const { happenings, late } = await ordersOfDemo(deps, { editorId, superAdminId, simulator }, entered);
  const overId = present(eventIds.at(-1), 'the last race of the demo is over');
  const nextAt = races.findIndex(({ shortlink }) => shortlink === nextRace);
  const raceDays = raceDaysOfDemo(now, {
    overId,
    nextId: present(eventIds[nextAt], 'the demo has a race that is next'),
    editorId,
  });
  await happen(deps, [...happenings, ...settlementsOfDemo(now, overId, superAdminId, late), ...raceDays]);
  await deps.write(forgetOldMails);
  await deps.write(({ tx, now: today }) => tx.insert(installation).values({ name: demoMark, value: toIso(today) }));
  return demoLogins;
}

/** Removes the three hundred mails of old orders; the buyer's recent ones stay. */
async function forgetOldMails({ tx, now }: Work): Promise<void> {
  const today = instant(now - hours(1));
  const ofBuyer = sql`json_extract(${facts.payload}, '$.orderId') in
    (select o.id from orders o join users u on u.id = o.user_id where u.email = ${demoLogins.buyer})`;
  await tx
    .update(facts)
    .set({ doneAt: now })
    .where(and(isNull(facts.doneAt), or(lt(facts.createdAt, today), sql`not coalesce(${ofBuyer}, 0)`)));
  const isOld = or(lt(mails.createdAt, today), ne(mails.recipient, demoLogins.buyer));
  await tx.delete(mails).where(and(eq(mails.status, 'queued'), isOld));
}

async function addPeople(work: Work): Promise<number> {
  await promoteToSuperAdmin(work, demoLogins.superAdmin);
  await findOrCreateUser(work, demoLogins.buyer, { language: 'de' });
  const organizerId = await createOrganizer(work, {
    name: 'Laufverein Donautal',
    email: demoLogins.organizer,
    address: {
      firstName: 'Maria-Luise',
      lastName: 'Wöß',
      companyName: 'Laufverein Donautal',
      street: 'Brückengasse',
      houseNumber: '7',
      zipCode: '4020',
      city: 'Linden an der Donau',
      countryCode: 'AT',
      vatId: 'ATU12345675',
    },
    iban: 'AT483200000012345864',
    disagioPercentage: 1.5,
    paymentReference: 'Kundennummer 4711',
  });
  await addOrganizerUser(work, organizerId, demoLogins.organizer, null, 'owner');
  return organizerId;
}

async function addRace(work: Work, race: DemoRace, organizerId: number): Promise<number> {
  const eventId = await createEvent(work, { ...race.event, visible: true, organizerId });
  await putShortlink(work, eventId, race.shortlink);
  const competitions: { id: number }[] = [];
  for (const { prices, ...competition } of race.competitions) {
    const competitionId = await createCompetition(work, eventId, competition);
    for (const price of prices) await createPrice(work, competitionId, price);
    competitions.push({ id: competitionId });
  }
  for (const { variants, ...article } of race.articles ?? []) {
    const articleId = await createArticle(work, eventId, article);
    for (const variant of variants) await createVariant(work, articleId, variant);
  }
  if (race.protection) await createProtection(work, eventId, race.protection);
  for (const field of race.fields ?? []) await createFormField(work, eventId, field);
  await tellOf(work, eventId, race, competitions);
  return eventId;
}

async function tellOf(work: Work, eventId: number, race: DemoRace, competitions: { id: number }[]): Promise<void> {
  const told = demoPages[race.shortlink];
  if (!told) return;
  const { schedule = [], ...content } = told.content;
  const start = present(race.event.startTimestamp, 'every race of the demo has a start');
  await saveContent(work, eventId, { ...content, schedule: scheduleFrom(start, schedule, competitions) });
  for (const { competition, points, title = '' } of told.courses ?? []) {
    const competitionId = competitions[competition]?.id ?? null;
    await addCourse(work, eventId, makeCourse(points), { title, competitionId, visible: true, gpxDownload: true });
  }
}
