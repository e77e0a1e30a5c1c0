import { expect, test } from 'vitest';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { emptyParticipant } from '#modules/orders/rules/draft-answers.ts';
import { isRenderedElsewhere } from './folded-people.ts';

const teamsOf = (...sizes: number[]): DraftTeam[] =>
  sizes.map((size, at) => ({
    localId: `t${at}`,
    competitionId: 1,
    teamName: '',
    participants: Array.from({ length: size }, (_, index) => emptyParticipant(`p${at}-${index}`)),
  }));

test.each([
  [[], false],
  [[1], false],
  [[10, 20], false],
  [[10, 21], true],
  [[31], true],
])('people in teams of %j are rendered elsewhere: %j', (sizes, isElsewhere) => {
  expect(isRenderedElsewhere(teamsOf(...sizes))).toBe(isElsewhere);
});
