import type { Catalog, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from './draft.ts';
import { fieldsFor, isRequiredFrom } from './entry-check.ts';
import { eachField, fieldsWith, inputOf } from './participant.ts';

/** Initial answers of a participant: new, copied, or in another competition. */
type Fields = Pick<Catalog, 'formFields'>;
type TeamBefore = Pick<DraftTeam, 'competitionId' | 'participants'>;

export const emptyParticipant = (localId: string): DraftParticipant => ({
  ...inputOf({}),
  localId,
  fields: {},
  articles: [],
});

/** Has no name yet. */
export const isNameless = ({ firstName, lastName }: Pick<DraftParticipant, 'firstName' | 'lastName'>): boolean =>
  firstName === '' && lastName === '';

/** No personal field was typed. */
export const isUntouched = (person: DraftParticipant): boolean =>
  isNameless(person) && person.email === '' && person.birthDate === '';

const withoutEmpty = (answers: readonly (readonly [number, string | undefined])[]): Record<string, string> =>
  Object.fromEntries(answers.flatMap(([id, text]) => (text && text !== 'false' ? [[id, text]] : [])));

/** The last participant's answers where the field says so, else the defaults. */
const firstAnswers = (catalog: Fields, competitionId: number, before: readonly TeamBefore[]): Record<string, string> =>
  withoutEmpty(
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

/** The last answer to this field; an unticked box is an answer. */
function answerBefore(catalog: Fields, field: CatalogFormField, before: readonly TeamBefore[]): string | undefined {
  const team = before.findLast(({ competitionId }) => fieldsFor(catalog, competitionId).includes(field));
  const person = team?.participants.at(field.editableOnlyOncePerTeam ? 0 : -1);
  return person && answerOf(field, person);
}

const answerOf = (field: CatalogFormField, person: DraftParticipant): string | undefined =>
  person.fields[field.id] ?? (field.type === 'checkbox' ? 'false' : undefined);

/** Answers of a member, with the team answers of the first one. */
export const answersIn = (catalog: Fields, team: TeamBefore, index: number): Record<string, string> =>
  Object.fromEntries(
    fieldsFor(catalog, team.competitionId).flatMap((field) => {
      const person = team.participants[isRequiredFrom(field, index) ? index : 0];
      const current = person && answerOf(field, person);
      return current === undefined ? [] : [[field.id, current]];
    }),
  );

/** After a change of the competition: common fields keep their answers, new ones get initial answers. */
export const answersFor = (
  catalog: Fields,
  competitionId: number,
  team: TeamBefore,
  index: number,
  before: readonly TeamBefore[],
): Record<string, string> => {
  const [current, initial] = [answersIn(catalog, team, index), firstAnswers(catalog, competitionId, before)];
  const oldFields = fieldsFor(catalog, team.competitionId);
  return withoutEmpty(
    fieldsFor(catalog, competitionId).map((field) => [
      field.id,
      (oldFields.includes(field) ? current : initial)[field.id],
    ]),
  );
};

/** The previous person's answers, except where this person has an own one. An unchanged default is no own answer. */
export const copiedAnswers = (
  catalog: Fields,
  competitionId: number,
  own: Record<string, string>,
  previous: Record<string, string>,
): Record<string, string> =>
  withoutEmpty(
    fieldsFor(catalog, competitionId).map((field) => {
      const current = own[field.id];
      return [field.id, current && current !== field.defaultValue ? current : (previous[field.id] ?? current)];
    }),
  );

/** Members without a name adopt the previous member's answers where the field says so. */
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
