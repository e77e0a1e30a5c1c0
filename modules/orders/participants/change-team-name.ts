import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { addAudit } from '../order/add-audit.ts';
import { refuse } from '../rules/problems.ts';
import { teams } from '../schema.ts';

/** @throws Problem NOT_FOUND for a team of another order */
export async function changeTeamName(
  work: Work,
  input: { orderId: number; teamId: number; teamName: string | null; editorId: number },
): Promise<void> {
  const { orderId, teamId, teamName, editorId } = input;
  const [team] = await work.tx
    .select({ teamName: teams.teamName })
    .from(teams)
    .where(and(eq(teams.id, teamId), eq(teams.orderId, orderId)));
  if (!team) return refuse('NOT_FOUND');
  if (team.teamName === teamName) return;
  await work.tx.update(teams).set({ teamName }).where(eq(teams.id, teamId));
  const comment = `${team.teamName ?? '–'} → ${teamName ?? '–'}`;
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment });
  await work.announce({ name: 'order.changed', orderId });
}
