import type { Problem } from '#src/kernel/problem.ts';

/** Local id of the person whose ticket needs a voucher; null for other problems. */
export const needsVoucher = (problem: Pick<Problem, 'code' | 'details'> | null): string | null =>
  problem?.code === 'TICKET_NOT_AVAILABLE' && problem.details.reason === 'onlyBuyableWithVoucher'
    ? String(problem.details.participantLocalId)
    : null;

/** Name as entered so far. */
export function nameOf(
  teams: readonly { participants: readonly { localId: string; firstName: string; lastName: string }[] }[],
  localId: string,
): string {
  const person = teams.flatMap(({ participants }) => participants).find((each) => each.localId === localId);
  return person ? `${person.firstName} ${person.lastName}`.trim() : '';
}
