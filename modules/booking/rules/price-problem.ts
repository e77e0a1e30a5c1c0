import type { Problem } from '#src/kernel/problem.ts';

/** Whose ticket is only for those who hold a voucher; null when the problem is another one. */
export const needsVoucher = (problem: Pick<Problem, 'code' | 'details'> | null): string | null =>
  problem?.code === 'TICKET_NOT_AVAILABLE' && problem.details.reason === 'onlyBuyableWithVoucher'
    ? String(problem.details.participantLocalId)
    : null;

/** The name of a participant as typed so far; empty when none was. */
export function nameOf(
  teams: readonly { participants: readonly { localId: string; firstName: string; lastName: string }[] }[],
  localId: string,
): string {
  const person = teams.flatMap(({ participants }) => participants).find((each) => each.localId === localId);
  return person ? `${person.firstName} ${person.lastName}`.trim() : '';
}
