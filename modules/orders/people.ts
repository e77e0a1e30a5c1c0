import type { OrderRecord, ParticipantRecord, TeamRecord } from './read.ts';
import { besideName } from './rules/participant.ts';
import { refuse } from './rules/problems.ts';

export type PersonOfOrder = {
  person: ParticipantRecord;
  team: TeamRecord;
  /** Index in the team; the first member gives team answers. */
  index: number;
  competition: OrderRecord['competitions'][number];
};

export const peopleOf = (order: Pick<OrderRecord, 'competitions'>): PersonOfOrder[] =>
  order.competitions.flatMap((competition) =>
    competition.teams.flatMap((team) =>
      team.participants.map((person, index) => ({ person, team, index, competition })),
    ),
  );

export const participantsOf = (order: Pick<OrderRecord, 'competitions'>): ParticipantRecord[] =>
  peopleOf(order).map(({ person }) => person);

export const nameOf = ({ firstName, lastName }: Pick<ParticipantRecord, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

const maxNames = 3;
/** For example `Ana Huber, Bea Koç, Cem Øst, +4`. */
export const firstOf = (names: readonly string[]): string =>
  (names.length > maxNames ? [...names.slice(0, maxNames), `+${names.length - maxNames}`] : names).join(', ');
export const namesOf = (order: Pick<OrderRecord, 'competitions'>): string => firstOf(participantsOf(order).map(nameOf));

/** For example `Ana Huber (LC Donau)`. */
export const namedWhole = (person: ParticipantRecord): string =>
  [nameOf(person), ...besideName(person).map((part) => `(${part})`)].join(' ');

export const personIn = (order: OrderRecord, participantId: number): PersonOfOrder =>
  peopleOf(order).find(({ person }) => person.id === participantId) ?? refuse('NOT_FOUND');
