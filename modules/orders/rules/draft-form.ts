import type { Catalog, CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from './draft.ts';
import { fieldsFor } from './entry-check.ts';

/** The participants' form as its fields are named: `teams[0].participants[1].firstName`, `….fields.12`. */
const personFields = ['firstName', 'lastName', 'email', 'birthDate', 'gender', 'nationalityCountryCode'] as const;
const fieldShape = /^teams\[(\d{1,3})\](?:\.participants\[(\d{1,3})\])?\.([A-Za-z]+)(?:\.(\d{1,12}))?$/;
const longest = 5000;

/** Reads the teams that a form posts. Chosen articles are taken over from `before`, by participant. */
export function teamsOfForm(form: FormData, before: readonly DraftTeam[]): DraftTeam[] {
  const chosen = new Map(
    before.flatMap((team) =>
      team.participants.map(({ localId, articles, declined }) => [
        `${team.competitionId}|${localId}`,
        { articles, ...(declined ? { declined } : {}) },
      ]),
    ),
  );
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
    if (field === 'localId') person.localId = text;
    else if (field === 'fields' && fieldId) person.fields[fieldId] = text;
    else if (isPersonField(field)) person[field] = text;
  }
  return [...teams.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, { team, people }]) => ({
      ...team,
      participants: [...people.entries()]
        .sort(([a], [b]) => a - b)
        .map(([, person]) => ({ ...person, ...chosen.get(`${team.competitionId}|${person.localId}`) })),
    }))
    .filter((team) => team.participants.length > 0);
}

const isPersonField = (name: string): name is (typeof personFields)[number] =>
  (personFields as readonly string[]).includes(name);

function entryOf(teams: Map<number, { team: DraftTeam; people: Map<number, DraftParticipant> }>, index: number) {
  const entry = teams.get(index) ?? {
    team: { localId: '', competitionId: 0, teamName: '', participants: [] },
    people: new Map<number, DraftParticipant>(),
  };
  teams.set(index, entry);
  return entry;
}

export const emptyParticipant = (localId: string): DraftParticipant => ({
  localId,
  firstName: '',
  lastName: '',
  email: '',
  birthDate: '',
  gender: '',
  nationalityCountryCode: '',
  fields: {},
  articles: [],
});

/** Answers that a new participant begins with: the previous one's where the field says so, else the default. */
function newParticipant(
  catalog: Pick<Catalog, 'formFields'>,
  competitionId: number,
  localId: string,
  before: Pick<DraftTeam, 'competitionId' | 'participants'> | undefined,
): DraftParticipant {
  const fields: Record<string, string> = {};
  for (const field of fieldsFor(catalog, competitionId)) {
    const value = (field.adoptPrevious ? answerBefore(catalog, field, before) : undefined) ?? field.defaultValue ?? '';
    if (value !== '' && value !== 'false') fields[field.id] = value;
  }
  const nationalityCountryCode = before?.participants.at(-1)?.nationalityCountryCode ?? '';
  return { ...emptyParticipant(localId), nationalityCountryCode, fields };
}

/** What the last one of a team said; a box that they left unticked is an answer too. */
function answerBefore(
  catalog: Pick<Catalog, 'formFields'>,
  field: CatalogFormField,
  before: Pick<DraftTeam, 'competitionId' | 'participants'> | undefined,
): string | undefined {
  const person = before?.participants.at(field.editableOnlyOncePerTeam ? 0 : -1);
  if (!before || !person || !fieldsFor(catalog, before.competitionId).includes(field)) return undefined;
  return person.fields[field.id] ?? (field.type === 'checkbox' ? 'false' : undefined);
}

/** One more entry: a single starter, or a team of its smallest size. */
export function addTeam(
  catalog: Pick<Catalog, 'formFields'>,
  teams: readonly DraftTeam[],
  competition: CatalogCompetition,
  newLocalId: () => string,
): DraftTeam[] {
  const size = competition.type === 'team' ? Math.max(1, competition.minTeamSize) : 1;
  const participants: DraftParticipant[] = [];
  for (let member = 0; member < size; member += 1) {
    const before = member > 0 ? { competitionId: competition.id, participants } : teams.at(-1);
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
          participants: [...team.participants, newParticipant(catalog, team.competitionId, newLocalId(), team)],
        }
      : team,
  );

/** What somebody's account knows, as it would be typed. */
export type KnownPerson = Omit<DraftParticipant, 'localId' | 'fields' | 'articles'>;

const changePerson = (
  teams: readonly DraftTeam[],
  teamIndex: number,
  index: number,
  change: (person: DraftParticipant) => DraftParticipant,
): DraftTeam[] =>
  teams.map((team, at) =>
    at === teamIndex
      ? { ...team, participants: team.participants.map((person, place) => (place === index ? change(person) : person)) }
      : team,
  );

/** Only what is still empty is filled in: what was typed stays. */
const filledFrom = (person: DraftParticipant, known: Partial<KnownPerson>): DraftParticipant => ({
  ...person,
  ...Object.fromEntries(personFields.map((name) => [name, person[name] || (known[name] ?? '')])),
});

/** The one before somebody, through all teams; families and colleagues share most of it. */
export function previousPerson(teams: readonly DraftTeam[], teamIndex: number, index: number) {
  const team = teams[teamIndex];
  if (index > 0) return team?.participants[index - 1];
  return teams.slice(0, teamIndex).at(-1)?.participants.at(-1);
}

/** Takes over what people who sign up together share: family name, mailbox, nation, and the organizer's own questions. */
export function copyPrevious(teams: readonly DraftTeam[], teamIndex: number, index: number): DraftTeam[] {
  const previous = previousPerson(teams, teamIndex, index);
  if (!previous) return [...teams];
  const { lastName, email, nationalityCountryCode } = previous;
  return changePerson(teams, teamIndex, index, (person) => ({
    ...filledFrom(person, { lastName, email, nationalityCountryCode }),
    fields: { ...previous.fields, ...Object.fromEntries(Object.entries(person.fields).filter(([, text]) => text)) },
  }));
}

/** A team without members is gone. */
export const removeParticipant = (teams: readonly DraftTeam[], teamIndex: number, index: number): DraftTeam[] =>
  teams
    .map((team, at) =>
      at === teamIndex ? { ...team, participants: team.participants.filter((_, person) => person !== index) } : team,
    )
    .filter((team) => team.participants.length > 0);

/**
 * What a button of the form asks for: `add:7` a competition, `member:0` a team's next, `remove:0:1`, `removeTeam:0`,
 * `copy:0:1` from the one before, `me:0:1` from one's own account.
 */
export function applyIntent(
  intent: string,
  catalog: Pick<Catalog, 'formFields' | 'competitions'>,
  teams: readonly DraftTeam[],
  newLocalId: () => string,
  me: KnownPerson | null = null,
): DraftTeam[] | null {
  const [verb, first, second] = intent.split(':');
  const [a, b] = [Number(first), Number(second)];
  if (verb === 'add') {
    const competition = catalog.competitions.find((candidate) => candidate.id === a);
    return competition ? addTeam(catalog, teams, competition, newLocalId) : [...teams];
  }
  if (verb === 'member') return addMember(catalog, teams, a, newLocalId);
  if (verb === 'remove') return removeParticipant(teams, a, b);
  if (verb === 'copy') return copyPrevious(teams, a, b);
  if (verb === 'me') return me ? changePerson(teams, a, b, (person) => filledFrom(person, me)) : [...teams];
  if (verb === 'removeTeam') return teams.filter((_, at) => at !== a);
  return null;
}
