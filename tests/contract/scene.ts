import { companies, companyBillLines, companyBills, companyOrders } from '#modules/companies/schema.ts';
import { addCourse } from '#modules/events/index.ts';
import { makeCourse } from '#modules/events/rules/course.ts';
import { discounts } from '#modules/events/schema-discounts.ts';
import { sharedQuotas } from '#modules/events/schema-quotas.ts';
import { soldCard } from '#modules/gift-cards/testing.ts';
import { lots, lotteries } from '#modules/lottery/schema.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { invitationPath } from '#modules/organizers/invitations/invitations.ts';
import { organizerInvitations } from '#modules/organizers/schema.ts';
import { saveResults } from '#modules/results/index.ts';
import { results } from '#modules/results/schema.ts';
import { sharedTeamPlaces, sharedTeams } from '#modules/shared-teams/schema.ts';
import { waitlistEntries } from '#modules/waitlist/schema.ts';
import { withdrawals } from '#modules/withdrawals/schema.ts';
import { type OrganizerRole, organizerRoles } from '#src/access/permissions.ts';
import { modules } from '#src/app/modules.ts';
import { screens } from '#src/app/screens/screens.tsx';
import { cents } from '#src/kernel/money.ts';
import { type CalendarDate, hours, plus } from '#src/kernel/time.ts';
import type { ApiRoute, PageRoute } from '#src/web/http.ts';
import { type Caller, once, snapshotOf, type TestShop, testShop } from '#tests/support/shop.ts';

const routes = [...modules.flatMap((module) => module.routes), ...screens];
export const apiRoutes = routes.filter((route): route is ApiRoute => route.kind === 'api');
export const pageRoutes = routes.filter((route): route is PageRoute => route.kind === 'page');

/** Ids of records that exist, by the names that paths give them. */
export type Ids = Record<string, string | number>;
export const fill = (path: string, ids: Ids): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name] ?? `unknown-${name}`)));

export type Scene = { shop: TestShop; ids: Ids; race: Awaited<ReturnType<typeof makeRace>> } & Record<
  'superAdmin' | 'organizer' | 'otherOrganizer' | 'buyer' | 'unverified' | 'guest',
  Caller
>;

/** Two organizers, a race of the first, and an order of a buyer with a participant. */
export async function scene(): Promise<Scene> {
  const { snapshot, cookies, ids, race } = await first();
  const shop = await testShop({ env, snapshot });
  const as = (person: keyof typeof cookies): Caller => {
    const caller = shop.visitor();
    for (const [name, value] of cookies[person]) caller.cookies.set(name, value);
    return caller;
  };
  return {
    shop,
    race: { ...race },
    superAdmin: as('superAdmin'),
    organizer: as('organizer'),
    otherOrganizer: as('otherOrganizer'),
    buyer: as('buyer'),
    unverified: as('unverified'),
    guest: shop.visitor(),
    ids: { ...ids },
  };
}

const env = { LIMIT_FACTOR: '0' };

/** Who works for the first organizer beside its owner, `organizer`: `shop.login(staffMail(role))`. */
export const staffRoles = organizerRoles.filter((role) => role !== 'owner');
export const staffMail = (role: OrganizerRole): string => `${role}@example.test`;

/** The one that all others are copies of: its database, who is logged in by which cookies, and what the ids are. */
const first = once(async () => {
  const shop = await testShop({ env });
  const { race, organizerId } = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test', null, 'owner');
    for (const role of staffRoles) await addOrganizerUser(work, organizerId, staffMail(role), null, role);
    const other = await createOrganizer(work, { name: 'SV Wien' });
    await addOrganizerUser(work, other, 'other-organizer@example.test', null, 'owner');
    return { organizerId, race: await makeRace(work, { event: { organizerId } }) };
  });
  const superAdmin = await shop.login('super@example.test', { superAdmin: true });
  const organizer = await shop.login('organizer@example.test');
  const otherOrganizer = await shop.login('other-organizer@example.test');
  const buyer = await shop.login('buyer@example.test');
  const unverified = shop.visitor();
  await unverified.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'buyer@example.test',
    eventId: race.eventId,
  });
  const placed = await buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, [runner()]),
  );
  const made = await organizer.json<{ voucherTypeId: number }>('POST', '/api/vouchers/type', {
    eventId: race.eventId,
    name: 'Verein',
  });
  const written = await organizer.json<{ mailing: { id: number } }>(
    'POST',
    `/api/admin/events/${race.eventId}/mailings`,
    { text: { de: { subject: 'Bald geht es los', body: 'Hallo {firstName}' } } },
  );
  const numbers = await organizer.json<{ range: { id: number } }>(
    'POST',
    `/api/admin/events/${race.eventId}/bib-ranges`,
    {
      competitionId: race.runId,
      first: 1,
      last: 9,
    },
  );
  const previewed = await organizer.json<{ run: { id: number } }>(
    'POST',
    `/api/admin/events/${race.eventId}/bib-runs`,
    {},
  );
  const device = await organizer.json<{ device: { id: number } }>('POST', `/api/admin/events/${race.eventId}/devices`, {
    gate: 'Nord',
  });
  await organizer.json('POST', `/api/admin/organizers/${organizerId}/invitations`, { email: 'buyer@example.test' });
  const [invited] = await shop.deps.read.select().from(organizerInvitations);
  const { orderId } = placed.body;
  type People = { competitions: { teams: { teamId: number; participants: { id: number }[] }[] }[] };
  const { body } = await buyer.json<{ order: People }>('GET', `/api/orders/${orderId}`);
  const [team] = body.order.competitions[0]?.teams ?? [];
  const { body: account } = await buyer.json<{ userData: { id: number } }>('GET', '/api/settings');
  const participantId = team?.participants[0]?.id ?? 0;
  const { importId, resultId } = await shop.deps.write(async (work) => {
    const saved = await saveResults(work, {
      eventId: race.eventId,
      source: 'file',
      editorId: null,
      rows: [{ competitionId: race.runId, participantId, timeMs: 2_400_000 }],
    });
    const [made] = await work.tx.select({ id: results.id }).from(results);
    return { importId: saved.importId ?? 0, resultId: made?.id ?? 0 };
  });
  const up = [48, 48.1].map((lat) => ({ lat, lon: 14, ele: 300 }));
  const courseId = await shop.deps.write((work) =>
    addCourse(work, race.eventId, makeCourse(up), { visible: true, gpxDownload: true }),
  );
  const { entryId, sizeEntryId } = await shop.deps.write(async (work) => {
    const { eventId, runId: competitionId, shirtVariantId: variantId } = race;
    const asked = {
      email: 'waits@example.test',
      language: 'de',
      places: 1,
      state: 'asked',
      askedAt: work.now,
    } as const;
    const [entry, sizeEntry] = await work.tx
      .insert(waitlistEntries)
      .values([
        { eventId, competitionId, ...asked },
        { eventId, competitionId, ...asked, variantId, participantId, orderId },
      ])
      .returning();
    return { entryId: entry?.id ?? 0, sizeEntryId: sizeEntry?.id ?? 0 };
  });
  // One that is called off, so that the competition can be sold and drawn.
  const { lotteryId, lotId } = await shop.deps.write(async (work) => {
    const { eventId, runId: competitionId } = race;
    const { now } = work;
    const times = { entersFrom: now, drawsAt: plus(now, hours(1)), calledOffAt: now, calledOff: 'organizer' } as const;
    const seed = { seed: 'a', seedHash: 'b', editorId: account.userData.id, mostPlaces: 4, lastNumber: 1 };
    const [lottery] = await work.tx
      .insert(lotteries)
      .values({ eventId, competitionId, ...times, ...seed })
      .returning();
    const of = { lotteryId: lottery?.id ?? 0, eventId, email: 'lot@example.test', language: 'de', places: 1 } as const;
    const [lot] = await work.tx
      .insert(lots)
      .values({ ...of, state: 'left', number: 1, askedAt: now, endedAt: now, toldDrawsAt: now })
      .returning();
    return { lotteryId: of.lotteryId, lotId: lot?.id ?? 0 };
  });
  // Of no competition yet, so that one can be made of them.
  const sharedQuotaId = await shop.deps.write(async ({ tx }) => {
    const [quota] = await tx
      .insert(sharedQuotas)
      .values({ eventId: race.eventId, title: 'Alle', quotaTotal: 500 })
      .returning();
    return quota?.id ?? 0;
  });
  const discountId = await shop.deps.write(async ({ tx }) => {
    const [discount] = await tx
      .insert(discounts)
      .values({
        ...{ eventId: race.eventId, discountKind: 'list', title: 'Mitglieder', percentOff: 10 },
        ...{ fromCount: 1, childAge: 17 },
      })
      .returning();
    return discount?.id ?? 0;
  });
  const { sharedTeamId, placeId } = await shop.deps.write(async (work) => {
    const { eventId, relayId: competitionId, relayPriceId: priceId } = race;
    const [team] = await work.tx
      .insert(sharedTeams)
      .values({
        ...{ eventId, competitionId, priceId, userId: account.userData.id, email: 'buyer@example.test' },
        ...{ language: 'de', captain: 'Cora', name: 'Flotte Vier', kind: 'friends', state: 'open' },
        ...{ createdAt: work.now, payBy: work.now, until: work.now },
      })
      .returning();
    const sharedTeamId = team?.id ?? 0;
    const [place] = await work.tx.insert(sharedTeamPlaces).values({ teamId: sharedTeamId, position: 1 }).returning();
    return { sharedTeamId, placeId: place?.id ?? 0 };
  });
  const { companyId, companyBillId } = await shop.deps.write(async ({ tx, now }) => {
    const [company] = await tx
      .insert(companies)
      .values({
        ...{ organizerId, name: 'ACME GmbH', contactEmail: 'buyer@example.test', language: 'de', paymentDays: 14 },
        ...{
          address: { firstName: 'Bea', lastName: 'Buch' },
          limit: cents(100_000),
          billing: 'byHand',
          createdAt: now,
        },
      })
      .returning();
    const id = company?.id ?? 0;
    const due = { dueOn: '2026-03-16' as CalendarDate, overdueAt: now, total: cents(3150) };
    const [bill] = await tx
      .insert(companyBills)
      .values({ companyId: id, createdAt: now, ...due })
      .returning();
    await tx.insert(companyOrders).values({ orderId, companyId: id, placedAt: now });
    await tx.insert(companyBillLines).values({ billId: bill?.id ?? 0, orderId, amount: cents(3150) });
    return { companyId: id, companyBillId: bill?.id ?? 0 };
  });
  const withdrawalId = await shop.deps.write(async ({ tx, now }) => {
    const said = { name: 'Bea Buch', orderNumber: String(orderId), email: 'buyer@example.test' };
    const [withdrawal] = await tx
      .insert(withdrawals)
      .values({ ...said, key: 'x', orderId, language: 'de', declaredAt: now })
      .returning();
    return withdrawal?.id ?? 0;
  });
  const card = await soldCard(shop, { organizerId, editorId: account.userData.id, buyerEmail: null });
  return {
    snapshot: await snapshotOf(shop.deps.database),
    cookies: {
      superAdmin: superAdmin.cookies,
      organizer: organizer.cookies,
      otherOrganizer: otherOrganizer.cookies,
      buyer: buyer.cookies,
      unverified: unverified.cookies,
    },
    race,
    ids: {
      eventId: race.eventId,
      event: race.eventId,
      courseId,
      competitionId: race.runId,
      otherCompetitionId: race.relayId,
      competitionPriceId: race.runPriceId,
      priceId: race.runPriceId,
      articleId: race.shirtId,
      recordId: race.shirtId,
      articleVariantId: race.shirtVariantId,
      variantId: race.shirtVariantId,
      cancellationProtectionId: race.protectionId,
      sharedQuotaId,
      discountId,
      fieldId: race.clubFieldId,
      orderId,
      voucherTypeId: made.body.voucherTypeId,
      participantId,
      person: 'p1',
      teamId: team?.teamId ?? 0,
      organizerId,
      userId: account.userData.id,
      mailingId: written.body.mailing.id,
      importId,
      resultId,
      entryId,
      sizeEntryId,
      lotteryId,
      lotId,
      sharedTeamId,
      placeId,
      companyId,
      companyBillId,
      giftCardId: card.id,
      withdrawalId,
      rangeId: numbers.body.range.id,
      runId: previewed.body.run.id,
      deviceId: device.body.device.id,
      name: '192.png',
      invitationId: invited?.id ?? 0,
      invitation: invited ? (invitationPath(shop.deps.signer, invited).split('/')[2] ?? '') : '',
      shortlink: 'lauf',
      days: 30,
      type: 'orders',
      year: 2026,
      file: 'sales.csv',
      kind: 'detailed',
      area: 'header',
    },
  };
});
