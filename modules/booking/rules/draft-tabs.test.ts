import { expect, test } from 'vitest';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { emptyParticipant } from '#modules/orders/rules/draft-answers.ts';
import { editTimesIn, isOutdated, ofProtections, withInput, withOtherTabs } from './draft-tabs.ts';

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

test('what is chosen on a card is newer than a page of the articles from before, and so are its boxes', () => {
  const form = new FormData();
  for (const typed of ['0', '2000:a', `3000:${ofProtections}`]) form.append('typed', typed);
  const changed = withInput({}, editTimesIn(form), 'competitions', false, new Set(['a']));
  const page = (at: number) => ({ latest: at, times: new Map() });
  expect([1999, 2000].map((at) => isOutdated(page(at), changed, 'articles', 'a'))).toEqual([true, false]);
  expect([2999, 3000].map((at) => isOutdated(page(at), changed, 'cancellation-protection'))).toEqual([true, false]);
  const without = withInput({}, editTimesIn(form), 'competitions', false);
  expect(isOutdated(page(0), without, 'articles', 'a'), 'no articles stood on that card').toBe(false);
});
