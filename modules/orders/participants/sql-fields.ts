import { type ParticipantField, participantFields } from '../rules/participant.ts';
import { participants } from '../schema.ts';

/** Columns of participants for a written statement, by the names of the record: `p.first_name firstName, …`. */
export const sqlFields = (names: readonly ParticipantField[] = participantFields, alias = ''): string =>
  names.map((name) => `${alias}${participants[name].name} ${name}`).join(', ');
