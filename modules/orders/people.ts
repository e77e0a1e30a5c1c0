import type { OrderRecord, ParticipantRecord, TeamRecord } from './read.ts';
import { besideName } from './rules/participant.ts';
import { refuse } from './rules/problems.ts';

export type PersonOfOrder = {
  person: ParticipantRecord;
  team: TeamRecord;
  /** Place in the team; the first one answers what is asked once a team. */
  index: number;
  competition: OrderRecord['competitions'][number];
};

export const peopleOf = (order: Pick<OrderRecord, 'competitions'>): PersonOfOrder[] =>
  order.competitions.flatMap((competition) =>
    competition.teams.flatMap((team) =>
      team.participants.map((person, index) => ({ person, team, index, competition })),
    ),
  );

/** Everybody who starts by an order. */
export const participantsOf = (order: Pick<OrderRecord, 'competitions'>): ParticipantRecord[] =>
  peopleOf(order).map(({ person }) => person);

/** First and last name. */
export const nameOf = ({ firstName, lastName }: Pick<ParticipantRecord, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** The same with what says who is meant: `Ana Huber (LC Donau)`. */
export const namedWhole = (person: ParticipantRecord): string =>
  [nameOf(person), ...besideName(person).map((said) => `(${said})`)].join(' ');

/** @throws Problem NOT_FOUND for somebody of another order */
export const personIn = (order: OrderRecord, participantId: number): PersonOfOrder =>
  peopleOf(order).find(({ person }) => person.id === participantId) ?? refuse('NOT_FOUND');
