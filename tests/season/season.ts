import type { RaceResultSimulator } from '#dev/race-result-simulator/simulator.ts';
import type { ServedSimulator } from '#dev/saferpay-simulator/serve.ts';
import type { Caller, TestShop } from '#tests/support/shop.ts';
import { afterBookingVerbs } from './after-booking.ts';
import { bibVerbs } from './bibs.ts';
import { book, names } from './booking.ts';
import { companyVerbs } from './companies.ts';
import { companionVerbs } from './companions.ts';
import { contentVerbs } from './content.ts';
import type { Dice } from './dice.ts';
import { discountVerbs } from './discounts.ts';
import { freePlaceVerbs } from './free-places.ts';
import { giftCardVerbs } from './gift-cards.ts';
import { lateVerbs } from './late-registration.ts';
import { lotteryVerbs } from './lottery.ts';
import { newsletterVerbs } from './newsletter.ts';
import { orderChangeVerbs } from './order-changes.ts';
import { bookByPages } from './pages.ts';
import { paperVerbs } from './papers.ts';
import { importVerbs } from './participant-imports.ts';
import { paymentVerbs } from './payments.ts';
import {
  actForSomebody,
  changeEmail,
  changeSecondFactor,
  comeByProvider,
  leave,
  logInAgain,
  loseSession,
} from './people.ts';
import { holdVerbs } from './place-holds.ts';
import { quotaVerbs } from './quotas.ts';
import { raceDayVerbs } from './race-day.ts';
import { resultVerbs } from './results.ts';
import { settlingVerbs } from './settling.ts';
import { setupVerbs } from './setup.ts';
import { sharedTeamVerbs } from './shared-teams.ts';
import { shiftingVerbs } from './shifting.ts';
import { sizeVerbs } from './sizes.ts';
import { timingVerbs } from './timing.ts';
import { transferVerbs } from './transfers.ts';
import { someOrder, tried } from './tried.ts';
import { voucherVerbs } from './vouchers.ts';
import { waitingVerbs } from './waiting-room.ts';
import { waitlistVerbs } from './waitlist.ts';
import { withdrawalVerbs } from './withdrawals.ts';

/** Somebody with a browser; `secret` is in their authenticator while a second factor is on. */
export type Person = { caller: Caller; email: string; secret?: string };

/**
 * A season as random people and an organizer live it: every verb there is, through the API, in an order that dice
 * decide. Refusals are part of life; a 5xx never is.
 */
export type Season = {
  shop: TestShop;
  /** The payment provider. */
  provider: ServedSimulator;
  /** The timing system. */
  timing: RaceResultSimulator;
  dice: Dice;
  organizer: Caller;
  buyers: Caller[];
  /** The buyers with their addresses of now. */
  people: Person[];
  admin: Person;
  eventId: number;
  competitions: { id: number; team: boolean; min: number; max: number }[];
  articles: { articleId: number; variantIds: number[] }[];
  protectionId: number;
  /** Every voucher code there is. */
  codes: string[];
  voucherTypeIds: number[];
  orderIds: number[];
  tickets: { orderId: number; participantId: number }[];
  /** How often each verb was done and each refusal given. */
  log: Map<string, number>;
};

export type Json = Record<string, unknown>;

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
  const { participantForTicket } = await import('#modules/orders/index.ts');
  const person = await participantForTicket(season.shop.deps.read, participantId);
  // Now and then somebody shows what they had before it was replaced.
  const version = Math.max(0, (person?.ticketVersion ?? 0) - (dice.chance(0.2) ? 1 : 0));
  const [, , , mac] = ticketCodeOf(season.shop.deps.signer, eventId, participantId, version).split('.');
  await tried(season, 'scan', season.organizer, 'POST', `/api/admin/events/${eventId}/scan`, {
    device: `gate-${dice.between(1, 3)}`,
    eventSecret: dice.chance(0.1) ? 'FORGED0000000000' : mac,
    participantId,
    scannedAt: new Date(season.shop.clock() - dice.between(0, 600) * 1000).toISOString(),
  });
}

/** Now and then the weather ends it all; a piece is cut off by the power; and then the sun is out again. */
async function cancelEvent(season: Season): Promise<void> {
  const { dice, eventId, organizer, shop } = season;
  if (!dice.chance(0.15)) return;
  const { advanceCancellation } = await import('#modules/payments/event-cancellation/cancellation-job.ts');
  const { cancellationOf } = await import('#modules/payments/event-cancellation/start-cancellation.ts');
  const path = `/api/admin/events/${eventId}`;
  const text = { de: { subject: '{event}: abgesagt', body: 'Hallo {firstName}, es stürmt.' } };
  const refund = dice.pick(['none', 'withoutProcessingFee', 'full']);
  const body = { refund, message: dice.chance(0.5) ? text : null };
  if (!(await tried(season, 'cancel event', organizer, 'POST', `${path}/cancel`, body))) return;
  for (let running = await cancellationOf(shop.deps.read, eventId); running?.finishedAt === null; ) {
    const { id } = running;
    const isCut = dice.chance(0.3);
    const piece = shop.deps.write(async (work) => {
      await advanceCancellation(work, id);
      if (isCut) throw new Error('power');
    });
    await (isCut ? piece.catch(() => {}) : piece);
    running = await cancellationOf(shop.deps.read, eventId);
  }
  await tried(season, 'hold event', organizer, 'PATCH', path, { canceled: false });
}

type Verb = readonly [weight: number, run: (season: Season) => Promise<void>];
/** Without these a season is none. */
const dailyVerbs: readonly Verb[] = [[10, (season) => book(season)], [6, markPaid], [5, scan], ...voucherVerbs];
const verbs: readonly Verb[] = [
  ...dailyVerbs,
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
  [1, cancelEvent],
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
      const keepsPrice = season.dice.chance(0.2);
      const body = { participantId, competitionId: season.dice.pick(season.competitions).id, keepsPrice };
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
  [4, (season) => bookByPages(season, (person) => loseSession(season, person))],
  [2, logInAgain],
  [1, changeEmail],
  [1, changeSecondFactor],
  [1, comeByProvider],
  [1, leave],
  [1, actForSomebody],
  ...afterBookingVerbs,
  ...orderChangeVerbs,
  ...bibVerbs,
  ...contentVerbs,
  ...holdVerbs,
  ...raceDayVerbs,
  ...lateVerbs,
  ...freePlaceVerbs,
  ...giftCardVerbs,
  ...newsletterVerbs,
  ...companionVerbs,
  ...resultVerbs,
  ...paymentVerbs,
  ...paperVerbs,
  ...setupVerbs,
  ...shiftingVerbs,
  ...settlingVerbs,
  ...timingVerbs,
  ...quotaVerbs,
  ...discountVerbs,
  ...transferVerbs,
  ...waitlistVerbs,
  ...withdrawalVerbs,
  ...sizeVerbs,
  ...lotteryVerbs,
  ...sharedTeamVerbs,
  ...companyVerbs,
  ...importVerbs,
  ...waitingVerbs,
  [2, async ({ shop, dice }) => shop.clock.advance(dice.between(1, 180) * 60_000)],
  [4, async ({ shop }) => shop.settle()],
];

async function oneOf(some: readonly Verb[], season: Season): Promise<void> {
  let at = season.dice.roll() * some.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, verb] of some) {
    at -= weight;
    if (at < 0) return verb(season);
  }
}

/** A competition with room and a price that lasts, for a season in which all others were sold out before much had happened. */
export async function openAnother(season: Season): Promise<void> {
  const { organizer, eventId, shop } = season;
  const timestamp = new Date(shop.clock() + 60 * 86_400_000).toISOString();
  const fields = { title: 'Zusatzlauf', totalTicketCount: 500, timestamp };
  const path = `/api/admin/competitions/${eventId}`;
  const made = await tried(season, 'open another', organizer, 'POST', path, fields);
  const { id } = (made?.competition ?? {}) as { id?: number };
  if (id === undefined) return;
  const price = { price: 1900, quantity: 500 };
  await tried(season, 'price of another', organizer, 'POST', `/api/admin/competition-prices/${id}`, price);
  season.competitions.push({ id, team: false, min: 1, max: 1 });
}

/** One step of the season. */
export const step = (season: Season): Promise<void> => oneOf(verbs, season);
/** One of those that every season has. */
export const dailyStep = (season: Season): Promise<void> => oneOf(dailyVerbs, season);
