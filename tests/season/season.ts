import type { Caller, TestShop } from '#tests/support/shop.ts';
import type { Dice } from './dice.ts';

/**
 * A season as random people and an organizer live it: every verb there is, through the API, in an order that dice
 * decide. Refusals are part of life; a 5xx never is.
 */
export type Season = {
  shop: TestShop;
  dice: Dice;
  organizer: Caller;
  buyers: Caller[];
  eventId: number;
  competitions: { id: number; team: boolean; min: number; max: number }[];
  articles: { articleId: number; variantIds: number[] }[];
  protectionId: number;
  orderIds: number[];
  tickets: { orderId: number; participantId: number }[];
  /** How often each verb was done and each refusal given. */
  log: Map<string, number>;
};

export type Json = Record<string, unknown>;

const names = [
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

/** Does it and answers the body, or null when the shop said no. */
async function tried(
  season: Season,
  verb: string,
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<Json | null> {
  const answer = await caller.json<Json>(method, path, body);
  if (answer.status >= 500) throw new Error(`${verb}: ${answer.status} ${JSON.stringify(answer.body)}`);
  const outcome = answer.status < 300 ? verb : `${verb}: ${String(answer.body?.code)}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
  return answer.status < 300 ? (answer.body ?? {}) : null;
}

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
    ...(dice.chance(0.3)
      ? { cancellationProtections: [{ id: season.protectionId, price: dice.chance(0.9) ? 590 : 1 }] }
      : {}),
    contactAddress: { firstName: 'Käthe', lastName: 'Käuferin', countryCode: dice.pick(['AT', 'DE']) },
    termsAccepted: true,
    eventConditionsAccepted: true,
  };
}

async function book(season: Season): Promise<void> {
  const { dice, eventId } = season;
  const buyer = dice.pick(season.buyers);
  const wanted = booking(season);
  const quoted = await tried(season, 'quote', buyer, 'POST', `/api/events/${eventId}/quote`, wanted);
  if (!quoted) return;
  const totalPrice = Number(quoted.totalPrice) + (dice.chance(0.05) ? 1 : 0);
  const key = `key-${season.orderIds.length}-${dice.between(0, 1e9)}`;
  const path = `/api/events/${eventId}/book`;
  const answer = await buyer.json<Json>('POST', path, { ...wanted, totalPrice }, { 'idempotency-key': key });
  if (answer.status >= 500) throw new Error(`book: ${JSON.stringify(answer.body)}`);
  const outcome = answer.status < 300 ? 'book' : `book: ${String(answer.body.code)}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
  if (answer.status >= 300) return;
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

type OrderJson = {
  competitions: { teams: { teamId: number; teamName: string | null; participants: { id: number }[] }[] }[];
};

/** The buyer corrects a name or a birth date; competition rules and "one person once" are asked again. */
async function changeData(season: Season): Promise<void> {
  const { dice } = season;
  if (season.tickets.length === 0) return;
  const { orderId, participantId } = dice.pick(season.tickets);
  await tried(
    season,
    'change data',
    dice.pick(season.buyers),
    'POST',
    `/api/orders/${orderId}/participants/${participantId}/change-data`,
    {
      firstName: dice.pick(names),
      lastName: dice.pick(names),
      birthDate: `${dice.between(1950, 2012)}-0${dice.between(1, 9)}-1${dice.between(0, 9)}`,
    },
  );
}

const someOrder = (season: Season) => (season.orderIds.length ? season.dice.pick(season.orderIds) : 0);

async function markPaid(season: Season): Promise<void> {
  const orderId = someOrder(season);
  const path = `/api/admin/orders/${orderId}/status`;
  const both = [tried(season, 'mark paid', season.organizer, 'PATCH', path, { status: 'complete' })];
  // Two people in the office press the button at once.
  if (season.dice.chance(0.3))
    both.push(tried(season, 'mark paid', season.organizer, 'PATCH', path, { status: 'complete' }));
  const done = (await Promise.all(both)).find((answer) => answer !== null);
  const order = done?.order as { competitions: { teams: { participants: { id: number }[] }[] }[] } | undefined;
  for (const competition of order?.competitions ?? []) {
    for (const team of competition.teams) {
      for (const { id } of team.participants) season.tickets.push({ orderId, participantId: id });
    }
  }
}

async function scan(season: Season): Promise<void> {
  if (season.tickets.length === 0) return;
  const { dice, eventId } = season;
  const { participantId } = dice.pick(season.tickets);
  const { ticketCodeOf } = await import('#modules/checkin/index.ts');
  const [, , , mac] = ticketCodeOf(season.shop.deps.signer, eventId, participantId).split('.');
  await tried(season, 'scan', season.organizer, 'POST', `/api/admin/events/${eventId}/scan`, {
    device: `gate-${dice.between(1, 3)}`,
    eventSecret: dice.chance(0.1) ? 'FORGED0000000000' : mac,
    participantId,
    scannedAt: new Date(season.shop.clock() - dice.between(0, 600) * 1000).toISOString(),
  });
}

const verbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [10, book],
  [6, markPaid],
  [
    3,
    async (season) => {
      const buyer = season.dice.pick(season.buyers);
      await tried(season, 'cancel own', buyer, 'PATCH', `/api/orders/${someOrder(season)}/cancel`);
    },
  ],
  [
    2,
    async (season) =>
      void (await tried(season, 'cancel', season.organizer, 'PATCH', `/api/admin/orders/${someOrder(season)}/cancel`)),
  ],
  [
    2,
    async (season) =>
      void (await tried(
        season,
        'reactivate',
        season.organizer,
        'PATCH',
        `/api/admin/orders/${someOrder(season)}/status`,
        { status: 'pending' },
      )),
  ],
  [
    1,
    async (season) =>
      void (await tried(season, 'ship', season.organizer, 'PATCH', `/api/admin/orders/${someOrder(season)}/status`, {
        status: 'shipped',
      })),
  ],
  [
    1,
    async (season) =>
      void (await tried(season, 'comment', season.organizer, 'POST', `/api/admin/orders/${someOrder(season)}/comment`, {
        comment: 'Ruft zurück',
      })),
  ],
  [3, changeData],
  [
    2,
    async (season) => {
      const { orderId, participantId } = season.tickets.length
        ? season.dice.pick(season.tickets)
        : { orderId: 0, participantId: 1 };
      const body = { participantId, competitionId: season.dice.pick(season.competitions).id };
      await tried(
        season,
        'move',
        season.organizer,
        'PATCH',
        `/api/admin/orders/${orderId}/change-participant-competition`,
        body,
      );
    },
  ],
  [
    1,
    async (season) => {
      const { orderId, participantId } = season.tickets.length
        ? season.dice.pick(season.tickets)
        : { orderId: 0, participantId: 1 };
      const { articleId, variantIds } = season.dice.pick(season.articles);
      const body = {
        participantId,
        articleId,
        variantId: season.dice.pick(variantIds),
        quantity: season.dice.between(1, 2),
      };
      await tried(
        season,
        'free article',
        season.organizer,
        'POST',
        `/api/admin/orders/${orderId}/articles/add-free`,
        body,
      );
    },
  ],
  [
    1,
    async (season) => {
      const orderId = someOrder(season);
      const order = (await season.organizer.json<Json>('GET', `/api/admin/orders/${orderId}`)).body?.order as
        | OrderJson
        | undefined;
      const team = order?.competitions
        .flatMap((competition) => competition.teams)
        .find(({ teamName }) => teamName !== null);
      if (!team) return;
      const body = { teamId: team.teamId, teamName: `Team ${season.dice.between(1000, 1999)}` };
      await tried(
        season,
        'rename team',
        season.organizer,
        'PATCH',
        `/api/admin/orders/${orderId}/change-competition-team-name`,
        body,
      );
    },
  ],
  [
    1,
    async (season) =>
      void (await tried(
        season,
        'resend',
        season.organizer,
        'PATCH',
        `/api/admin/orders/${someOrder(season)}/resend-email`,
      )),
  ],
  [5, scan],
  [2, async ({ shop, dice }) => shop.clock.advance(dice.between(1, 180) * 60_000)],
  [4, async ({ shop }) => shop.settle()],
];
const weights = verbs.reduce((sum, [weight]) => sum + weight, 0);

/** One step of the season. */
export async function step(season: Season): Promise<void> {
  let at = season.dice.roll() * weights;
  for (const [weight, verb] of verbs) {
    at -= weight;
    if (at < 0) return verb(season);
  }
}
