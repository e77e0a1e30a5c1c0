import { choice, end, type FormSpec, flag, formOf, long, moment, number, text } from '#src/web/forms/fields.ts';

export const competitionForm: FormSpec = formOf('events', [
  {
    name: 'competition',
    fields: [
      text('title', true),
      choice('type', ['single', 'team']),
      moment('timestamp', true),
      end('endTimestamp'),
      { ...text('location'), hint: 'competitionLocation' },
      number('totalTicketCount', true),
      long('description'),
      { name: 'disciplines', kind: 'lines' },
      flag('withShipping'),
      number('sortOrder', true),
    ],
  },
  {
    name: 'limits',
    fields: [
      choice('gender', ['both', 'female', 'male']),
      number('minAge', true),
      number('maxAge', true),
      choice('ageCheckMode', ['dayOfCompetition', 'ageGroup', 'givenDate', 'yearEndBefore', 'yearEndAfter']),
      { name: 'ageCheckDate', kind: 'date' },
      flag('disableAgeCheck'),
      number('minTeamSize', true),
      number('maxTeamSize', true),
    ],
  },
]);
