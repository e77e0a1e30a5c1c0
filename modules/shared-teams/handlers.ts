import { and, asc, eq, inArray, isNotNull, lt, lte } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { userEmailChanged } from '#modules/accounts/rules/facts.ts';
import { eventChanged, heldPlacesBought } from '#modules/events/rules/facts.ts';
import { orderCanceled, orderReactivated, participantMoved, placePassed } from '#modules/orders/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { days, hours, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { postPassed } from './mails.ts';
import { liveTeamsOf, seatsOf, teamOf, teamsOfOrder } from './read-teams.ts';
import { retentionDays } from './rules/team-state.ts';
import { sharedTeamPlaces, sharedTeams } from './schema.ts';
import { placeIdOf, settleTeam } from './settle-team.ts';

export function sharedTeamHandlers(deps: Deps): readonly FactHandler[] {
  const settle = async (work: Work, ids: readonly number[]): Promise<void> => {
    for (const id of new Set(ids)) await settleTeam(deps, work, id);
  };
  const ofOrder = async (work: Work, { orderId }: { orderId: number }) =>
    settle(work, await teamsOfOrder(work.tx, orderId));
  const ofKeys = async (work: Work, keys: readonly string[]): Promise<void> => {
    const ids = keys.map(placeIdOf).filter((id) => id !== null);
    if (ids.length === 0) return;
    const places = await work.tx
      .select({ teamId: sharedTeamPlaces.teamId, visit: sharedTeamPlaces.claimedBy })
      .from(sharedTeamPlaces)
      .where(inArray(sharedTeamPlaces.id, ids));
    // Releases the other places this visit claimed but did not order.
    const visits = places.flatMap(({ visit }) => (visit === null ? [] : [visit]));
    await work.tx
      .update(sharedTeamPlaces)
      .set({ claimedBy: null, claimedUntil: null })
      .where(inArray(sharedTeamPlaces.claimedBy, visits));
    await settle(
      work,
      places.map(({ teamId }) => teamId),
    );
  };
  /** The new person keeps the seat and the leg. The captain is told, and the invited address is deleted. */
  const notePassed = async (work: Work, { participantId, orderId }: { participantId: number; orderId: number }) => {
    const seat = (await seatsOf(work.tx, [participantId])).get(participantId);
    if (!seat) return;
    await work.tx
      .update(sharedTeamPlaces)
      .set({ email: null, toldAt: null })
      .where(eq(sharedTeamPlaces.participantId, participantId));
    await postPassed(work, await teamOf(work.tx, seat.id), { participantId, orderId });
  };
  const followMailbox = async ({ tx }: Work, { userId, before }: { userId: number; before: string }) => {
    const user = await userById(tx, userId);
    if (!user) return;
    await tx
      .update(sharedTeams)
      .set({ email: user.email })
      .where(and(eq(sharedTeams.userId, userId), eq(sharedTeams.email, before)));
  };
  return [
    onFact(userEmailChanged, 'shared-teams.mailbox', followMailbox),
    onFact(placePassed, 'shared-teams.passed', notePassed),
    onFact(heldPlacesBought, 'shared-teams.bought', (work, { keys }) => ofKeys(work, keys)),
    onFact(orderCanceled, 'shared-teams.canceled', ofOrder),
    // Late money may reactivate a canceled order: its people are members again.
    onFact(orderReactivated, 'shared-teams.reactivated', ofOrder),
    onFact(participantMoved, 'shared-teams.moved', ofOrder),
    onFact(eventChanged, 'shared-teams.event', async (work, { eventId }) =>
      settle(
        work,
        (await liveTeamsOf(work.tx, eventId)).map(({ id }) => id),
      ),
    ),
  ];
}

const atOnce = 50;

export const sharedTeamsJob = (deps: Pick<Deps, 'read' | 'write' | 'clock' | 'openCancellationRefund'>): Job => ({
  name: 'shared-teams',
  everyMs: minutes(1),
  endsByClock: true,
  async run() {
    const { dueAt, id } = sharedTeams;
    const due = await deps.read
      .select({ id })
      .from(sharedTeams)
      .where(lte(dueAt, deps.clock()))
      .orderBy(asc(dueAt))
      .limit(atOnce);
    for (const team of due) await deps.write((work) => settleTeam(deps, work, team.id));
    return due.length === atOnce;
  },
});

/** The orders keep who started with whom. */
export const forgetTeamsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-shared-teams',
  everyMs: hours(1),
  endsByClock: true,
  async run() {
    await write(async ({ tx, now }) => {
      const { endedAt, id } = sharedTeams;
      const isOver = and(isNotNull(endedAt), lt(endedAt, instant(now - days(retentionDays))));
      const expired = await tx.select({ id }).from(sharedTeams).where(isOver).limit(atOnce);
      if (expired.length > 0)
        await tx.delete(sharedTeams).where(
          inArray(
            id,
            expired.map((team) => team.id),
          ),
        );
    });
    return false;
  },
});
