import type { DraftTeam } from '#modules/orders/rules/draft.ts';

/**
 * What one tab posts beside what another has added meanwhile: people of the draft whom this tab never knew (`seen`: the
 * local ids that its form ever showed) stay; whom it knew and does not name any more were removed in it.
 */
export function withOtherTabs(
  posted: readonly DraftTeam[],
  before: readonly DraftTeam[],
  baseline: readonly string[],
): DraftTeam[] {
  const known = new Set([...baseline, ...posted.flatMap((team) => team.participants.map(({ localId }) => localId))]);
  const added = before
    .map((team) => ({ ...team, participants: team.participants.filter(({ localId }) => !known.has(localId)) }))
    .filter((team) => team.participants.length > 0);
  const grown = posted.map((team) => {
    const more = added.find(
      ({ localId, competitionId }) => localId === team.localId && competitionId === team.competitionId,
    );
    return more ? { ...team, participants: [...team.participants, ...more.participants] } : team;
  });
  return [...grown, ...added.filter(({ localId }) => !posted.some((team) => team.localId === localId))];
}
