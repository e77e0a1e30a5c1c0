import type { OrderRecord, ParticipantRecord, TeamRecord } from './read.ts';
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

/** @throws Problem NOT_FOUND */
export const personIn = (order: OrderRecord, participantId: number): PersonOfOrder =>
  peopleOf(order).find(({ person }) => person.id === participantId) ?? refuse('NOT_FOUND');
