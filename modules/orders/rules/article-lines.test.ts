import { describe, expect, test } from 'vitest';
import { Problem } from '#src/kernel/problem.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { problemText } from '#src/web/forms/refusal.ts';
import { articleLines, mayHaveMore, requireMayHaveMore } from './article-lines.ts';
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
  expect(problemText(translatorFor('de'), code, { details })).toMatch(team);
  expect(problemText(translatorFor('de', 'packages'), code, { details })).toMatch(group);
});

describe('more of an article for somebody who ordered', () => {
  const has = { localId: 'p1', index: 0, teamSize: 1, own: 0, ofTeam: 0 };
  type Case = [string, Parameters<typeof article>[0], Partial<typeof has>, number, number];
  test.each<Case>([
    ['no limits', {}, {}, 1, 100],
    ['what they have counts', { maxAmountPerParticipant: 3 }, { own: 1, ofTeam: 1 }, 1, 2],
    ['they have all that one may', { maxAmountPerParticipant: 2 }, { own: 2, ofTeam: 2 }, 1, 0],
    ['0 is no limit', { maxAmountPerParticipant: 0 }, {}, 1, 100],
    ['the least', { minAmountPerParticipant: 2 }, {}, 2, 100],
    ['the least, with what they have', { minAmountPerParticipant: 2 }, { own: 1, ofTeam: 1 }, 1, 99],
    ['the team has nearly all', { maxAmountPerTeam: 5 }, { teamSize: 3, own: 1, ofTeam: 4 }, 1, 1],
    ['the team needs more', { minAmountPerTeam: 4 }, { teamSize: 3, ofTeam: 1 }, 3, 100],
    ['least and most are apart', { minAmountPerTeam: 5, maxAmountPerParticipant: 2 }, {}, 5, 0],
    ['a team’s article is not for its second', { teamArticle: true }, { index: 1, teamSize: 2 }, 1, 0],
  ])('%s', (_, change, of, least, most) => {
    const [what, who] = [article(change), { ...has, ...of }];
    expect(mayHaveMore(what, who)).toEqual({ least, most });
    // The verb says just that.
    for (let more = 1; more <= 101; more += 1) {
      const isAllowed = more >= least && more <= most;
      const asked = () => requireMayHaveMore(what, who, more);
      if (isAllowed) expect(asked).not.toThrow();
      else expect(asked).toThrow(/ORDERED_(TOO_MANY|NOT_ENOUGH)_ARTICLES/);
    }
  });
});
