import { eq } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { placesOf, teamsOfCaptain } from './read-teams.ts';
import { sharedTeamPlaces, sharedTeams } from './schema.ts';

/** Teams of a captain with the invited addresses. Members export their own orders. */
export const sharedTeamData: PersonalData = {
  async collect(reader, userId) {
    const teams = await teamsOfCaptain(reader, userId);
    const user = await userById(reader, userId);
    const invited = user
      ? await reader
          .select({ teamId: sharedTeamPlaces.teamId })
          .from(sharedTeamPlaces)
          .where(eq(sharedTeamPlaces.email, user.email))
      : [];
    const exported = [];
    for (const team of teams)
      exported.push({
        id: team.id,
        eventId: team.eventId,
        name: team.name,
        captain: team.captain,
        kind: team.kind,
        state: team.state,
        createdAt: toIso(team.createdAt),
        payBy: toIso(team.payBy),
        endedAt: toIsoOrNull(team.endedAt),
        invited: (await placesOf(reader, team.id)).flatMap(({ email }) => (email === null ? [] : [email])),
      });
    return { teams: exported, invitedTo: invited.map(({ teamId }) => teamId) };
  },
  /** The team continues without its captain: members have paid, and missing places expire on time. */
  async erase(work, userId) {
    const user = await userById(work.tx, userId);
    for (const { id } of await teamsOfCaptain(work.tx, userId))
      await work.tx.update(sharedTeamPlaces).set({ email: null, toldAt: null }).where(eq(sharedTeamPlaces.teamId, id));
    await work.tx
      .update(sharedTeams)
      .set({ userId: null, email: '', captain: '' })
      .where(eq(sharedTeams.userId, userId));
    if (user)
      await work.tx
        .update(sharedTeamPlaces)
        .set({ email: null, toldAt: null })
        .where(eq(sharedTeamPlaces.email, user.email));
  },
};
