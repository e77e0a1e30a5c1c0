import type { Catalog, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from './draft.ts';
import { fieldsFor, isRequiredFrom } from './entry-check.ts';
import { eachField, fieldsWith, inputOf } from './participant.ts';

/** The answers that somebody begins with, as somebody new, copied from the one before, or in another competition. */
type Fields = Pick<Catalog, 'formFields'>;
type TeamBefore = Pick<DraftTeam, 'competitionId' | 'participants'>;

export const emptyParticipant = (localId: string): DraftParticipant => ({
  ...inputOf({}),
  localId,
  fields: {},
  articles: [],
});

/** Nobody's name stands here yet. */
export const isNameless = ({ firstName, lastName }: Pick<DraftParticipant, 'firstName' | 'lastName'>): boolean =>
  firstName === '' && lastName === '';

/** Nothing that belongs to one person was typed. */
export const isUntouched = (person: DraftParticipant): boolean =>
  isNameless(person) && person.email === '' && person.birthDate === '';

const kept = (answers: readonly (readonly [number, string | undefined])[]): Record<string, string> =>
  Object.fromEntries(answers.flatMap(([id, text]) => (text && text !== 'false' ? [[id, text]] : [])));

/** New answers: those of the last one who was asked, where the field says so, else the default. */
const firstAnswers = (catalog: Fields, competitionId: number, before: readonly TeamBefore[]): Record<string, string> =>
  kept(
    fieldsFor(catalog, competitionId).map((field) => [
      field.id,
      (field.adoptPrevious ? answerBefore(catalog, field, before) : undefined) ?? field.defaultValue ?? '',
    ]),
  );

export const newParticipant = (
  catalog: Fields,
  competitionId: number,
  localId: string,
  before: readonly TeamBefore[],
): DraftParticipant => ({
  ...emptyParticipant(localId),
  ...eachField((name) => before.at(-1)?.participants.at(-1)?.[name] ?? '', fieldsWith('isAdopted')),
  fields: firstAnswers(catalog, competitionId, before),
});

/** What the last one said who was asked; a box that was left unticked is an answer too. */
function answerBefore(catalog: Fields, field: CatalogFormField, before: readonly TeamBefore[]): string | undefined {
  const team = before.findLast(({ competitionId }) => fieldsFor(catalog, competitionId).includes(field));
  const person = team?.participants.at(field.editableOnlyOncePerTeam ? 0 : -1);
  return person && answerOf(field, person);
}

const answerOf = (field: CatalogFormField, person: DraftParticipant): string | undefined =>
  person.fields[field.id] ?? (field.type === 'checkbox' ? 'false' : undefined);

/** What somebody said in their competition, with what the first of their team says for all. */
export const answersIn = (catalog: Fields, team: TeamBefore, index: number): Record<string, string> =>
  Object.fromEntries(
    fieldsFor(catalog, team.competitionId).flatMap((field) => {
      const person = team.participants[isRequiredFrom(field, index) ? index : 0];
      const said = person && answerOf(field, person);
      return said === undefined ? [] : [[field.id, said]];
    }),
  );

/** In another competition: what was asked in both stays as it was said, what is new begins as for anybody new. */
export const answersFor = (
  catalog: Fields,
  competitionId: number,
  team: TeamBefore,
  index: number,
  before: readonly TeamBefore[],
): Record<string, string> => {
  const [said, fresh] = [answersIn(catalog, team, index), firstAnswers(catalog, competitionId, before)];
  const asked = fieldsFor(catalog, team.competitionId);
  return kept(
    fieldsFor(catalog, competitionId).map((field) => [field.id, (asked.includes(field) ? said : fresh)[field.id]]),
  );
};

/** The previous person's answers, but for what this one has said already; a default that still stands is nobody's word. */
export const copiedAnswers = (
  catalog: Fields,
  competitionId: number,
  own: Record<string, string>,
  previous: Record<string, string>,
): Record<string, string> =>
  kept(
    fieldsFor(catalog, competitionId).map((field) => {
      const said = own[field.id];
      return [field.id, said && said !== field.defaultValue ? said : (previous[field.id] ?? said)];
    }),
  );

/**
 * Members of a team stand there before anybody has typed: whose name is still missing takes over the answers of the one
 * before, where the field says so and nothing else was said.
 */
export const adoptedAnswers = (catalog: Fields, teams: readonly DraftTeam[]): DraftTeam[] =>
  teams.map((team) => {
    const adopting = fieldsFor(catalog, team.competitionId).filter(
      (field) => field.adoptPrevious && !field.editableOnlyOncePerTeam && field.type !== 'checkbox',
    );
    let previous: DraftParticipant | undefined;
    const participants = team.participants.map((person) => {
      const fields = { ...person.fields };
      for (const { id, defaultValue } of previous && isNameless(person) && !isNameless(previous) ? adopting : []) {
        const answer = previous?.fields[id];
        if (answer && (fields[id] ?? '') === (fields[id] && defaultValue ? defaultValue : '')) fields[id] = answer;
      }
      previous = person;
      return { ...person, fields };
    });
    return { ...team, participants };
  });
