import { findOrCreateUser } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { savePapers } from '#modules/invoicing/index.ts';
import { orderOf, placeOrder } from '#modules/orders/index.ts';
import { bookingSchema, quoteRequestSchema } from '#modules/orders/rules/booking.ts';
import { completeBasket } from '#modules/orders/rules/entry-check.ts';
import { quote } from '#modules/orders/rules/quote.ts';
import {
  askWhenAllowed,
  chooseBankTransfer,
  importBankFile,
  markPaid,
  readToEnd,
  startOnlinePayment,
} from '#modules/payments/index.ts';
import { vouchersOfCodes } from '#modules/vouchers/index.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type CalendarDate, dateIn, dateParts, days, hours, type Instant, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import type { Happening } from './at.ts';
import { demoPerson } from './people.ts';
import type { DemoRace } from './races.ts';
import type { SaferpaySimulator } from './saferpay-simulator/simulator.ts';
import { clubCode } from './vouchers.ts';

/** `amount`: cents, negative for outgoing ones. `text`: the reference. */
export type StatementLine = { amount: number; name: string; iban: string; text: string };

const euros = (cents: number): string => (Math.abs(cents) / 100).toFixed(2);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function entry({ amount, name, iban, text }: StatementLine, day: CalendarDate, index: number): string {
  const [side, role] = amount < 0 ? ['DBIT', 'Cdtr'] : ['CRDT', 'Dbtr'];
  const money = `<Amt Ccy="EUR">${euros(amount)}</Amt><CdtDbtInd>${side}</CdtDbtInd>`;
  const party = `<${role}><Pty><Nm>${escaped(name)}</Nm></Pty></${role}>`;
  const account = `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`;
  const id = `${day.replaceAll('-', '')}${String(index + 1).padStart(4, '0')}`;
  return `<Ntry>${money}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls><TxDtls>${money}<RltdPties>${party}${account}</RltdPties><RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}

/** A bank statement of one day (camt.053). */
export const bankStatement = (iban: string, day: CalendarDate, lines: readonly StatementLine[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${day}</MsgId><CreDtTm>${day}T18:00:00Z</CreDtTm></GrpHdr><Stmt><Id>${day}</Id><CreDtTm>${day}T18:00:00Z</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${lines.map((line, index) => entry(line, day, index)).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`;

/** An order of the demo. `transfer` is paid by the bank's file, `late` by a later one, `hand` is marked as paid by hand. */
type Entry = {
  race: DemoRace;
  eventId: number;
  catalog: Catalog;
  index: number;
  competition: CatalogCompetition;
  /** The index of its first person. */
  person: number;
  at: Instant;
  pays: 'card' | 'transfer' | 'hand' | 'late' | 'not';
};
export type Paying = { editorId: number; superAdminId: number; simulator: SaferpaySimulator | null };

/** Some hundred orders over some weeks, most of them paid. The bank's file is imported once a week. */
export async function ordersOfDemo(
  deps: Deps,
  paying: Paying,
  entered: readonly { race: DemoRace; eventId: number }[],
): Promise<{ happenings: Happening[]; late: Transfer[] }> {
  const now = deps.clock();
  const late: Transfer[] = [];
  let transfers: Transfer[] = [];
  const orders = (await entriesOf(deps, entered)).map(
    (entry): Happening => ({
      at: entry.at,
      async happens(then) {
        const transfer = await placeDemoOrder(then, entry, paying);
        if (transfer) (entry.pays === 'late' ? late : transfers).push(transfer);
      },
    }),
  );
  const statements = Array.from(
    { length: 15 },
    (_, week): Happening => ({
      at: instant(now - days(7 * week)),
      async happens(then) {
        await bookTransfers(then, transfers, paying.superAdminId);
        transfers = [];
      },
    }),
  );
  return { happenings: [...orders, ...statements], late };
}

/** Unpaid orders are recent, since orders expire after some days; so is the buyer's. */
async function entriesOf(deps: Deps, entered: readonly { race: DemoRace; eventId: number }[]): Promise<Entry[]> {
  const now = deps.clock();
  const entries: Entry[] = [];
  let person = 0;
  for (const { race, eventId } of entered) {
    const catalog = present(await catalogOf(deps.read, eventId), 'a demo event exists');
    const selling = catalog.competitions.filter(({ prices }) => prices.some((price) => !price.onlyBuyableWithVoucher));
    const { from, to } = race.booked ?? { from: -42, to: -1 };
    for (let index = 0; index < race.orders; index++) {
      const competition = present(selling[index % selling.length], 'a demo event sells something');
      const isOver = race.booked !== undefined;
      const pays = wayOf(index, isOver);
      const share = (index + ((index * 7) % 5) / 5) / race.orders;
      const steady = now + days(from) + Math.round(share * days(to - from)) + hours((index * 11) % 9);
      const recent = now - hours(1 + (index % 30));
      const isNow = index === 0 && !isOver;
      const moment = isNow ? now : instant(pays === 'not' ? recent : steady);
      entries.push({ race, eventId, catalog, index, competition, person, at: moment, pays });
      person += sizeOf(competition, index);
    }
  }
  return entries;
}

function wayOf(index: number, isOver: boolean): Entry['pays'] {
  if (isOver && index % 3 === 2) return index > 14 ? 'late' : 'transfer';
  if (isOver) return index === 7 ? 'hand' : 'card';
  if (index % 5 === 4) return 'not';
  return index % 10 === 3 ? 'hand' : index % 4 === 1 ? 'card' : 'transfer';
}

export type Transfer = { orderId: number; amount: number; reference: string; name: string; index: number };

/** Returns the transfer for the bank's file. */
async function placeDemoOrder(deps: Deps, entry: Entry, paying: Paying): Promise<Transfer | null> {
  const { race, eventId, catalog, index, competition } = entry;
  const code = race.shortlink === 'donau-marathon' && index === 1 ? clubCode : null;
  const basket = {
    teams: [team(catalog, competition, index, entry.person)],
    appliedVouchers: code === null ? [] : [{ code }],
    contactAddress: contact(index),
    ...(race.event.generateInvoice ? { invoiceAddress: contact(index) } : {}),
  };
  const first = basket.teams[0]?.participants[0];
  const isOfBuyer = index === 0;
  const { orderId, status, totalPrice } = await deps.write(async (work) => {
    const vouchers = await vouchersOfCodes(work.tx, eventId, code === null ? [] : [code]);
    const email = isOfBuyer ? 'buyer@startblock.example' : (first?.email ?? '');
    const buyer = await findOrCreateUser(work, email, { language: 'de' });
    const priced = quote(catalog, completeBasket(catalog, quoteRequestSchema.parse(basket)), vouchers, work.now);
    const placed = await placeOrder(work, {
      eventId,
      booking: bookingSchema.parse({
        ...basket,
        totalPrice: priced.totalPrice,
        termsAccepted: true,
        eventConditionsAccepted: true,
      }),
      viewer: { userId: buyer.id, visitId: secretToken(12), level: 'verified' },
      language: index % 6 === 5 ? 'en-us' : 'de',
      idempotencyKey: null,
      origin: { clientAddress: '', limitFactor: 0 },
    });
    return { ...placed, totalPrice: priced.totalPrice };
  });
  if (status === 'complete') return null;
  const { bank } = deps.config;
  if (entry.pays === 'card' && paying.simulator) {
    await payByCard(deps, paying.simulator, orderId);
    await deps.write((work) => savePapers(work, orderId));
    return null;
  }
  const chosen = bank && (await deps.write((work) => chooseBankTransfer(work, { orderId, bank })));
  if (entry.pays === 'not') return null;
  if (entry.pays === 'hand' || !chosen) {
    await deps.write((work) => markPaid(work, { orderId, editorId: paying.editorId }));
    await deps.write((work) => savePapers(work, orderId));
    return null;
  }
  const name = `${first?.firstName} ${first?.lastName}`;
  return { orderId, amount: totalPrice, reference: chosen.reference, name, index };
}

/** Pays on the provider's page, so that the provider can refund it. */
async function payByCard(deps: Deps, simulator: SaferpaySimulator, orderId: number): Promise<void> {
  const order = present(await orderOf(deps.read, orderId), 'the order was just placed');
  // The shop polls on the day of the order.
  simulator.misbehaviour.treatNotifications('drop');
  const { redirectUrl } = await startOnlinePayment(deps, { order, method: 'visa', locale: 'de' });
  const token = new URL(redirectUrl).pathname.split('/').pop() ?? '';
  await simulator.pay(token, { outcome: 'PAID' });
  await askWhenAllowed(deps, orderId);
}

export async function bookTransfers(deps: Deps, transfers: readonly Transfer[], editorId: number): Promise<void> {
  const lines = transfers.map(({ amount, reference, name, index }) => ({
    amount,
    name: name.slice(0, 70),
    iban: payerIbans[index % payerIbans.length] as string,
    text: reference,
  }));
  await bookStatement(deps, lines, editorId);
  for (const { orderId } of transfers) await deps.write((work) => savePapers(work, orderId));
}

export async function bookStatement(deps: Deps, lines: readonly StatementLine[], editorId: number): Promise<void> {
  const { bank } = deps.config;
  if (!bank || lines.length === 0) return;
  const day = dateIn(deps.clock(), defaultTimeZone);
  const bytes = new TextEncoder().encode(bankStatement(bank.iban, day, lines));
  await importBankFile(deps, await readToEnd(deps, { bytes, name: `${day}.xml` }, editorId), editorId);
}
const payerIbans = ['DE89370400440532013000', 'CH9300762011623852957'];

const sizeOf = (competition: CatalogCompetition, index: number): number =>
  competition.type === 'team' ? Math.min(competition.maxTeamSize, competition.minTeamSize + (index % 3)) : 1;

function team(catalog: Catalog, competition: CatalogCompetition, index: number, firstPerson: number) {
  const size = sizeOf(competition, index);
  const { year } = dateParts(dateIn(competition.timestamp, catalog.event.timeZone));
  const ages = {
    from: Math.max(competition.minAge + 1, competition.maxAge ? 0 : 19),
    to: competition.maxAge ? competition.maxAge - 1 : 74,
  };
  return {
    competitionId: competition.id,
    ...(competition.type === 'team' ? { teamName: teamNames[index % teamNames.length] } : {}),
    participants: Array.from({ length: size }, (_, member) => {
      const number = firstPerson + member;
      return {
        localId: `p${member}`,
        ...demoPerson(number, ages.from <= ages.to ? ages : { from: ages.to, to: ages.to }, year),
        formFieldsSelected: [],
        articles: articles(catalog, competition, number),
      };
    }),
  };
}

/** Every third person orders articles, including donations. */
function articles(catalog: Catalog, competition: CatalogCompetition, number: number) {
  const offered = catalog.articles.filter(
    (article) =>
      !article.teamArticle && (article.competitionIds.length === 0 || article.competitionIds.includes(competition.id)),
  );
  const article = offered[number % Math.max(1, offered.length)];
  const variant = article?.variants[number % article.variants.length];
  if (!article || !variant || number % 3 !== 0) return [];
  const unitPrice = article.type === 'donation' ? { unitPrice: 500 + (number % 5) * 500 } : {};
  return [{ uniqueLocalId: `a${number}`, articleId: article.id, variantId: variant.id, quantity: 1, ...unitPrice }];
}

const contact = (index: number) => ({
  firstName: 'Käthe',
  lastName: 'Großmann',
  street: 'Am Graben',
  houseNumber: String(1 + (index % 40)),
  zipCode: '4020',
  city: 'Linden',
  countryCode: index % 4 === 3 ? 'DE' : 'AT',
});

const teamNames = [
  'Die Brückenspringer',
  "Flinke Füße 'n' Freunde",
  'Łódź Läuft',
  'Kaffee & Kilometer',
  'Nudelfraktion',
  'Team Ärmelkanal',
];
