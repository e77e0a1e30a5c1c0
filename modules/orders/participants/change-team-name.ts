import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { addAudit } from '../add-audit.ts';
import { orderOf } from '../read.ts';
import { orderChanged } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { teams } from '../schema.ts';

/** @throws Problem NOT_FOUND for a team of another order, and for a single starter, who is a team of one without a name */
export async function changeTeamName(
  work: Work,
  input: { orderId: number; teamId: number; teamName: string; editorId: number },
): Promise<void> {
  const { orderId, teamId, teamName, editorId } = input;
  const order = (await orderOf(work.tx, orderId)) ?? refuse('NOT_FOUND');
  const team = order.competitions
    .filter(({ type }) => type === 'team')
    .flatMap((competition) => competition.teams)
    .find((each) => each.teamId === teamId);
  if (!team) return refuse('NOT_FOUND');
  if (team.teamName === teamName) return;
  await work.tx.update(teams).set({ teamName }).where(eq(teams.id, teamId));
  const changes = [{ field: 'teamName', before: team.teamName, after: teamName }];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, changes });
  await work.announce(orderChanged({ orderId }));
}
