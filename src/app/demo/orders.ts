import { findOrCreateUser } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { currentPrice } from '#modules/events/rules/sale.ts';
import { placeOrder } from '#modules/orders/index.ts';
import { bookingSchema, quoteRequestSchema } from '#modules/orders/rules/booking.ts';
import { completeBasket } from '#modules/orders/rules/entry-check.ts';
import { quote } from '#modules/orders/rules/pricing.ts';
import { chooseBankTransfer, markPaid } from '#modules/payments/index.ts';
import { vouchersOfCodes } from '#modules/vouchers/index.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { dateIn, dateParts } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Work } from '#src/platform/work.ts';
import { demoPerson } from './people.ts';
import type { DemoRace } from './races.ts';
import { clubCode } from './vouchers.ts';

/** Some hundred people enter the races; most have paid. */
export async function placeDemoOrders(
  deps: Deps,
  editorId: number,
  entered: readonly { race: DemoRace; eventId: number }[],
): Promise<void> {
  let person = 0;
  const nextPerson = () => person++;
  for (const { race, eventId } of entered) {
    await Promise.all(
      Array.from({ length: race.orders }, (_, index) => {
        const code = race.shortlink === 'donau-marathon' && index === 1 ? clubCode : null;
        return deps.write((work) => placeDemoOrder(work, deps, { eventId, editorId, index, code }, nextPerson));
      }),
    );
  }
}

async function placeDemoOrder(
  work: Work,
  deps: Deps,
  { eventId, editorId, index, code }: { eventId: number; editorId: number; index: number; code: string | null },
  nextPerson: () => number,
): Promise<void> {
  const catalog = present(await catalogOf(work.tx, eventId), 'a demo event exists');
  const selling = catalog.competitions.filter(
    (competition) => currentPrice(competition, work.now)?.onlyBuyableWithVoucher === false,
  );
  const competition = selling[index % selling.length];
  if (!competition) return;
  const basket = {
    teams: [team(catalog, competition, index, nextPerson)],
    appliedVouchers: code === null ? [] : [{ code }],
    contactAddress: contact(index),
  };
  const vouchers = await vouchersOfCodes(work.tx, eventId, code === null ? [] : [code]);
  const first = basket.teams[0]?.participants[0];
  const buyer = await findOrCreateUser(work, index === 0 ? 'buyer@startblock.example' : (first?.email ?? ''), {
    language: 'de',
  });
  const priced = quote(catalog, completeBasket(catalog, quoteRequestSchema.parse(basket)), vouchers, work.now);
  const { orderId, status } = await placeOrder(work, {
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
  if (status === 'complete') return;
  const bank = deps.config.bank;
  if (bank) await chooseBankTransfer(work, { orderId, bank });
  if (index % 5 !== 4) await markPaid(work, { orderId, editorId });
}

function team(catalog: Catalog, competition: CatalogCompetition, index: number, nextPerson: () => number) {
  const size =
    competition.type === 'team' ? Math.min(competition.maxTeamSize, competition.minTeamSize + (index % 3)) : 1;
  const { year } = dateParts(dateIn(competition.timestamp, catalog.event.timeZone));
  const ages = {
    from: Math.max(competition.minAge + 1, competition.maxAge ? 0 : 19),
    to: competition.maxAge ? competition.maxAge - 1 : 74,
  };
  return {
    competitionId: competition.id,
    ...(competition.type === 'team' ? { teamName: teamNames[index % teamNames.length] } : {}),
    participants: Array.from({ length: size }, (_, member) => {
      const number = nextPerson();
      return {
        localId: `p${member}`,
        ...demoPerson(number, ages.from <= ages.to ? ages : { from: ages.to, to: ages.to }, year),
        formFieldsSelected: [],
        articles: articles(catalog, competition, number),
      };
    }),
  };
}

/** Every third person orders something, donations included. */
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
