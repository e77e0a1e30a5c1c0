import * as z from 'zod';
import { choice, type FormSpec, flag, formOf, number, plainForm } from '#src/web/forms/fields.ts';
import { classPresets } from '../rules/ranks.ts';
import { teamsByValues } from '../rules/result.ts';
import { maxPerTeam } from '../save-results.ts';

export const listsForm: FormSpec = plainForm('results', flag('showsStartList'));
export const listsInput = z.object({
  showsStartList: z
    .boolean()
    .describe('Whether the start list is public; it shows names only of participants whose name is public'),
});

export const competitionForm: FormSpec = formOf('results', [
  { name: 'published', fields: [flag('isPublished')] },
  {
    name: 'classes',
    fields: [choice('classPreset', classPresets), { name: 'ownClasses', kind: 'long', height: 6 }],
  },
  { name: 'teams', fields: [choice('teamsBy', teamsByValues), number('teamSize', true)] },
]);
export const competitionInput = z.object({
  isPublished: z.boolean().describe('Whether the results are public'),
  classPreset: z
    .enum(classPresets)
    .describe('Age groups of five or ten years from age 20 or 30, none, or those of `ownClasses`'),
  ownClasses: z
    .string()
    .max(2000)
    .describe('One age group per line, by the age in the year of the competition: `U16: 0-15`, `60: 60+`'),
  teamsBy: z.enum(teamsByValues).describe('Team ranking: none, by registered team, or by club'),
  teamSize: z.int().min(1).max(maxPerTeam).describe('Number of best times that count for a team'),
});
