import { expect, test } from 'vitest';
import { makeBill } from '#modules/companies/bills.ts';
import { companies, companyOrders } from '#modules/companies/schema.ts';
import { catalogOf, reserveForHold, updateEvent } from '#modules/events/index.ts';
import { insertCard } from '#modules/gift-cards/index.ts';
import { soldCard } from '#modules/gift-cards/testing.ts';
import { lots, lotteries } from '#modules/lottery/schema.ts';
import { giveConsent } from '#modules/newsletter/index.ts';
import { newsletterConsents } from '#modules/newsletter/schema.ts';
import { cancelOrder, orderOf, placeOnAccount, setBib } from '#modules/orders/index.ts';
import { quoteRequestSchema } from '#modules/orders/rules/booking.ts';
import { invite } from '#modules/organizers/invitations/invitations.ts';
import { markPaid, openCancellationRefund, refundsOf } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { sharedTeamPlaces, sharedTeams } from '#modules/shared-teams/schema.ts';
import { askToOffer, offerPlace, saveSettings } from '#modules/transfers/index.ts';
import { waitlistEntries } from '#modules/waitlist/schema.ts';
import { answerWithdrawal, declareWithdrawal } from '#modules/withdrawals/index.ts';
import { mailboxAttachments, mailboxMessages } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { cents, zeroCents } from '#src/kernel/money.ts';
import { hours, plus } from '#src/kernel/time.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';

const bank = { BANK_IBAN: 'AT61 1904 3002 3457 3201', BANK_PAYEE: 'Startblock GmbH' };
const kim = { firstName: 'Kim', lastName: 'Groß', email: 'kim@runner.example' };
const guest = { firstName: 'Ohne', lastName: 'Adresse' };

type Link = { label: string; path: string };
const linksIn = (html: string): Link[] =>
  [...html.matchAll(/<a [^>]*href="http:\/\/shop\.test([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, path = '', label = '']) => ({
      path: path.replaceAll('&amp;', '&') || '/',
      label: label.replace(/<[^>]+>/g, '').trim(),
    }),
  );
const personIn = async (shop: TestShop, orderId: number, at = 0) => {
  const kept = present(await orderOf(shop.deps.read, orderId), 'an order');
  return present(kept.competitions[0]?.teams[at]?.participants[0], 'somebody');
};

/** Consents to the organizer's news: the first unverified, the others verified. */
async function consents(shop: TestShop, eventId: number, orderIds: number[]): Promise<{ id: number }[]> {
  await shop.deps.write((work) => updateEvent(work, eventId, { offersNewsletter: true }));
  return shop.deps.write(async (work) => {
    const catalog = present(await catalogOf(work.tx, eventId), 'the event');
    for (const [at, orderId] of orderIds.entries()) {
      const order = present(await orderOf(work.tx, orderId), 'an order');
      const [visitId, email] = [`visit-${at}`, `reader${at}@runner.example`];
      const level = at === 0 ? ('unverified' as const) : ('verified' as const);
      const buyer = { userId: order.userId, visitId, email, level, impersonator: null };
      const teams = [{ competitionId: 1, participants: [{ localId: 'kim', ...kim }] }];
      const basket = quoteRequestSchema.parse({ teams, contactAddress: order.contactAddress });
      await giveConsent(work, { orderId, catalog, basket, buyer, i18n: translatorFor('de') });
    }
    return work.tx.select({ id: newsletterConsents.id }).from(newsletterConsents).orderBy(newsletterConsents.id);
  });
}

/** One waitlist entry in each state with a mail, with places held for offers. */
async function entries(
  shop: TestShop,
  eventId: number,
): Promise<Record<'asked' | 'waiting' | 'offered' | 'lapsed', number>> {
  await shop.deps.write((work) => updateEvent(work, eventId, { offerHours: 24, teamDays: 5 }));
  return shop.deps.write(async (work) => {
    const { tx, now } = work;
    const [competition] = present(await catalogOf(tx, eventId), 'the event').competitions;
    const { id: competitionId, prices } = present(competition, 'a competition');
    const ids = { asked: 0, waiting: 0, offered: 0, lapsed: 0 };
    for (const state of ['asked', 'waiting', 'offered', 'lapsed'] as const) {
      const of = {
        eventId,
        competitionId,
        email: `${state}@runner.example`,
        language: 'de',
        places: 1,
        state,
      } as const;
      const times = { askedAt: now, waitingSince: now, offerUntil: plus(now, hours(24)) };
      const [entry] = await tx
        .insert(waitlistEntries)
        .values({ ...of, ...times, endedAt: state === 'lapsed' ? now : null })
        .returning();
      ids[state] = present(entry, 'an entry').id;
    }
    const priceId = present(prices[0], 'a price').id;
    await reserveForHold(work, {
      key: String(ids.offered),
      competitionId,
      priceId,
      quantity: 1,
      until: plus(now, hours(24)),
    });
    return ids;
  });
}

/** Lots of a future, a finished and a canceled draw. */
async function lotsOf(shop: TestShop, eventId: number, entryId: number) {
  return shop.deps.write(async ({ tx, now }) => {
    const { id: competitionId } = present((await catalogOf(tx, eventId))?.competitions[0], 'a competition');
    const ids = { asked: 0, in: 0, drawn: 0, closed: 0 };
    const plan = { eventId, competitionId, entersFrom: now, drawsAt: plus(now, hours(24)), mostPlaces: 4, editorId: 1 };
    const ends = [
      {},
      { drawnAt: now, ranking: [[1, 1]] as [number, number][] },
      { calledOffAt: now, calledOff: 'organizer' as const },
    ];
    const made = [];
    for (const end of ends)
      made.push(
        (
          await tx
            .insert(lotteries)
            .values({ ...plan, seed: 'a', seedHash: 'b', ...end })
            .returning()
        )[0]?.id ?? 0,
      );
    const [ahead = 0, drawn = 0, off = 0] = made;
    for (const [state, lotteryId] of [
      ['asked', ahead],
      ['in', ahead],
      ['drawn', drawn],
      ['closed', off],
    ] as const) {
      const of = { eventId, lotteryId, email: `${state}@runner.example`, language: 'de', places: 1, state } as const;
      const [lot] = await tx
        .insert(lots)
        .values({
          ...{ ...of, number: state === 'asked' ? null : 1, askedAt: now, toldDrawsAt: plan.drawsAt },
          ...{ endedAt: state === 'drawn' || state === 'closed' ? now : null },
          ...(state === 'drawn' ? { rank: 1, entryId } : {}),
        })
        .returning();
      ids[state] = present(lot, 'a lot').id;
    }
    return ids;
  });
}

/** A team with an invitation, opened by account 1. */
async function teamOfKim(shop: TestShop, eventId: number) {
  return shop.deps.write(async ({ tx, now }) => {
    const [competition] = present(await catalogOf(tx, eventId), 'the event').competitions;
    const { id: competitionId, prices } = present(competition, 'a competition');
    const until = plus(now, hours(72));
    const [shared] = await tx
      .insert(sharedTeams)
      .values({
        ...{ eventId, competitionId, priceId: prices[0]?.id ?? 0, userId: 1, email: kim.email, language: 'de' },
        ...{ captain: 'Kim', name: 'Flotte Vier', kind: 'friends', state: 'open', createdAt: now, payBy: until, until },
      })
      .returning();
    const team = present(shared, 'a team');
    const [place] = await tx
      .insert(sharedTeamPlaces)
      .values({ teamId: team.id, position: 1, email: 'lee@runner.example' })
      .returning();
    const invited = present(place, 'a place');
    const { id, name } = team;
    const of = { competitionId, priceId: team.priceId, quantity: 1, until, team: { id, name } };
    await reserveForHold({ tx, now } as Work, { key: `team-${invited.id}`, ...of });
    return { shared: team, invited };
  });
}

/** An order on account, and its bill. */
async function billOfCompany(shop: TestShop, orderId: number, organizerId: number): Promise<number> {
  return shop.deps.write(async (work) => {
    const { tx, now } = work;
    const address = { firstName: 'Bea', lastName: 'Buch' };
    const [company] = await tx
      .insert(companies)
      .values({
        ...{ organizerId, name: 'ACME GmbH', contactEmail: kim.email, language: 'de', paymentDays: 14, address },
        ...{ limit: cents(100_000), billing: 'byHand', createdAt: now },
      })
      .returning();
    const companyId = present(company, 'a company').id;
    await tx.insert(companyOrders).values({ orderId, companyId, placedAt: now });
    await placeOnAccount(work, { orderId, editorId: 1, before: null, invoiceAddress: address, open: 1 });
    return (await makeBill(work, { companyId, editorId: null })).id;
  });
}

test('every link of every mail opens without a login what its label says, or the mail says that a login is needed', async () => {
  const shop = await testShop({ env: bank });
  const where = await race(shop);
  const paid = await order(shop, where, { people: [kim, guest] });
  const transfer = await order(shop, where, { people: [{ ...kim, lastName: 'Zwei' }] });
  const open = await order(shop, where, { people: [{ ...kim, lastName: 'Drei' }] });
  const canceled = await order(shop, where, { people: [{ ...kim, lastName: 'Vier' }] });
  const refunded = await order(shop, where, { people: [{ ...kim, lastName: 'Fünf' }] });
  const sent = await order(shop, where, { people: [{ ...kim, lastName: 'Sechs' }] });
  await shop.deps.write(async (work) => {
    await markPaid(work, { orderId: paid, editorId: 1 });
    const none = openCancellationRefund({ mode: 'none' });
    await cancelOrder(work, { orderId: canceled, editorId: 1, reason: 'byAdmin', giveBack: none });
    for (const orderId of [refunded, sent]) {
      await markPaid(work, { orderId, editorId: 1 });
      const all = openCancellationRefund({ mode: 'full' });
      await cancelOrder(work, { orderId, editorId: 1, reason: 'byAdmin', giveBack: all });
    }
  });
  const buyer = await shop.login('buyer@runner.example');
  expect((await buyer.json('POST', `/api/orders/${transfer}/payment-in-advance`, {})).status).toBe(200);
  const organizer = await shop.login(raceOrganizer);
  const text = { de: { subject: 'Bald', body: 'Hallo {firstName}\n\n{ticketLink}' } };
  const base = `/api/admin/events/${where.eventId}/mailings`;
  const letter = await organizer.json<{ mailing: { id: number } }>('POST', base, { text });
  const participantId = (await personIn(shop, paid)).id;
  const organizerId = (await shop.deps.findViewer(organizer.cookies.get('session') ?? ''))?.roles[0]?.organizerId ?? 0;
  const invitation = await shop.deps.write((work) =>
    invite(work, organizerId, { email: kim.email, role: 'desk', message: null, invitedBy: 1, locale: 'de' }),
  );
  const exported = await organizer.json<{ rows: { id: number }[] }>('POST', '/api/admin/exports', {
    kind: 'lvs',
    eventId: where.eventId,
  });
  const [asking, agreed] = await consents(shop, where.eventId, [open, paid]);
  await shop.settle();
  const gone = { wasPaid: false };
  const refundOf = async (orderId: number) => present((await refundsOf(shop.deps.read, orderId))[0], 'a refund').id;
  const admin = await shop.login('office@shop.test', { superAdmin: true });
  const told = { orderIds: [sent], refundStatus: 'completed' };
  expect((await admin.json('POST', '/api/admin/orders/set-refund-status', told)).status).toBe(200);
  const waiting = await entries(shop, where.eventId);
  const { id: transferId } = await shop.deps.write(async (work) => {
    await saveSettings(work, { userId: 1 }, { eventId: where.eventId, title: 'Donaulauf' }, { mode: 'allowed' });
    return offerPlace(work, { orderId: paid, participantId, email: kim.email, editorId: 1 });
  });
  const other = (await personIn(shop, paid, 1)).id;
  const { id: askedId } = await shop.deps.write((work) =>
    askToOffer(work, { orderId: paid, participantId: other, email: null }),
  );
  const lot = await lotsOf(shop, where.eventId, waiting.waiting);
  const onAccount = await order(shop, where, { people: [{ ...kim, lastName: 'Sieben' }] });
  const billId = await billOfCompany(shop, onAccount, organizerId);
  const { shared, invited } = await teamOfKim(shop, where.eventId);
  const giftCard = await soldCard(shop, { organizerId, editorId: 1 });
  const wanted = { organizerId, amount: 5000, buyerName: 'Kim', buyerEmail: kim.email, language: 'de' as const };
  const ordered = await shop.deps.write((work) => insertCard(work, wanted, null));
  const said = { name: 'Kim Groß', orderNumber: String(paid), email: 'buyer@runner.example', what: '' };
  const declaring = {
    ...({ language: 'de', clientAddress: '', limitFactor: 0, contactEmail: 'office@shop.test' } as const),
    referencePrefix: null,
  };
  const withdrawn = await shop.deps.write(async (work) => {
    const waits = await declareWithdrawal(work, said, { ...declaring, key: 'waits' });
    const { id } = await declareWithdrawal(work, said, { ...declaring, key: 'answered' });
    await answerWithdrawal(work, { withdrawalId: id, editorId: 1, lines: [], note: '' });
    return { waits: waits.id, answered: id };
  });
  const gonePersonId = (await personIn(shop, canceled, 0)).id;
  const addition = {
    ...{ orderId: paid, participantId, name: 'Shirt, M', quantity: 1 },
    ...{ difference: zeroCents, goesBack: zeroCents },
  };
  const about: Record<string, object> = {
    OrderConfirmation: { orderId: paid },
    RegistrationConfirmation: { participantId },
    PaymentInAdvance: { orderId: transfer },
    PendingOrderReminder: { orderId: open },
    MemberConfirmed: { orderId: open },
    OrderCancellation: { orderId: canceled, ...gone },
    OrderCancellationByUser: { orderId: canceled, ...gone },
    OrderCancellationByAdmin: { orderId: canceled, ...gone },
    RefundAccount: { orderId: refunded, refundId: await refundOf(refunded) },
    RefundSent: { orderId: sent, refundId: await refundOf(sent) },
    OldChangelink: { participantId },
    OrderHandedOver: { orderId: paid, formerBuyerId: 999 },
    ParticipantMoved: { orderId: paid, participantId, from: 'a', to: 'b', difference: zeroCents, goesBack: zeroCents },
    ArticleAdded: { ...addition, participantArticleId: 1 },
    ArticleTakenOff: addition,
    ArticleChanged: {
      orderId: paid,
      participantId,
      before: 'Shirt, M',
      after: null,
      difference: zeroCents,
      goesBack: zeroCents,
    },
    ParticipantAdded: { orderId: paid, participantId, difference: zeroCents, goesBack: zeroCents },
    ParticipantCanceled: {
      ...{ orderId: paid, canceledOrderId: canceled, participantId: gonePersonId, reason: 'byAdmin' },
      ...{ difference: zeroCents, goesBack: zeroCents },
    },
    TransferOffered: { transferId },
    TransferApproved: { transferId },
    TransferTurn: { transferId, version: 0 },
    TransferGone: { transferId, isInLine: true },
    TransferLineDone: { transferId },
    TransferAsked: { transferId: askedId },
    TransferNews: { transferId, news: 'out' },
    TransferEnded: { transferId, end: 'declined' },
    TransferPassed: { transferId, goesBack: 0 },
    OrganizerInvitation: { invitationId: invitation.id },
    OrganizerAccess: { organizerId, role: 'owner' },
    NewsletterQuestion: { consentId: present(asking, 'one').id },
    NewsletterGiven: { consentId: present(agreed, 'one').id },
    WaitlistProof: { entryId: waiting.asked },
    WaitlistJoined: { entryId: waiting.waiting },
    WaitlistOffer: { entryId: waiting.offered, offer: 0 },
    WaitlistTakenBack: { entryId: waiting.waiting },
    WaitlistEnd: { entryId: waiting.lapsed, reason: 'lapsed' },
    LotteryProof: { lotId: lot.asked },
    LotteryEntered: { lotId: lot.in },
    LotteryMoved: { lotId: lot.in },
    LotteryRanked: { lotId: lot.drawn },
    LotteryCalledOff: { lotId: lot.closed },
    SharedTeamInvitation: { teamId: shared.id, placeId: invited.id },
    SharedTeamCaptain: { teamId: shared.id, kind: 'missing' },
    SharedTeamInvitationOver: { teamId: shared.id },
    SharedTeamOff: { teamId: shared.id },
    CompanyBill: { billId, kind: 'new' },
    GiftCard: { cardId: giftCard.id, to: 'recipient' },
    GiftCardOrdered: { cardId: ordered.id },
    WithdrawalReceived: { withdrawalId: withdrawn.waits, to: 'buyer' },
    WithdrawalToDecide: { withdrawalId: withdrawn.waits },
    WithdrawalAnswered: { withdrawalId: withdrawn.answered, to: 'buyer' },
    ExportReady: { exportId: exported.body.rows[0]?.id ?? 0 },
    ParticipantMessage: {
      mailingId: letter.body.mailing.id,
      eventId: where.eventId,
      participantId,
      address: kim.email,
    },
  };
  const promises: Readonly<Record<string, RegExp>> = {
    'Zur Bestellung': new RegExp(`Bestellung (${paid}|${open}|${canceled}|${sent})`),
    'Konto angeben': /<form[^>]*method="post"[\s\S]*name="iban"/,
    'Bestellung ansehen': new RegExp(`Bestellung ${transfer}`),
    'Startkarte am Telefon zeigen': /Kim Groß[\s\S]*data:image\/png/,
    'Zu deiner Startkarte': /Kim Groß[\s\S]*data:image\/png/,
    'Startkarte von Ohne Adresse öffnen': /Ohne Adresse[\s\S]*data:image\/png/,
    'Meine Angaben ändern': /<form[^>]*method="post"[\s\S]*name="lastName"/,
    'Noch einmal anmelden': /Donaulauf/,
    'Ja, ich will Neuigkeiten': /darf mir per E-Mail[\s\S]*<form[^>]*method="post"[\s\S]*Ja, ich stimme zu/,
    'Nein, keine Neuigkeiten': /Keine Neuigkeiten mehr[\s\S]*<form[^>]*method="post"/,
    'Zustimmung widerrufen': /Keine Neuigkeiten mehr[\s\S]*<form[^>]*method="post"/,
    'Auf die Warteliste': /<form[^>]*method="post"[\s\S]*Ja, auf die Warteliste/,
    'Position ansehen': /Du bist an Position/,
    'Zu deinem Angebot': /ist für dich frei[\s\S]*<form[^>]*method="post"[\s\S]*Jetzt anmelden/,
    'Warteliste verlassen': /Warteliste verlassen\?[\s\S]*<form[^>]*method="post"/,
    'Angebot ablehnen': /Angebot ablehnen\?[\s\S]*<form[^>]*method="post"/,
    'Ja, ich mache mit': /Bei der Verlosung mitmachen\?[\s\S]*<form[^>]*method="post"[\s\S]*Ja, ich mache mit/,
    'Mein Los': /Du hast ein Los[\s\S]*Nummer/,
    'Mein Rang': /Rang 1 von 1[\s\S]*\/waitlist\//,
    'Nicht mehr mitmachen': /Nicht mehr mitmachen\?[\s\S]*<form[^>]*method="post"/,
    'Platz ansehen': /Kim Groß[\s\S]*Platz übernehmen/,
    'Angebot ansehen': /Kim Groß[\s\S]*Platz übernehmen/,
    'Platz nehmen': /Komm ins Team Flotte Vier[\s\S]*<form[^>]*method="post"[\s\S]*Platz nehmen/,
    'Restbetrag ansehen': /Was ist noch auf der Karte\?[\s\S]*<form[^>]*method="post"[\s\S]*name="code"/,
    'Datei laden': /Kim;Groß|Groß;Kim/,
  };
  const kept = new Set<string>();
  for (const { type, make, sample } of shop.deps.mailTypes()) {
    const params = about[type];
    const mail = params ? await make(params, 'de') : await sample?.(where.eventId, 'de');
    if (params) expect(mail, `${type} is not made`).toBeTruthy();
    for (const { label, path } of linksIn(mail?.html ?? '')) {
      // A sample's link must not be a personal one; such kinds are tested with real orders above.
      if (!params) expect([type, path]).toEqual([type, expect.not.stringContaining('signature=')]);
      const answer = await shop.visitor().fetch(path);
      const to = answer.headers.get('location') ?? '';
      if (to.startsWith('/auth')) {
        expect([type, label, mail?.text]).toEqual([
          type,
          label,
          expect.stringMatching(/(Einloggen|Login) und|loggst dich .* ein/),
        ]);
        continue;
      }
      expect([type, label, path, answer.status]).toEqual([type, label, path, 200]);
      const promise = promises[label];
      if (path.includes('signature=')) expect([type, label, promise]).not.toContain(undefined);
      if (promise) {
        kept.add(label);
        expect([type, label, promise.test(await answer.text())]).toEqual([type, label, true]);
      }
    }
  }
  expect([...kept].sort()).toEqual(Object.keys(promises).sort());
});

test('whoever gave no address gets the ticket with the confirmation to the buyer, as a link and as a paper', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop), { people: [guest] });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.settle();
  const [mail, ...others] = await shop.mails('buyer@runner.example');
  expect(others).toEqual([]);
  const link = present(
    linksIn(mail?.html ?? '').find(({ label }) => label === 'Startkarte von Ohne Adresse öffnen'),
    'it',
  );
  expect(await (await shop.visitor().fetch(link.path)).text()).toContain('Ohne Adresse');
  const files = await shop.deps.read.select({ name: mailboxAttachments.name }).from(mailboxAttachments);
  expect(files.map(({ name }) => name).filter((name) => name.endsWith('.pdf'))).toHaveLength(2);
  // The order by its link: readable, without forms, and the ticket needs no login.
  const linked = present(
    linksIn(mail?.html ?? '').find(({ label }) => label === 'Zur Bestellung'),
    'the order',
  );
  const page = await (await shop.visitor().fetch(linked.path)).text();
  expect(page).not.toMatch(/\/participants\/|\/cancel"|invoice-address/);
  const ticket = /href="(http:\/\/shop\.test)?(\/tickets\/[^"]+)"/.exec(page)?.[2]?.replaceAll('&amp;', '&') ?? '';
  expect((await shop.visitor().fetch(ticket)).status).toBe(200);
  const forged = linked.path.replace(/orders\/\d+/, `orders/${orderId + 1}`);
  for (const path of [`/orders/${orderId}/view`, forged]) expect((await shop.visitor().fetch(path)).status).toBe(404);
  const boss = await shop.login('boss@example.test', { superAdmin: true });
  await boss.json('PATCH', `/api/admin/orders/${orderId}/change-buyer`, { newEmail: 'heir@example.test' });
  const gone = await shop.visitor().fetch(linked.path);
  expect([gone.status, (await gone.text()).includes('Ohne Adresse')]).toEqual([410, false]);
  await shop.settle();
  const [fresh] = await shop.mails('heir@example.test');
  for (const { path } of linksIn(fresh?.html ?? '').filter(({ path }) => path.includes('signature=')))
    expect((await shop.visitor().fetch(path)).status).toBe(200);
});

test('a ticket that waits for the start number goes to the buyer once it has one, where there is no other address', async () => {
  const shop = await testShop();
  const where = await race(shop);
  await shop.deps.write((work) => updateEvent(work, where.eventId, { needsBibForMail: true }));
  const orderId = await order(shop, where, { people: [guest] });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.settle();
  const [confirmation] = await shop.mails('buyer@runner.example');
  expect(confirmation?.text).toContain('sobald ihre Startnummern feststehen');
  const { id: participantId } = await personIn(shop, orderId);
  await shop.deps.write((work) => setBib(work, { participantId, bib: '77' }));
  await shop.settle();
  const [ticket] = await shop.mails('buyer@runner.example');
  expect(ticket?.text).toContain('weil für Ohne Adresse keine E-Mail-Adresse angegeben ist');
  expect(await shop.deps.read.select().from(mailboxMessages)).toHaveLength(2);
});
