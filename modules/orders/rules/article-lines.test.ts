import { expect, test } from 'vitest';
import { Problem } from '#src/kernel/problem.ts';
import { problemText } from '#src/platform/forms/refusal.ts';
import { wordsFor } from '#src/platform/locale.ts';
import { articleLines } from './article-lines.ts';
import { article, basket, catalog, shirts } from './testing.ts';

/** One team of two, of whom the first takes so many shirts. */
function refusedFor(shop: ReturnType<typeof catalog>, quantity: number, by = 0) {
  const { teams } = basket({ starters: 2 });
  const participants = teams
    .flatMap((team) => team.participants)
    .map((person, index) => ({ ...person, articles: index === by ? [shirts(quantity)] : [] }));
  try {
    articleLines(shop, { teams: [{ competitionId: 10, participants }] } as Parameters<typeof articleLines>[1]);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test.each([
  ['too few', { minAmountPerTeam: 2 }, 1, 0, /^Für das Team .* zu wenige/, /^Für die Gruppe/],
  ['too many', { maxAmountPerTeam: 1 }, 2, 0, /^Für das Team .* zu viele/, /^Für die Gruppe/],
  ['not the first', { teamArticle: true }, 1, 1, /nimmt im Team nur die erste/, /in der Gruppe/],
])("a team's limit is told of the team, not of this person: %s", (_, limits, quantity, by, team, group) => {
  const { code, details } = refusedFor(catalog({ articles: [article(limits)] }), quantity, by);
  expect(problemText(wordsFor('de'), code, { details })).toMatch(team);
  expect(problemText(wordsFor('de', 'packages'), code, { details })).toMatch(group);
});
