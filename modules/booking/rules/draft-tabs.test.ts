import { expect, test } from 'vitest';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { emptyParticipant } from '#modules/orders/rules/draft-answers.ts';
import { withOtherTabs } from './draft-tabs.ts';

const team = (localId: string, ...people: string[]): DraftTeam => ({
  localId,
  competitionId: 1,
  teamName: '',
  participants: people.map((id) => emptyParticipant(id)),
});
const idsOf = (teams: readonly DraftTeam[]) =>
  teams.map((each) => [each.localId, ...each.participants.map(({ localId }) => localId)].join(' '));

test.each([
  ['somebody added in another tab stays', [team('1', 'a')], [team('1', 'a'), team('2', 'b')], ['a'], ['1 a', '2 b']],
  ['somebody removed here is gone', [team('1', 'a')], [team('1', 'a'), team('2', 'b')], ['a', 'b'], ['1 a']],
  ['somebody removed there comes back with what was typed here', [team('1', 'a')], [], ['a'], ['1 a']],
  [
    'a member added in another tab stays in their team',
    [team('1', 'a', 'b')],
    [team('1', 'a', 'b', 'c')],
    ['a', 'b'],
    ['1 a b c'],
  ],
  ['a member removed here is gone', [team('1', 'a')], [team('1', 'a', 'b')], ['a', 'b'], ['1 a']],
  ['a team that was emptied here takes nobody of another tab along', [], [team('1', 'a', 'b')], ['a'], ['1 b']],
  ['a page that knew nobody removes nobody', [], [team('1', 'a')], [''], ['1 a']],
])('%s', (_, posted, before, baseline, after) => {
  expect(idsOf(withOtherTabs(posted, before, baseline))).toEqual(after);
});
