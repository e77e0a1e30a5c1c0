import { noteTermsAccepted } from '#modules/accounts/index.ts';
import { endHolds, reserveTickets, reserveVariant } from '#modules/events/index.ts';
import { takeMembers } from '#modules/member-lists/index.ts';
import { redeemVouchers } from '#modules/vouchers/index.ts';
import { brokenConstraint } from '#src/data/database.ts';
import { batches, insertRows, insertRowsReturning } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { instant, minutes, plus } from '#src/kernel/time.ts';
import { type Locale, translatorFor } from '#src/texts/locale.ts';
import { orderPaid } from '../rules/facts.ts';
import { personIdentity } from '../rules/identity.ts';
import type { OrderItem } from '../rules/order-item.ts';
import { rightOf } from '../rules/order-item.ts';
import { dataOf } from '../rules/participant.ts';
import { refuse } from '../rules/problems.ts';
import { sharedTeamOf } from '../rules/shared-entry.ts';
import {
  orderAudits,
  orderItems,
  orderProtections,
  orders,
  participantArticles,
  participantFields,
  participants,
  teams,
} from '../schema.ts';
import { ticketCounts } from './cancel-order.ts';
import { askMembers, endAwaited, memberProofTime } from './member-proof.ts';
import type { PlacedOrder, PlaceOrder, Planned } from './plan-order.ts';
import { refuseDuplicate, storedKey } from './refuse-duplicate.ts';

export const keyOf = ({ viewer, idempotencyKey }: PlaceOrder): string | null =>
  idempotencyKey === null ? null : storedKey(viewer.userId, idempotencyKey);

/**
 * Writes planned orders with one statement per table and returns them in order. Events with held places are written
 * alone.
 * @throws Problem, or the violated constraint; the caller then rolls back
 */
export async function writeOrders(work: Work, planned: readonly Planned[]): Promise<PlacedOrder[]> {
  await reserve(work, planned);
  for (const { own, input, priced, catalog } of planned) {
    if (own === null) continue;
    const bought = priced.reservations.tickets.map((ticket) => ({
      ...ticket,
      ofTeam: sharedTeamOf(catalog, ticket.competitionId) !== null,
    }));
    await endHolds(work, input.eventId, own, bought);
  }
  const placed = await insertOrders(work, planned);
  for (const [at, { priced }] of planned.entries()) {
    await redeemVouchers(work, orderAt(placed, at).orderId, priced.reservations.vouchers);
  }
  await insertPeople(work, planned, placed);
  await insertLines(work, planned, placed);
  await insertRows(
    work.tx,
    orderAudits,
    planned.flatMap(({ input }, at) => {
      const { orderId, status } = orderAt(placed, at);
      const { editorId } = input.atDesk ?? input.byOrganizer ?? { editorId: input.viewer.userId };
      const types = status === 'complete' ? (['OrderCreated', 'OrderPaid'] as const) : (['OrderCreated'] as const);
      const impersonatorId = editorId === null ? null : (work.impersonatorId ?? null);
      return types.map((type) => ({ orderId, type, editorId, impersonatorId, createdAt: work.now }));
    }),
  );
  for (const [at, plan] of planned.entries())
    if (isAwaited(plan)) {
      const { orderId } = orderAt(placed, at);
      const { language: locale, viewer } = plan.input;
      const until = plus(work.now, memberProofTime);
      await askMembers(work, { orderId, userId: viewer.userId, locale, until });
    }
  const accepting = planned
    .filter(({ input }) => !input.atDesk && !input.byOrganizer)
    .map(({ input }) => input.viewer.userId);
  await noteTermsAccepted(work, accepting);
  const paid = placed.filter(({ status }) => status === 'complete');
  for (const _ of placed) work.count('startblock_orders_booked_total');
  for (const _ of paid) work.count('startblock_orders_paid_total');
  if (paid.length > 0) await work.announce(...paid.map(({ orderId }) => orderPaid({ orderId })));
  return placed;
}

const orderAt = (placed: readonly PlacedOrder[], at: number): PlacedOrder =>
  present(placed[at], 'every order was written');

/** In a fixed order, so that two processes cannot deadlock. */
async function reserve(work: Work, planned: readonly Planned[]): Promise<void> {
  const own = planned[0]?.own ?? null;
  assert(planned.length === 1 || planned.every((each) => each.own === null), 'who holds places is written alone');
  const tickets = planned.flatMap(({ priced }) =>
    priced.reservations.tickets.flatMap(({ count, ...of }) => Array.from({ length: count }, () => of)),
  );
  for (const ticket of ticketCounts(tickets)) await reserveTickets(work, ticket, own);
  const pieces = new Map<number, number>();
  for (const { priced } of planned)
    for (const { variantId, quantity } of priced.reservations.variants)
      pieces.set(variantId, (pieces.get(variantId) ?? 0) + quantity);
  for (const [variantId, quantity] of [...pieces].sort(([a], [b]) => a - b))
    await reserveVariant(work, { variantId, quantity });
}

async function insertOrders(work: Work, planned: readonly Planned[]): Promise<PlacedOrder[]> {
  const made = await insertRowsReturning<typeof orders, { id: number }>(
    work.tx,
    orders,
    planned.map((plan) => {
      const { input, catalog, basket, priced } = plan;
      const isFree = isComplete(plan);
      const memberProofUntil = isAwaited(plan) ? plus(work.now, memberProofTime) : null;
      const { viewer } = input;
      return {
        userId: viewer.userId,
        visitId: viewer.visitId,
        eventId: catalog.event.id,
        status: isFree ? ('complete' as const) : ('pending' as const),
        orderDate: work.now,
        totalPrice: priced.totalPrice,
        language: input.language,
        paymentMethod: isFree ? 'voucher' : null,
        paymentStatus: isFree ? ('completed' as const) : null,
        paidAt: isFree ? work.now : null,
        expiresAt: isFree
          ? null
          : (memberProofUntil ?? instant(work.now + minutes(catalog.event.onlinePaymentHoldMinutes))),
        memberProofUntil,
        contactAddress: basket.contactAddress,
        deliveryAddress: basket.deliveryAddress,
        invoiceAddress: basket.invoiceAddress,
        idempotencyKey: keyOf(input),
        idempotencyBodyHash: input.bodyHash ?? null,
        awaitsProof: viewer.level !== 'verified',
        ticketsWithheld: input.byOrganizer?.withholdsTickets ?? false,
      };
    }),
    ['id'],
  );
  // Ids ascend in the order of the values, whatever order is returned.
  const ids = made.map(({ id }) => id).sort((a, b) => a - b);
  return planned.map((plan, at) => ({
    orderId: present(ids[at], 'an inserted order has an id'),
    totalPrice: plan.priced.totalPrice,
    status: isComplete(plan) ? 'complete' : 'pending',
  }));
}

/** Awaits the consent of a listed address's owner. */
const isAwaited = ({ members }: Planned): boolean => members.some(({ isAsked }) => isAsked);
const isComplete = (plan: Planned): boolean => plan.priced.totalPrice === 0 && !isAwaited(plan);

async function insertPeople(work: Work, planned: readonly Planned[], placed: readonly PlacedOrder[]): Promise<void> {
  const { tx } = work;
  const insertedTeams = await insertRowsReturning<typeof teams, { id: number; order_id: number; position: number }>(
    tx,
    teams,
    planned.flatMap(({ basket, catalog }, at) =>
      basket.teams.map(({ competitionId, teamName }, position) => {
        const isTeam = catalog.competitions.some(({ id, type }) => id === competitionId && type === 'team');
        const shared = sharedTeamOf(catalog, competitionId);
        return {
          orderId: orderAt(placed, at).orderId,
          competitionId,
          // Single starters are a team of one without a name.
          teamName: shared ? shared.name : isTeam ? teamName : null,
          sharedTeamId: shared?.id ?? null,
          position,
        };
      }),
    ),
    ['id', 'order_id', 'position'],
  );
  const teamIds = new Map(insertedTeams.map((team) => [`${team.order_id}|${team.position}`, team.id]));
  const people = planned.flatMap(({ basket, catalog, priced }, at) => {
    const { orderId } = orderAt(placed, at);
    const ticketOf = new Map(priced.tickets.map((ticket) => [ticket.participantLocalId, ticket]));
    return basket.teams.flatMap((team, position) =>
      team.participants.map((person) => {
        const ticket = present(ticketOf.get(person.localId), 'every participant has a quoted ticket');
        return {
          orderId,
          teamId: present(teamIds.get(`${orderId}|${position}`), 'every team was inserted'),
          eventId: catalog.event.id,
          competitionId: team.competitionId,
          competitionPriceId: ticket.competitionPriceId,
          localId: person.localId,
          ...dataOf(person),
          ticketPrice: ticket.ticketPrice,
          chargedPrice: ticket.chargedPrice,
          identity: personIdentity(person),
        };
      }),
    );
  });
  const [first] = planned;
  const inserted = await insertRowsReturning<typeof participants, { id: number; order_id: number; local_id: string }>(
    tx,
    participants,
    people,
    ['id', 'order_id', 'local_id'],
  ).catch(async (error) => {
    // In a group, each booking is retried alone.
    if (brokenConstraint(error) !== 'unique' || first === undefined || planned.length > 1) throw error;
    return refuseDuplicate(work, people, first.input.viewer, orderAt(placed, 0).orderId);
  });
  const ids = new Map(inserted.map((person) => [`${person.order_id}|${person.local_id}`, person.id]));
  const idOf = (at: number, localId: string) =>
    present(ids.get(`${orderAt(placed, at).orderId}|${localId}`), 'every participant was inserted');

  const articles = planned.flatMap(({ priced, catalog }, at) =>
    priced.articles.map((line) => ({
      ...line,
      participantId: idOf(at, line.participantLocalId),
      withdrawalRight: rightOf(catalog.articles, line.articleId),
    })),
  );
  for (const batch of batches(articles)) await tx.insert(participantArticles).values(batch);
  const answers = planned.flatMap(({ basket }, at) =>
    basket.teams.flatMap((team) =>
      team.participants.flatMap((person) =>
        person.formFieldsSelected.map((answer) => ({ participantId: idOf(at, person.localId), ...answer })),
      ),
    ),
  );
  for (const batch of batches(answers)) await tx.insert(participantFields).values(batch).onConflictDoNothing();

  const used = planned.flatMap(({ members }, at) =>
    members.map(({ participantLocalId, ...of }) => ({ ...of, participantId: idOf(at, participantLocalId) })),
  );
  await endAwaited(work, used);
  // Another order used the discount, so the price changed.
  if (!(await takeMembers(work, used)))
    refuse('NOT_MATCHING_ORDER_TOTAL', { sentTotalPrice: first?.input.booking.totalPrice });
}

async function insertLines({ tx }: Work, planned: readonly Planned[], placed: readonly PlacedOrder[]): Promise<void> {
  await insertRows(
    tx,
    orderItems,
    planned.flatMap(({ priced, input }, at) =>
      namedItems(priced.orderItems, input.language).map((line, position) => ({
        ...line,
        soldByPlatform: line.soldByPlatform ?? false,
        orderId: orderAt(placed, at).orderId,
        position,
      })),
    ),
  );
  const protections = planned.flatMap(({ priced }, at) =>
    priced.protections.map(({ id, title, price }) => ({
      orderId: orderAt(placed, at).orderId,
      protectionId: id,
      title,
      price,
    })),
  );
  for (const batch of batches(protections)) await tx.insert(orderProtections).values(batch);
}

export function namedItems(items: readonly OrderItem[], language: Locale): OrderItem[] {
  const i18n = translatorFor(language);
  const names = { of: i18n.t('orders.item.of'), sc: i18n.t('orders.item.sc') };
  return items.map((line) => (line.kind === 'of' || line.kind === 'sc' ? { ...line, name: names[line.kind] } : line));
}
