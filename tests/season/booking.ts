import type { Json, Season } from './season.ts';
import { tried } from './tried.ts';
import { typedCodes } from './vouchers.ts';

export const names = [
  'Anna',
  'Björn',
  'Çelik',
  'Dörte',
  "O'Neill",
  'Łukasz',
  'Maria-Luise',
  'Groß',
  'Ngô',
  'Šimon',
  'Zoë',
  'Jürgen',
];

export const clubs = ['LC Łódź', 'SV Großkirchen', 'O’Hara Runners', '  '];

function person(season: Season, localId: string, competition: Season['competitions'][number]): Json {
  const { dice, articles } = season;
  const chosen = dice.chance(0.4) ? [dice.pick(articles)] : [];
  return {
    localId,
    firstName: dice.pick(names),
    lastName: dice.pick(names),
    ...(dice.chance(0.7) ? { email: `runner${dice.between(1, 40)}@season.test` } : {}),
    birthDate: `${competition === season.competitions[1] ? dice.between(2008, 2020) : dice.between(1950, 2012)}-0${dice.between(1, 9)}-1${dice.between(0, 9)}`,
    gender: dice.pick(['female', 'male', 'diverse']),
    nationalityCountryCode: 'AT',
    ...(dice.chance(0.3) ? { club: dice.pick(clubs) } : {}),
    articles: chosen.map(({ articleId, variantIds }, index) => ({
      uniqueLocalId: `${localId}-a${index}`,
      articleId,
      variantId: dice.pick(variantIds),
      quantity: dice.between(1, 3),
    })),
  };
}

function booking(season: Season): Json {
  const { dice } = season;
  const teams = Array.from({ length: dice.between(1, 3) }, (_, t) => {
    const competition = dice.pick(season.competitions);
    const size = competition.team ? dice.between(competition.min, competition.max + (dice.chance(0.1) ? 1 : 0)) : 1;
    return {
      competitionId: competition.id,
      ...(competition.team ? { teamName: `Team ${dice.between(1, 999)}` } : {}),
      participants: Array.from({ length: size }, (_, p) => person(season, `t${t}p${p}`, competition)),
    };
  });
  return {
    teams,
    appliedVouchers: typedCodes(season, teams),
    ...(dice.chance(0.3)
      ? { cancellationProtections: [{ id: season.protectionId, price: dice.chance(0.9) ? 590 : 1 }] }
      : {}),
    contactAddress: { firstName: 'Käthe', lastName: 'Käuferin', countryCode: dice.pick(['AT', 'DE']) },
    termsAccepted: true,
    eventConditionsAccepted: true,
    ...(dice.chance(0.3) ? { newsletterConsent: true } : {}),
  };
}

export async function book(season: Season, buyer = season.dice.pick(season.buyers)): Promise<void> {
  const { dice, eventId } = season;
  let wanted = booking(season);
  const priceOf = (basket: Json) => tried(season, 'quote', buyer, 'POST', `/api/events/${eventId}/quote`, basket);
  let quoted = await priceOf(wanted);
  if (!quoted) {
    // Perhaps it was a code: then without.
    wanted = { ...wanted, appliedVouchers: [] };
    quoted = await priceOf(wanted);
  }
  if (!quoted) return;
  const totalPrice = Number(quoted.totalPrice) + (dice.chance(0.05) ? 1 : 0);
  const key = `key-${season.orderIds.length}-${dice.between(0, 1e9)}`;
  const path = `/api/events/${eventId}/book`;
  const answer = await buyer.json<Json>('POST', path, { ...wanted, totalPrice }, { 'idempotency-key': key });
  if (answer.status >= 500) throw new Error(`book: ${JSON.stringify(answer.body)}`);
  const outcome = answer.status < 300 ? 'book' : `book: ${String(answer.body.code)}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
  if (answer.status >= 300) return;
  if ((wanted.appliedVouchers as Json[]).length > 0)
    season.log.set('book with codes', (season.log.get('book with codes') ?? 0) + 1);
  const orderId = Number(answer.body.orderId);
  season.orderIds.push(orderId);
  if (dice.chance(0.3)) {
    const again = await buyer.json<Json>('POST', path, { ...wanted, totalPrice }, { 'idempotency-key': key });
    if (again.body.orderId !== orderId)
      throw new Error(`the same key booked ${String(again.body.orderId)} after ${orderId}`);
  }
  if (dice.chance(0.7))
    await tried(season, 'bank transfer', buyer, 'POST', `/api/orders/${orderId}/payment-in-advance`);
}
