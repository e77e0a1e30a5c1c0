import { and, eq } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { holdsPlaces } from '#modules/events/rules/place-holds.ts';
import { withQuotas } from '#modules/events/rules/shared-quotas.ts';
import { memberConflictKeys } from '#modules/member-lists/index.ts';
import { foldCode } from '#modules/vouchers/rules/voucher.ts';
import { endsTransaction } from '#src/data/database.ts';
import type { Work, Write } from '#src/data/work.ts';
import { refuse as refuseGeneral } from '#src/kernel/problem.ts';
import { completeBasket } from '../rules/entry-check.ts';
import { personIdentity } from '../rules/identity.ts';
import type { Quote } from '../rules/pricing.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';
import { type PlacedOrder, type PlaceOrder, type Planned, planOrder } from './plan-order.ts';
import { keyOf, writeOrders } from './write-orders.ts';

export type Booked<T> = {
  order: PlaceOrder;
  check?: (work: Work) => Promise<void>;
  /** Runs after it; a refusal rolls the order back. `isNew`: the idempotency key was not used before. */
  finish: (work: Work, placed: PlacedOrder, isNew: boolean) => Promise<T>;
};
type Waiting = { booked: Booked<unknown>; succeed: (value: unknown) => void; fail: (error: unknown) => void };
type Queue = { waiting: Waiting[]; isAsked: boolean };
type Outcome = { value: unknown } | { error: unknown };

/** Bookings per transaction; more would delay the first one. */
const maxBatchSize = 128;
const queues = new WeakMap<Write, Queue>();

/**
 * Books together with other waiting bookings. Each is checked against the stock left by the bookings before it, and all
 * are written with one statement per table. If a constraint or a concurrent process objects, each is booked alone in
 * order of arrival.
 * @throws Problem; then nothing was reserved
 */
export function placeInBatch<T>(write: Write, booked: Booked<T>): Promise<T> {
  const queue = queues.get(write) ?? { waiting: [], isAsked: false };
  queues.set(write, queue);
  return new Promise<T>((succeed, fail) => {
    queue.waiting.push({ booked, succeed: succeed as (value: unknown) => void, fail });
    if (!queue.isAsked) ask(write, queue);
  });
}

function ask(write: Write, queue: Queue): void {
  queue.isAsked = true;
  let taken: Waiting[] = [];
  const take = (): Waiting[] => {
    // A retried transaction repeats the same bookings.
    if (taken.length === 0) taken = queue.waiting.splice(0, maxBatchSize);
    queue.isAsked = false;
    return taken;
  };
  write((work) =>
    placeGroup(
      work,
      take().map(({ booked }) => booked),
    ),
  )
    .then(
      (outcomes) => {
        for (const [at, outcome] of outcomes.entries()) {
          if ('error' in outcome) taken[at]?.fail(outcome.error);
          else taken[at]?.succeed(outcome.value);
        }
      },
      (error: unknown) => {
        for (const { fail } of take()) fail(error);
      },
    )
    .finally(() => {
      if (queue.waiting.length > 0 && !queue.isAsked) ask(write, queue);
    });
}

async function placeGroup(work: Work, group: readonly Booked<unknown>[]): Promise<Outcome[]> {
  const [only] = group;
  // A single booking: its transaction rolls back with it.
  if (group.length === 1 && only) return [{ value: await placeAlone(work, only) }];
  try {
    return await work.within((inner) => new Group(inner, group).place());
  } catch (error) {
    if (endsTransaction(error)) throw error;
  }
  const outcomes: Outcome[] = [];
  for (const booked of group) {
    outcomes.push(await outcomeOf(async () => ({ value: await work.within((inner) => placeAlone(inner, booked)) })));
  }
  return outcomes;
}

async function outcomeOf<T>(run: () => Promise<T>): Promise<T | { error: unknown }> {
  try {
    return await run();
  } catch (error) {
    if (endsTransaction(error)) throw error;
    return { error };
  }
}

async function placeAlone<T>(work: Work, { order, check, finish }: Booked<T>): Promise<T> {
  const before = await orderOfKey(work, order);
  if (before) return finish(work, before, false);
  await check?.(work);
  return finish(work, await placeNew(work, order), true);
}

/** One attempt to write a group of bookings. */
class Group {
  readonly #catalogs = new Map<number, Catalog>();
  readonly #outcomes: (Outcome | null)[] = [];
  #planned: { at: number; plan: Planned; finish: Booked<unknown>['finish'] }[] = [];
  /** Keys used by planned bookings; a booking that shares one waits for the next group. */
  #touched = new Set<string>();

  constructor(
    private readonly work: Work,
    private readonly group: readonly Booked<unknown>[],
  ) {}

  async place(): Promise<Outcome[]> {
    for (const [at, booked] of this.group.entries()) {
      this.#outcomes[at] = null;
      const touches = touchedBy(booked, await this.#catalogOf(booked.order));
      if (touches.some((each) => this.#touched.has(each))) await this.#writePlanned();
      if (await this.#isCountedThere(booked.order)) {
        this.#outcomes[at] = await this.#placeAlone(booked);
        continue;
      }
      const outcome = await outcomeOf(() => this.#planOne(booked));
      if (!('plan' in outcome)) this.#outcomes[at] = outcome;
      else this.#accept(at, outcome.plan, booked, touches);
    }
    await this.#writePlanned();
    return this.#outcomes.map((outcome) => outcome as Outcome);
  }

  async #planOne({ order, check, finish }: Booked<unknown>): Promise<{ plan: Planned } | { value: unknown }> {
    const before = await orderOfKey(this.work, order);
    if (before) return { value: await this.work.within((inner) => finish(inner, before, false)) };
    const catalog = (await this.#catalogOf(order)) ?? refuse('NOT_FOUND');
    const planIn = async (work: Work) => {
      await check?.(work);
      return { plan: await planOrder(work, order, catalog) };
    };
    // A refused booking must not count against a guest's limit or use up a turn in the waiting room.
    return isCounted(order) || check || catalog.event.waitingRoom ? this.work.within(planIn) : planIn(this.work);
  }

  #accept(at: number, plan: Planned, { order, finish }: Booked<unknown>, touches: readonly string[]): void {
    const catalog = this.#catalogs.get(order.eventId) ?? plan.catalog;
    this.#catalogs.set(order.eventId, afterBooking(catalog, plan.priced));
    this.#planned.push({ at, plan, finish });
    for (const each of touches) this.#touched.add(each);
  }

  async #catalogOf({ eventId }: PlaceOrder): Promise<Catalog | null> {
    const catalog = this.#catalogs.get(eventId) ?? (await catalogOf(this.work.tx, eventId));
    if (catalog) this.#catalogs.set(eventId, catalog);
    return catalog;
  }

  /** Held places are counted by the database. */
  async #isCountedThere(order: PlaceOrder): Promise<boolean> {
    const event = (await this.#catalogOf(order))?.event;
    return event !== undefined && (event.placeHoldMinutes !== null || holdsPlaces(event));
  }

  /** Check and write in one transaction, so that a refused order uses up no turn. */
  async #placeAlone(booked: Booked<unknown>): Promise<Outcome> {
    await this.#writePlanned();
    this.#catalogs.delete(booked.order.eventId);
    return outcomeOf(async () => ({ value: await this.work.within((inner) => placeAlone(inner, booked)) }));
  }

  async #writePlanned(): Promise<void> {
    const planned = this.#planned;
    this.#planned = [];
    this.#touched.clear();
    if (planned.length === 0) return;
    const placed = await writeOrders(
      this.work,
      planned.map(({ plan }) => plan),
    );
    for (const [index, { at, finish }] of planned.entries()) {
      this.#outcomes[at] = { value: await finish(this.work, placed[index] as PlacedOrder, true) };
    }
  }
}

const isCounted = ({ viewer, origin }: PlaceOrder): boolean => viewer.level !== 'verified' && origin.limitFactor > 0;

/** Keys that only one order may use, or that are counted from written rows. */
function touchedBy({ order, check }: Booked<unknown>, catalog: Catalog | null): string[] {
  const { viewer, booking } = order;
  const key = keyOf(order);
  const people = booking.teams.flatMap(({ competitionId, participants }) =>
    participants.flatMap((person) => {
      const identity = personIdentity(person);
      return identity === null ? [] : [`person|${competitionId}|${identity}`];
    }),
  );
  return [
    ...people,
    ...(catalog ? memberConflictKeys(catalog, () => completeBasket(catalog, booking).teams) : []),
    ...booking.appliedVouchers.map(({ code }) => `code|${foldCode(code)}`),
    ...(key === null ? [] : [`key|${viewer.visitId}|${key}`]),
    `places|${viewer.userId}|${order.eventId}`,
    ...(isCounted(order) ? [`user|${viewer.userId}`] : []),
    ...(isCounted(order) || check ? [`visit|${viewer.visitId}`] : []),
  ];
}

/** The catalog after a planned booking, for the next one. */
export function afterBooking(catalog: Catalog, { reservations: { tickets, variants } }: Quote): Catalog {
  const of = <T>(rows: readonly T[], isIt: (row: T) => boolean, count: (row: T) => number): number =>
    rows.reduce((sum, row) => sum + (isIt(row) ? count(row) : 0), 0);
  return {
    ...catalog,
    competitions: withQuotas(
      catalog.competitions.map((competition) => {
        const taken = tickets.filter(({ competitionId }) => competitionId === competition.id);
        if (taken.length === 0) return competition;
        const sold = of(
          taken,
          () => true,
          ({ count }) => count,
        );
        const prices = competition.prices.map((price) => ({
          ...price,
          sold:
            price.sold +
            of(
              taken,
              ({ priceId }) => priceId === price.id,
              ({ count }) => count,
            ),
        }));
        return { ...competition, sold: competition.sold + sold, prices };
      }),
      catalog.quotas,
    ),
    articles:
      variants.length === 0
        ? catalog.articles
        : catalog.articles.map((article) => ({
            ...article,
            variants: article.variants.map((variant) => ({
              ...variant,
              sold:
                variant.sold +
                of(
                  variants,
                  (v) => v.variantId === variant.id,
                  ({ quantity }) => quantity,
                ),
            })),
          })),
  };
}

/**
 * Books in the caller's transaction: reserves stock and codes and writes the order, all or nothing. A total of 0
 * completes at once. Prefer `placeInBatch` outside of a transaction.
 * @throws Problem
 */
export async function placeOrder(work: Work, input: PlaceOrder): Promise<PlacedOrder> {
  return (await orderOfKey(work, input)) ?? (await placeNew(work, input));
}

export async function placeNew(work: Work, input: PlaceOrder): Promise<PlacedOrder> {
  const catalog = (await catalogOf(work.tx, input.eventId)) ?? refuse('NOT_FOUND');
  const [placed] = await writeOrders(work, [await planOrder(work, input, catalog)]);
  return placed as PlacedOrder;
}

/** The order made with this idempotency key. @throws Problem IDEMPOTENCY_KEY_REUSED for another booking */
export async function orderOfKey({ tx }: Work, input: PlaceOrder): Promise<PlacedOrder | null> {
  const key = keyOf(input);
  if (key === null) return null;
  const [order] = await tx
    .select({
      orderId: orders.id,
      totalPrice: orders.totalPrice,
      status: orders.status,
      bodyHash: orders.idempotencyBodyHash,
    })
    .from(orders)
    .where(and(eq(orders.visitId, input.viewer.visitId), eq(orders.idempotencyKey, key)));
  if (!order) return null;
  const { bodyHash, ...placed } = order;
  if (bodyHash && input.bodyHash && bodyHash !== input.bodyHash) refuseGeneral('IDEMPOTENCY_KEY_REUSED');
  return { ...placed, status: placed.status === 'pending' ? 'pending' : 'complete' };
}
