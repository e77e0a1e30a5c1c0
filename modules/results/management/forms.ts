import * as z from 'zod';
import { choice, type FormSpec, flag, formOf, number, plainForm } from '#src/web/forms/fields.ts';
import { classPresets } from '../rules/ranks.ts';
import { teamsByValues } from '../rules/result.ts';
import { maxPerTeam } from '../save-results.ts';

export const listsForm: FormSpec = plainForm('results', flag('showsStartList'));
export const listsInput = z.object({
  showsStartList: z
    .boolean()
    .describe('Everybody sees who starts; with names only of those who stand there with theirs'),
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
  isPublished: z.boolean().describe('Everybody sees the results'),
  classPreset: z
    .enum(classPresets)
    .describe('Age classes of five or ten years from 20 or 30 on, none, or those of `ownClasses`'),
  ownClasses: z
    .string()
    .max(2000)
    .describe('One a line, by the age in the year of the competition: `U16: 0-15`, `60: 60+`'),
  teamsBy: z.enum(teamsByValues).describe('Whose times are added: nobody, who registered together, clubs'),
  teamSize: z.int().min(1).max(maxPerTeam).describe('So many of the best of a team are added'),
});
