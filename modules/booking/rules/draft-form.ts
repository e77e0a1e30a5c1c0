import type { OrderedPerson } from '#modules/companions/rules/known-people.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import {
  adoptedAnswers,
  answersIn,
  copiedAnswers,
  emptyParticipant,
  newParticipant,
} from '#modules/orders/rules/draft-answers.ts';
import {
  type AskingEvent,
  askedFields,
  eachField,
  fieldsWith,
  isParticipantField,
  type ParticipantField,
  type ParticipantInput,
  participantFields,
} from '#modules/orders/rules/participant.ts';

/** Field names of participants: `teams[0].participants[1].firstName`, `….fields.12`. */
const fieldShape = /^teams\[(\d{1,3})\](?:\.participants\[(\d{1,3})\])?\.([A-Za-z]+)(?:\.(\d{1,12}))?$/;
const longest = 5000;

/** Reads the posted teams. Articles come from `before`. A folded person posts only an id and keeps all data. */
export function teamsOfForm(form: FormData, before: readonly DraftTeam[]): DraftTeam[] {
  const known = new Map(
    before.flatMap((team) => team.participants.map((person) => [`${team.competitionId}|${person.localId}`, person])),
  );
  const written = new Set<DraftParticipant>();
  const teams = new Map<number, { team: DraftTeam; people: Map<number, DraftParticipant> }>();
  for (const [name, value] of form) {
    const match = typeof value === 'string' ? fieldShape.exec(name) : null;
    if (!match || typeof value !== 'string') continue;
    const [, teamIndex, index, field = '', fieldId] = match;
    const entry = entryOf(teams, Number(teamIndex));
    const text = value.slice(0, longest);
    if (index === undefined) {
      if (field === 'competitionId') entry.team.competitionId = Number(text) || 0;
      else if (field === 'localId') entry.team.localId = text;
      else if (field === 'teamName') entry.team.teamName = text;
      continue;
    }
    const person = entry.people.get(Number(index)) ?? emptyParticipant('');
    entry.people.set(Number(index), person);
    if (field !== 'localId') written.add(person);
    if (field === 'localId') person.localId = text;
    else if (field === 'fields' && fieldId) person.fields[fieldId] = text;
    else if (isParticipantField(field)) person[field] = text;
  }
  return [...teams.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, { team, people }]) => ({
      ...team,
      participants: [...people.entries()]
        .sort(([a], [b]) => a - b)
        .flatMap(([, person]) => {
          const found = known.get(`${team.competitionId}|${person.localId}`);
          if (!written.has(person)) return found ?? [];
          return found
            ? { ...person, articles: found.articles, ...(found.declined ? { declined: true } : {}) }
            : person;
        }),
    }))
    .filter((team) => team.participants.length > 0);
}

function entryOf(teams: Map<number, { team: DraftTeam; people: Map<number, DraftParticipant> }>, index: number) {
  const entry = teams.get(index) ?? {
    team: { localId: '', competitionId: 0, teamName: '', participants: [] },
    people: new Map<number, DraftParticipant>(),
  };
  teams.set(index, entry);
  return entry;
}

export function addTeam(
  catalog: Pick<Catalog, 'formFields'>,
  teams: readonly DraftTeam[],
  competition: CatalogCompetition,
  newLocalId: () => string,
): DraftTeam[] {
  const size = competition.type === 'team' ? Math.max(1, competition.minTeamSize) : 1;
  const participants: DraftParticipant[] = [];
  for (let member = 0; member < size; member += 1) {
    const before = member > 0 ? [...teams, { competitionId: competition.id, participants }] : teams;
    participants.push(newParticipant(catalog, competition.id, newLocalId(), before));
  }
  return [...teams, { localId: newLocalId(), competitionId: competition.id, teamName: '', participants }];
}

export const addMember = (
  catalog: Pick<Catalog, 'formFields'>,
  teams: readonly DraftTeam[],
  teamIndex: number,
  newLocalId: () => string,
): DraftTeam[] =>
  teams.map((team, at) =>
    at === teamIndex
      ? {
          ...team,
          participants: [
            ...team.participants,
            newParticipant(catalog, team.competitionId, newLocalId(), teams.slice(0, at + 1)),
          ],
        }
      : team,
  );

export type KnownPerson = ParticipantInput;

type Asking = Pick<Catalog, 'competitions'> & { event: AskingEvent };

export type KnownPeople = { me?: KnownPerson | null; people?: readonly OrderedPerson[] };

const changePerson = (
  teams: readonly DraftTeam[],
  teamIndex: number,
  index: number,
  change: (person: DraftParticipant, team: DraftTeam) => DraftParticipant,
): DraftTeam[] =>
  teams.map((team, at) =>
    at === teamIndex
      ? {
          ...team,
          participants: team.participants.map((person, place) => (place === index ? change(person, team) : person)),
        }
      : team,
  );

const filledFrom = (
  { event, competitions }: Asking,
  competitionId: number,
  person: DraftParticipant,
  known: KnownPerson,
  names: readonly ParticipantField[] = participantFields,
): DraftParticipant => {
  const fields = askedFields(
    event,
    competitions.filter(({ id }) => id === competitionId),
  );
  return {
    ...person,
    ...eachField(
      (name) => person[name] || known[name],
      names.filter((name) => fields.includes(name)),
    ),
  };
};

/** The preceding person across teams; families and colleagues share most data. */
export function previousPerson(teams: readonly DraftTeam[], teamIndex: number, index: number) {
  const team = teams[teamIndex];
  if (index > 0) return team?.participants[index - 1];
  return teams.slice(0, teamIndex).at(-1)?.participants.at(-1);
}

/** Copies what people who register together share: family name, mailbox, the organizer's own questions. */
function copyPrevious(
  catalog: Pick<Catalog, 'formFields'> & Asking,
  teams: readonly DraftTeam[],
  teamIndex: number,
  index: number,
): DraftTeam[] {
  const previous = previousPerson(teams, teamIndex, index);
  const team = teams.find(({ participants }) => previous && participants.includes(previous));
  if (!previous || !team) return [...teams];
  const answers = answersIn(catalog, team, team.participants.indexOf(previous));
  return changePerson(teams, teamIndex, index, (person, { competitionId }) => ({
    ...filledFrom(catalog, competitionId, person, previous, fieldsWith('isShared')),
    fields: copiedAnswers(catalog, competitionId, person.fields, answers),
  }));
}

const removeParticipant = (teams: readonly DraftTeam[], teamIndex: number, index: number): DraftTeam[] =>
  teams
    .map((team, at) =>
      at === teamIndex ? { ...team, participants: team.participants.filter((_, person) => person !== index) } : team,
    )
    .filter((team) => team.participants.length > 0);

/** A button with its own select: `move:0` with 7 in `choice.move:0` means `move:0:7`. */
export const chosenName = (intent: string): string => `choice.${intent}`;
export function chosenIntent(form: FormData, intent = String(form.get('intent') ?? 'next')): string {
  const choice = form.get(chosenName(intent));
  return typeof choice === 'string' ? `${intent}:${choice}` : intent;
}

/** `add:7`, `with:7:12`: competition (and person); `member:0`, `remove:0:1`, `known:0:1:12`: team, place, person. */
export function applyIntent(
  intent: string,
  catalog: Pick<Catalog, 'formFields'> & Asking,
  teams: readonly DraftTeam[],
  newLocalId: () => string,
  { me = null, people = [] }: KnownPeople = {},
): DraftTeam[] | null {
  const [verb, first, second, third] = intent.split(':');
  const [a, b] = [Number(first), Number(second)];
  const input = adoptedAnswers(catalog, teams);
  const fill = (known: KnownPerson | null | undefined) =>
    known
      ? changePerson(input, a, b, (person, { competitionId }) => filledFrom(catalog, competitionId, person, known))
      : input;
  if (verb === 'add') {
    const competition = catalog.competitions.find((candidate) => candidate.id === a);
    return competition ? addTeam(catalog, input, competition, newLocalId) : input;
  }
  if (verb === 'member') return addMember(catalog, input, a, newLocalId);
  if (verb === 'remove') return removeParticipant(input, a, b);
  if (verb === 'copy') return copyPrevious(catalog, input, a, b);
  if (verb === 'edit') return input;
  if (verb === 'me') return fill(me);
  if (verb === 'with') {
    const competition = catalog.competitions.find((candidate) => candidate.id === a && candidate.type === 'single');
    const known = people.find(({ key }) => key === b);
    if (!competition || !known) return input;
    return changePerson(addTeam(catalog, input, competition, newLocalId), input.length, 0, (person) =>
      filledFrom(catalog, a, person, known),
    );
  }
  if (verb === 'known') return fill(people.find(({ key }) => key === Number(third)));
  if (verb === 'removeTeam') return input.filter((_, at) => at !== a);
  return null;
}
