import { expect, test } from 'vitest';
import { maxPeople } from './entry-check.ts';

test.each([
  ['nothing', [], 200],
  ['single starts', [{ type: 'single', maxTeamSize: 400 }], 200],
  ['small teams', [{ type: 'team', maxTeamSize: 4 }], 200],
  [
    'a team of a whole company',
    [
      { type: 'single', maxTeamSize: 1 },
      { type: 'team', maxTeamSize: 300 },
    ],
    300,
  ],
  ['a team beyond what a call may name', [{ type: 'team', maxTeamSize: 9000 }], 500],
] as const)('an order of an event with %s', (_, competitions, most) => expect(maxPeople(competitions)).toBe(most));
