import { writtenAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { fieldsFor } from '#modules/orders/rules/entry-check.ts';
import {
  eachField,
  participantFields,
  type ReadDate,
  specOf,
  writtenField,
} from '#modules/orders/rules/participant.ts';

/** Converts dates and numbers to one canonical form (`1998-05-01`, `1.5`); invalid input stays as entered. */
export const writtenTeams = (
  catalog: Pick<Catalog, 'formFields'>,
  teams: readonly DraftTeam[],
  readDate: ReadDate,
): DraftTeam[] =>
  teams.map((team) => {
    const questions = fieldsFor(catalog, team.competitionId);
    return {
      ...team,
      participants: team.participants.map((person) => {
        const fields = { ...person.fields };
        for (const { id, type } of questions) {
          const input = fields[id];
          if (input) fields[id] = type === 'date' ? (readDate(input) ?? input) : writtenAnswer(type, input);
        }
        // Other texts keep their spaces while they are being typed.
        const dates = participantFields.filter((name) => specOf(name).kind === 'date');
        return { ...person, ...eachField((name) => writtenField(name, person[name], readDate), dates), fields };
      }),
    };
  });
