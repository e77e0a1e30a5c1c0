import { describe, expect, test } from 'vitest';
import type { OrderedPerson } from '#modules/companions/rules/known-people.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { emptyParticipant } from '#modules/orders/rules/draft-answers.ts';
import { inputOf } from '#modules/orders/rules/participant.ts';
import { lateIntent } from './late-intent.ts';

/** `a:Ada,b` is a team of Ada and of somebody without a name; its competition is 7. */
const teamsOf = (...teams: string[]): DraftTeam[] =>
  teams.map((text) => ({
    localId: `team of ${text[0]}`,
    competitionId: 7,
    teamName: '',
    participants: text.split(',').map((part) => {
      const [localId = '', firstName = ''] = part.split(':');
      return { ...emptyParticipant(localId), firstName };
    }),
  }));
const people = (...keys: number[]): OrderedPerson[] =>
  keys.map((key) => ({ ...inputOf({ firstName: `Known ${key}`, lastName: 'Huber' }), key }));

describe('a press that had to wait', () => {
  test.each<[string, string, DraftTeam[], DraftTeam[], string | null]>([
    ['adds wherever others stand', 'add:7', teamsOf('a'), teamsOf(), 'add:7'],
    ['enters somebody beside the others', 'with:7:1', teamsOf('a'), teamsOf('a:Ada', 'b:Ben'), 'with:7:1'],
    ['enters nobody twice', 'with:7:3', teamsOf('a'), teamsOf('a:Ada'), null],
    ['takes out whom it meant', 'remove:1:0', teamsOf('a:Ada', 'b:Ben'), teamsOf('b:Ben'), 'remove:0:0'],
    ['takes out nobody else', 'remove:0:0', teamsOf('a:Ada', 'b:Ben'), teamsOf('b:Ben'), null],
    ['takes out one of a team', 'remove:0:1', teamsOf('a:Ada,b:Ben'), teamsOf('a:Ada,b:Ben'), 'remove:0:1'],
    [
      'takes out who moved up',
      'remove:0:1',
      teamsOf('a:Ada,b:Ben'),
      [{ ...teamsOf('a:Ada,b:Ben')[0]!, participants: teamsOf('b:Ben')[0]!.participants }],
      'remove:0:0',
    ],
    ['takes out the team', 'removeTeam:1', teamsOf('a', 'b'), teamsOf('b'), 'removeTeam:0'],
    ['adds to the team', 'member:1', teamsOf('a', 'b'), teamsOf('b'), 'member:0'],
    ['adds to no other team', 'member:0', teamsOf('a', 'b'), teamsOf('b'), null],
    ['unfolds whom it meant', 'edit:1:0', teamsOf('a:Ada', 'b:Ben'), teamsOf('b:Ben'), 'edit:0:0'],
    ['fills a place that is free', 'known:0:0:1', teamsOf('a'), teamsOf('a'), 'known:0:0:1'],
    ['starts beside who has the place now', 'known:0:0:1', teamsOf('a'), teamsOf('a:Ada'), 'with:7:1'],
    ['joins the team', 'known:0:0:1', teamsOf('a,b'), teamsOf('a:Ada,b'), 'known:0:1:1'],
    ['is nobody who stands there', 'known:0:0:3', teamsOf('a'), teamsOf('a:Known 3'), null],
    ['is oneself where it is free', 'me:0:0', teamsOf('a'), teamsOf('a'), 'me:0:0'],
    ['pushes nobody out', 'me:0:0', teamsOf('a'), teamsOf('a:Ada'), null],
    ['copies into a free place', 'copy:1:0', teamsOf('a:Ada', 'b'), teamsOf('a:Ada', 'b'), 'copy:1:0'],
    ['copies over nobody', 'copy:1:0', teamsOf('a:Ada', 'b'), teamsOf('a:Ada', 'b:Ben'), null],
  ])('%s', (_, intent, pressed, now, expected) => {
    expect(lateIntent(intent, pressed, now, people(1, 2))).toBe(expected);
  });
});
