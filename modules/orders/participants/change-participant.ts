import { and, desc, eq, inArray } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { writtenAnswer } from '#modules/events/rules/answers.ts';
import type { CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import { pendingMembers } from '#modules/member-lists/index.ts';
import { brokenConstraint, type Reader, type Tx } from '#src/data/database.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type CalendarDate, days, type Instant } from '#src/kernel/time.ts';
import { type AuditChange, addAudit, changesBetween } from '../add-audit.ts';
import { personIn } from '../people.ts';
import { orderOf, type ParticipantRecord, type TeamRecord } from '../read.ts';
import type { ParticipantChange } from '../rules/booking.ts';
import { editableUntil } from '../rules/buyer-changes.ts';
import { type Entrant, entryProblems } from '../rules/eligibility.ts';
import { answerErrors, fieldsFor } from '../rules/entry-check.ts';
import { emailChanged, orderChanged } from '../rules/facts.ts';
import { becameAnotherPerson, isAnotherPerson, personIdentity } from '../rules/identity.ts';
import { type AskingEvent, type ParticipantData, type ParticipantField, requiredFields } from '../rules/participant.ts';
import { refuse } from '../rules/problems.ts';
import { orderAuditChanges, orderAudits, participantFields, participants, teams } from '../schema.ts';
import { replaceTicket } from './replace-ticket.ts';

export type ChangeParticipant = {
  orderId: number;
  participantId: number;
  change: ParticipantChange;
  /** null: the participant, by the own link. */
  editorId: number | null;
} & ChangedBy;

/** Owners and participants until `userEditTillTime` or the start; organizers always. */
export type ChangedBy =
  | { by: 'organizer' }
  | { by: 'owner' | 'participant'; needsTransfer: (tx: Reader | Tx, place: NamedPlace) => Promise<boolean> };
export type NamedPlace = { orderId: number; participantId: number };

/** Each new address gets a mail with typed text, so the number is limited. */
const addresses: Limit = { name: 'participant-address', most: 10, windowMs: days(1), per: 'account' };

/**
 * Changes the sent fields of a participant and checks the competition's rules. Team answers apply to all members.
 * @throws Problem CANT_EDIT_PARTICIPANT_DATA_TOO_LATE, REGISTERING_INVALID_AGES, REGISTERING_INVALID_GENDERS,
 * TICKET_ALREADY_BOOKED, PLACE_MUST_BE_PASSED_ON, VALIDATION_FAILED, TOO_MANY_REQUESTS, NOT_FOUND
 */
export async function changeParticipant(work: Work, input: ChangeParticipant): Promise<void> {
  const { orderId, participantId, editorId } = input;
  const { tx, now } = work;
  const order = (await orderOf(tx, orderId)) ?? refuse('NOT_FOUND');
  const { person: before, team, index } = personIn(order, participantId);
  if (input.by !== 'organizer' && (now >= editableUntil(order) || order.status === 'canceled'))
    return refuse('CANT_EDIT_PARTICIPANT_DATA_TOO_LATE');

  const { formFieldsSelected: answers, ...sent } = input.change;
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const after: ParticipantRecord = { ...before, ...given };
  const catalog = present(await catalogOf(tx, order.eventId), 'an order has an event');
  const competition = present(
    catalog.competitions.find(({ id }) => id === before.competitionId),
    'a booked competition is never deleted',
  );
  requireEligible(competition, catalog.event.timeZone, after, now);
  requireFieldsOfEvent(catalog.event, competition, given, (name) => name in given);
  const changed = (Object.keys(given) as (keyof ParticipantRecord)[]).filter((name) => after[name] !== before[name]);
  const hasNewEmail = changed.includes('email');
  if (hasNewEmail && order.status === 'pending' && order.memberProofUntil !== null) {
    // The address decides the price until its owner agrees.
    const [fields] = await pendingMembers(tx, [participantId]);
    if (fields && fields.provenAt === null) return refuse('ORDER_AWAITS_MEMBER');
  }
  const isPassedOn =
    isAnotherPerson(before, after) ||
    (input.by !== 'organizer' && becameAnotherPerson(await personOfTicket(tx, orderId, before), after));
  if (isPassedOn && input.by !== 'organizer' && (await input.needsTransfer(tx, { orderId, participantId })))
    return refuse('PLACE_MUST_BE_PASSED_ON', { participantId });
  // Another person gets a new ticket; for a new address alone the event decides.
  const isReplaced = isPassedOn || (hasNewEmail && catalog.event.newTicketForNewEmail);
  if (input.by !== 'organizer' && (hasNewEmail || isReplaced))
    await countTry(work, addresses, String(participantId), 1);
  if (changed.length > 0) {
    await tx
      .update(participants)
      .set({
        ...given,
        birthDate: after.birthDate as CalendarDate | null,
        identity: personIdentity(after),
        // Ends links sent to the old address.
        ...(hasNewEmail && !isReplaced ? { linkVersion: before.linkVersion + 1 } : {}),
      })
      .where(eq(participants.id, participantId))
      .catch(refuseTwice(before));
  }
  const ticketChanges = isReplaced ? await replaceTicket(work, { orderId, participantIds: [participantId] }) : [];
  const fields = fieldsFor(catalog, before.competitionId);
  const members = team.participants.map(({ id }) => id);
  const answerChanges =
    answers === undefined ? [] : await changeAnswers(work, { fields, before, team, index, members, answers, catalog });
  if (changed.length === 0 && answerChanges.length === 0) return;
  const previous = Object.fromEntries(changed.map((name) => [name, before[name]]));
  const current = Object.fromEntries(changed.map((name) => [name, after[name]]));
  const changes = [
    ...changesBetween(previous, current).map((change) => ({ ...change, participantId })),
    ...ticketChanges,
    ...answerChanges,
  ];
  const comment = input.by === 'participant' ? 'participant.changed' : '';
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment, changes });
  await work.announce(orderChanged({ orderId }));
  if (hasNewEmail) await work.announce(emailChanged({ orderId, participantId, before: before.email }));
}

/** The person when the ticket was issued: stepwise changes may name another person in the end. */
async function personOfTicket(tx: Tx, orderId: number, person: ParticipantRecord): Promise<ParticipantRecord> {
  const { auditId, field, before } = orderAuditChanges;
  const changes = await tx
    .select({ auditId, field, before })
    .from(orderAuditChanges)
    .innerJoin(orderAudits, eq(orderAudits.id, orderAuditChanges.auditId))
    .where(and(eq(orderAudits.orderId, orderId), eq(orderAuditChanges.participantId, person.id)))
    .orderBy(desc(orderAuditChanges.auditId));
  const issued = changes.find((change) => change.field === 'ticketVersion')?.auditId ?? 0;
  const since = changes.filter((change) => change.auditId > issued);
  const names = ['firstName', 'lastName', 'birthDate'];
  const former = since.filter((change) => names.includes(change.field)).map((change) => [change.field, change.before]);
  return { ...person, ...Object.fromEntries(former) };
}

type Answers = {
  fields: readonly CatalogFormField[];
  before: ParticipantRecord;
  team: TeamRecord;
  index: number;
  members: readonly number[];
  answers: NonNullable<ParticipantChange['formFieldsSelected']>;
  catalog: Parameters<typeof answerErrors>[0];
};

async function changeAnswers({ tx }: Work, input: Answers): Promise<AuditChange[]> {
  const { fields, before, team, index, members, answers, catalog } = input;
  const merged = new Map(
    before.formFieldsSelected
      .filter(({ fieldId }) => fields.some(({ id }) => id === fieldId))
      .map(({ fieldId, value }) => [fieldId, value]),
  );
  const written = answers.map(({ fieldId, value }) => {
    const field = fields.find(({ id }) => id === fieldId);
    return { fieldId, value: field ? writtenAnswer(field.type, value) : value };
  });
  for (const { fieldId, value } of written) merged.set(fieldId, value);
  const formFieldsSelected = [...merged].map(([fieldId, value]) => ({ fieldId, value }));
  const found = answerErrors(catalog, before.competitionId, { formFieldsSelected }, index, '');
  // An unchanged answer stays valid even when its choice was removed.
  const stays = new Set(
    before.formFieldsSelected
      .filter(({ fieldId, value }) => merged.get(fieldId) === value)
      .map(({ fieldId }) => `.formFieldsSelected.${fieldId}`),
  );
  const errors = Object.fromEntries(Object.entries(found).filter(([path]) => !stays.has(path)));
  if (Object.keys(errors).length > 0)
    refuseFields(Object.fromEntries(Object.entries(errors).map(([path, found]) => [path.replace(/^\./, ''), found])));
  const changes: AuditChange[] = [];
  for (const { fieldId, value } of written) {
    const isShared = fields.some((field) => field.id === fieldId && field.editableOnlyOncePerTeam);
    // Team answers come from the first member.
    if (isShared && index > 0) continue;
    const targets = isShared ? [...members] : [before.id];
    await tx
      .delete(participantFields)
      .where(and(inArray(participantFields.participantId, targets), eq(participantFields.fieldId, fieldId)));
    if (value !== '')
      await tx.insert(participantFields).values(targets.map((participantId) => ({ participantId, fieldId, value })));
    for (const { id, formFieldsSelected: found } of team.participants.filter((member) => targets.includes(member.id))) {
      const old = found.find((answer) => answer.fieldId === fieldId)?.value ?? null;
      const after = value === '' ? null : value;
      if (old !== after) changes.push({ participantId: id, field: `formField.${fieldId}`, before: old, after });
    }
  }
  return changes;
}

/**
 * Applies the competition's rules to a participant.
 * @throws Problem REGISTERING_INVALID_AGES, REGISTERING_INVALID_GENDERS, VALIDATION_FAILED (`birthDate`)
 */
export function requireEligible(
  competition: CatalogCompetition,
  timeZone: string,
  person: Entrant & Pick<ParticipantRecord, 'localId'>,
  now: Instant,
): void {
  for (const problem of entryProblems(competition, timeZone, person, now)) {
    if (problem === 'age') refuse('REGISTERING_INVALID_AGES', { participants: [person.localId] });
    else if (problem === 'gender') refuse('REGISTERING_INVALID_GENDERS', { participants: [person.localId] });
    else refuseFields({ birthDate: [problem] });
  }
}

/** `isSent`: only these fields are checked. @throws Problem VALIDATION_FAILED at required fields without a value */
export function requireFieldsOfEvent(
  event: AskingEvent,
  competition: CatalogCompetition,
  person: Partial<ParticipantData>,
  isSent: (name: ParticipantField) => boolean = () => true,
): void {
  const missing = requiredFields(event, competition).filter((name) => isSent(name) && !person[name]);
  if (missing.length > 0) refuseFields(Object.fromEntries(missing.map((name) => [name, ['required']])));
}

/** Translates the unique constraint. @throws Problem TICKET_ALREADY_BOOKED */
export const refuseTwice =
  ({ localId }: Pick<ParticipantRecord, 'localId'>) =>
  (error: unknown): never => {
    if (brokenConstraint(error) !== 'unique') throw error;
    return refuse('TICKET_ALREADY_BOOKED', { participants: [localId] });
  };

/** @throws Problem NOT_FOUND for a team of another order, and for single starters */
export async function changeTeamName(
  work: Work,
  input: { orderId: number; teamId: number; teamName: string; editorId: number },
): Promise<void> {
  const { orderId, teamId, teamName, editorId } = input;
  const order = (await orderOf(work.tx, orderId)) ?? refuse('NOT_FOUND');
  const team = order.competitions
    .filter(({ type }) => type === 'team')
    .flatMap((competition) => competition.teams)
    .find((each) => each.teamId === teamId);
  if (!team) return refuse('NOT_FOUND');
  if (team.teamName === teamName) return;
  await work.tx.update(teams).set({ teamName }).where(eq(teams.id, teamId));
  const changes = [{ field: 'teamName', before: team.teamName, after: teamName }];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, changes });
  await work.announce(orderChanged({ orderId }));
}
