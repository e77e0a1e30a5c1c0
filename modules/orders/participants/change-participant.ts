import { and, desc, eq, inArray } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { writtenAnswer } from '#modules/events/rules/answers.ts';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import { pendingMembers } from '#modules/member-lists/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type CalendarDate, days, type Instant } from '#src/kernel/time.ts';
import { type AuditChange, addAudit, changesBetween } from '../add-audit.ts';
import { personIn } from '../people.ts';
import { orderOf, type ParticipantRecord, type TeamRecord } from '../read.ts';
import type { ParticipantChange } from '../rules/booking.ts';
import { answerErrors, fieldsFor } from '../rules/entry-check.ts';
import { emailChanged, orderChanged } from '../rules/facts.ts';
import { becameAnotherPerson, isAnotherPerson, personIdentity } from '../rules/identity.ts';
import { refuse } from '../rules/problems.ts';
import { orderAuditChanges, orderAudits, participantFields, participants } from '../schema.ts';
import { replaceTicket } from './replace-ticket.ts';
import { refuseTwice, requireEligible } from './require-eligible.ts';

export type ChangeParticipant = {
  orderId: number;
  participantId: number;
  change: ParticipantChange;
  /** null: the participant, by the link to the own page. */
  editorId: number | null;
} & ChangedBy;

/** Owners and participants may until the event's `userEditTillTime`, else until it starts; organizers whenever. */
export type ChangedBy =
  | { by: 'organizer' }
  | { by: 'owner' | 'participant'; needsTransfer: (tx: Reader | Tx, place: NamedPlace) => Promise<boolean> };
/** A participant of an order. */
export type NamedPlace = { orderId: number; participantId: number };

/** Each new address or person is written to with words of whoever changed it: nobody shall write to strangers like that. */
const addresses: Limit = { name: 'participant-address', most: 10, windowMs: days(1), per: 'account' };

/** Until when the people themselves may change what is said of them. */
export const editableUntil = ({ event }: { event: { userEditTillTime: Instant | null; startTimestamp: Instant } }) =>
  event.userEditTillTime ?? event.startTimestamp;

/**
 * Changes what is sent of a booked participant and leaves the rest. The competition's rules are checked again; answers
 * that are asked once a team go to all its members.
 * @throws Problem CANT_EDIT_PARTICIPANT_DATA_TOO_LATE, REGISTERING_INVALID_AGES, REGISTERING_INVALID_GENDERS,
 *   TICKET_ALREADY_BOOKED, PLACE_MUST_BE_PASSED_ON (another person, where the event has transfers), VALIDATION_FAILED, TOO_MANY_REQUESTS (of new addresses), NOT_FOUND
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
  const changed = (Object.keys(given) as (keyof ParticipantRecord)[]).filter((name) => after[name] !== before[name]);
  const hasNewEmail = changed.includes('email');
  if (hasNewEmail && order.status === 'pending' && order.memberProofUntil !== null) {
    // The address is the reason for the price until its owner has agreed.
    const [asked] = await pendingMembers(tx, [participantId]);
    if (asked && asked.provenAt === null) return refuse('ORDER_AWAITS_MEMBER');
  }
  const isPassedOn =
    isAnotherPerson(before, after) ||
    (input.by !== 'organizer' && becameAnotherPerson(await personOfTicket(tx, orderId, before), after));
  if (isPassedOn && input.by !== 'organizer' && (await input.needsTransfer(tx, { orderId, participantId })))
    return refuse('PLACE_MUST_BE_PASSED_ON', { participantId });
  // The ticket goes along with the place; a new address alone is a matter of the event.
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
        // Who has the old address must not open the page of whoever has the new one.
        ...(hasNewEmail && !isReplaced ? { linkVersion: before.linkVersion + 1 } : {}),
      })
      .where(eq(participants.id, participantId))
      .catch(refuseTwice(before));
  }
  const ticketChanges = isReplaced ? await replaceTicket(work, { orderId, participantIds: [participantId] }) : [];
  const asked = fieldsFor(catalog, before.competitionId);
  const members = team.participants.map(({ id }) => id);
  const answerChanges =
    answers === undefined ? [] : await changeAnswers(work, { asked, before, team, index, members, answers, catalog });
  if (changed.length === 0 && answerChanges.length === 0) return;
  const known = Object.fromEntries(changed.map((name) => [name, before[name]]));
  const fresh = Object.fromEntries(changed.map((name) => [name, after[name]]));
  const changes = [
    ...changesBetween(known, fresh).map((change) => ({ ...change, participantId })),
    ...ticketChanges,
    ...answerChanges,
  ];
  const comment = input.by === 'participant' ? 'participant.changed' : '';
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment, changes });
  await work.announce(orderChanged({ orderId }));
  if (hasNewEmail) await work.announce(emailChanged({ orderId, participantId, before: before.email }));
}

/**
 * The person as they were when the ticket that is valid now was issued, by the order's history: who changes one name after
 * the other names another person in the end.
 */
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
  asked: readonly CatalogFormField[];
  before: ParticipantRecord;
  team: TeamRecord;
  index: number;
  members: readonly number[];
  answers: NonNullable<ParticipantChange['formFieldsSelected']>;
  catalog: Parameters<typeof answerErrors>[0];
};

/** Answers what changed. */
async function changeAnswers({ tx }: Work, input: Answers): Promise<AuditChange[]> {
  const { asked, before, team, index, members, answers, catalog } = input;
  const merged = new Map(
    before.formFieldsSelected
      .filter(({ fieldId }) => asked.some(({ id }) => id === fieldId))
      .map(({ fieldId, value }) => [fieldId, value]),
  );
  const written = answers.map(({ fieldId, value }) => {
    const field = asked.find(({ id }) => id === fieldId);
    return { fieldId, value: field ? writtenAnswer(field.type, value) : value };
  });
  for (const { fieldId, value } of written) merged.set(fieldId, value);
  const formFieldsSelected = [...merged].map(([fieldId, value]) => ({ fieldId, value }));
  const said = answerErrors(catalog, before.competitionId, { formFieldsSelected }, index, '');
  // An answer that stays as it was stands, even when its choice is offered no longer.
  const stays = new Set(
    before.formFieldsSelected
      .filter(({ fieldId, value }) => merged.get(fieldId) === value)
      .map(({ fieldId }) => `.formFieldsSelected.${fieldId}`),
  );
  const errors = Object.fromEntries(Object.entries(said).filter(([path]) => !stays.has(path)));
  if (Object.keys(errors).length > 0)
    refuseFields(Object.fromEntries(Object.entries(errors).map(([path, said]) => [path.replace(/^\./, ''), said])));
  const changes: AuditChange[] = [];
  for (const { fieldId, value } of written) {
    const isShared = asked.some((field) => field.id === fieldId && field.editableOnlyOncePerTeam);
    // What is asked once a team is answered by its first member.
    if (isShared && index > 0) continue;
    const whose = isShared ? [...members] : [before.id];
    await tx
      .delete(participantFields)
      .where(and(inArray(participantFields.participantId, whose), eq(participantFields.fieldId, fieldId)));
    if (value !== '')
      await tx.insert(participantFields).values(whose.map((participantId) => ({ participantId, fieldId, value })));
    for (const { id, formFieldsSelected: said } of team.participants.filter((member) => whose.includes(member.id))) {
      const old = said.find((answer) => answer.fieldId === fieldId)?.value ?? null;
      const after = value === '' ? null : value;
      if (old !== after) changes.push({ participantId: id, field: `formField.${fieldId}`, before: old, after });
    }
  }
  return changes;
}
