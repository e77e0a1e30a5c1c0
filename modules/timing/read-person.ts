import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { participantChips, participantWaves, startWaves } from '#modules/bibs/schema.ts';
import { competitions, events, formFields } from '#modules/events/schema.ts';
import { isPaidStatus, paidList, waitsForProof } from '#modules/orders/rules/order-state.ts';
import { oneTeam } from '#modules/orders/rules/shared-entry.ts';
import { orders, participantFields, participants, teams } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { sends, settingsOf } from './read-settings.ts';
import type { TimingPerson } from './rules/fields.ts';
import { raceResultContests, raceResultPushes } from './schema.ts';

export type TimedPerson = TimingPerson & {
  orderId: number;
  eventId: number;
  rrBib: string | null;
  rrChangelink: string | null;
  chargedPrice: Cents;
  /** Paid, not canceled, and with a proven mailbox. */
  isIn: boolean;
  noChangelink: boolean;
};

export async function personHere(reader: Reader | Tx, participantId: number): Promise<TimedPerson | null> {
  const [row] = await reader
    .select({
      person: participants,
      teamName: teams.teamName,
      type: competitions.type,
      teamId: sql<number>`${sql.raw(oneTeam('teams', 'participants'))}`,
      // For teams whose members joined themselves: the leg that the captain chose.
      position: sql<number>`coalesce((select s.position - 1 from shared_team_places s where s.participant_id = ${participants.id}),
        (select count(*) from participants m where m.team_id = ${participants.teamId} and m.id < ${participants.id}))`,
      status: orders.status,
      awaitsProof: orders.awaitsProof,
      totalPrice: orders.totalPrice,
      language: orders.language,
      noChangelink: events.noChangelink,
      rrContestId: raceResultContests.rrContestId,
      chip: participantChips.chip,
      wave: startWaves.title,
    })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .innerJoin(events, eq(events.id, participants.eventId))
    .innerJoin(teams, eq(teams.id, participants.teamId))
    .innerJoin(competitions, eq(competitions.id, participants.competitionId))
    .leftJoin(raceResultContests, eq(raceResultContests.competitionId, participants.competitionId))
    .leftJoin(participantChips, eq(participantChips.participantId, participants.id))
    .leftJoin(participantWaves, eq(participantWaves.participantId, participants.id))
    .leftJoin(
      startWaves,
      and(eq(startWaves.id, participantWaves.waveId), eq(startWaves.competitionId, participants.competitionId)),
    )
    .where(eq(participants.id, participantId));
  if (!row) return null;
  const { person, teamId, teamName, type, position, language, rrContestId, chip, wave, noChangelink, ...order } = row;
  const answers = await reader
    .select({ rrName: formFields.rrName, type: formFields.type, value: participantFields.value })
    .from(participantFields)
    .innerJoin(formFields, eq(formFields.id, participantFields.fieldId))
    .where(and(eq(participantFields.participantId, participantId), isNotNull(formFields.rrName)))
    .orderBy(asc(formFields.id));
  return {
    participantId,
    orderId: person.orderId,
    eventId: person.eventId,
    firstName: person.firstName,
    lastName: person.lastName,
    gender: person.gender,
    birthDate: person.birthDate,
    nationalityCountryCode: person.nationalityCountryCode,
    club: person.club,
    email: person.email,
    language: language.slice(0, 2),
    team: type === 'team' ? { id: teamId, name: teamName, position: Number(position) } : null,
    rrContestId,
    chip,
    wave,
    answers: answers.flatMap(({ rrName, ...rest }) => (rrName ? [{ rrName, ...rest }] : [])),
    rrBib: person.rrBib,
    rrChangelink: person.rrChangelink,
    chargedPrice: cents(person.chargedPrice),
    isIn: person.live && isPaidStatus(order.status) && !waitsForProof(order),
    noChangelink,
  };
}

/** A canceled participant keeps the number at RACE RESULT. */
export async function isBibTaken(
  reader: Reader | Tx,
  { eventId, bib, besides }: { eventId: number; bib: string; besides: number },
): Promise<boolean> {
  const [row] = await reader
    .select({ id: participants.id })
    .from(participants)
    .where(
      and(
        eq(participants.rrBib, bib),
        isNotNull(participants.rrBib),
        eq(participants.eventId, eventId),
        sql`${participants.id} <> ${besides}`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

export async function orderIdOf(reader: Reader | Tx, eventId: number, participantId: number): Promise<number | null> {
  const [row] = await reader
    .select({ orderId: participants.orderId })
    .from(participants)
    .where(and(eq(participants.id, participantId), eq(participants.eventId, eventId)));
  return row?.orderId ?? null;
}

export async function bibOf(reader: Reader | Tx, participantId: number): Promise<string | null> {
  const [row] = await reader
    .select({ rrBib: participants.rrBib })
    .from(participants)
    .where(eq(participants.id, participantId));
  return row?.rrBib ?? null;
}

export async function eventIdOfOrder(reader: Reader | Tx, orderId: number): Promise<number | null> {
  const [row] = await reader.select({ eventId: orders.eventId }).from(orders).where(eq(orders.id, orderId));
  return row?.eventId ?? null;
}

/** SQL condition for participants who start: paid, and not waiting for a proof (`waitsForProof`). */
export const starts = sql`(${participants.live} = 1 and ${orders.status} in ${sql.raw(paidList)}
  and not (${orders.awaitsProof} = 1 and ${orders.totalPrice} = 0))`;

/** A participant who no longer starts only matters if RACE RESULT may know them. */
const concerns = sql`(${starts} or exists (select 1 from race_result_pushes known where known.participant_id = ${participants.id}))`;

/** Participants for the queue, with whether they were ever sent. */
export function peopleToSend(
  reader: Reader | Tx,
  eventId: number,
  who: { orderId?: number; participantIds?: readonly number[] | undefined },
): Promise<{ id: number; isKnownThere: boolean }[]> {
  return reader
    .select({
      id: participants.id,
      isKnownThere: sql<number>`exists (select 1 from race_result_pushes sent
        where sent.participant_id = ${participants.id} and sent.bib_there is not null)`.mapWith(Boolean),
    })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .where(
      and(
        eq(participants.eventId, eventId),
        who.orderId === undefined ? undefined : eq(participants.orderId, who.orderId),
        who.participantIds
          ? sql`${participants.id} in (select value from json_each(${JSON.stringify(who.participantIds)}))`
          : undefined,
        concerns,
      ),
    )
    .orderBy(asc(participants.id));
}

export function holdersOf(
  reader: Reader | Tx,
  eventId: number,
  bibs: readonly string[],
): Promise<{ id: number; bib: string | null }[]> {
  return reader
    .select({ id: participants.id, bib: participants.rrBib })
    .from(participants)
    .where(
      and(
        eq(participants.eventId, eventId),
        sql`${participants.rrBib} in (select value from json_each(${JSON.stringify(bibs)}))`,
      ),
    );
}

export async function participantIdsOf(reader: Reader | Tx, orderIds: readonly number[]): Promise<number[]> {
  const rows = await reader
    .select({ id: participants.id })
    .from(participants)
    .where(inArray(participants.orderId, [...orderIds]));
  return rows.map(({ id }) => id);
}

/** Implements `Deps.bibLimits`. After the stop date, a participant known to RACE RESULT must keep some number. */
export async function bibLimits(
  reader: Reader | Tx,
  { eventId, participantId }: { eventId: number; participantId: number },
  now: Instant,
): Promise<{ digitsOnly: boolean; isParticipantId: boolean; knownAs: string | null }> {
  const settings = await settingsOf(reader, eventId);
  const [push] = await reader
    .select({ bibThere: raceResultPushes.bibThere })
    .from(raceResultPushes)
    .where(eq(raceResultPushes.participantId, participantId));
  const isOn = sends(settings) && (settings.syncStopDate === null || now < settings.syncStopDate);
  const isParticipantId = isOn && settings.useParticipantIdAsBib;
  return { digitsOnly: isOn, isParticipantId, knownAs: push?.bibThere ?? null };
}
