import { tagged } from '#src/web/http.ts';
import { competitionAnswer, competitionShape } from '../answers.ts';
import { recordCalls } from '../records/api.ts';
import { competitionInput, newCompetitionInput } from '../shapes.ts';
import { createCompetition, updateCompetition } from './save-competitions.ts';

export const competitionsApi = tagged(
  'Competitions (management)',
  recordCalls({
    kind: 'competition',
    below: '/api/admin/competitions/{eventId}',
    one: '/api/admin/competitions/{competitionId}',
    as: 'competition',
    answer: competitionAnswer,
    shape: competitionShape,
    rows: ({ competitions }) => competitions,
    newInput: newCompetitionInput,
    input: competitionInput,
    create: createCompetition,
    update: updateCompetition,
    summaries: {
      create: 'Make a competition',
      read: 'One competition',
      update: 'Change a competition',
      remove: 'Delete a competition that nobody entered',
      sort: 'Put all competitions of an event in order',
    },
  }),
);
