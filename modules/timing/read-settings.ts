import { eq, inArray, sql } from 'drizzle-orm';
import type { RaceResultRecord } from '#modules/events/index.ts';
import { competitions } from '#modules/events/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready, selectRow } from '#src/data/hot-statements.ts';
import { prepared } from '#src/data/prepared.ts';
import { maskedOrNull } from './rules/mask.ts';
import { raceResultContests, raceResultSettings } from './schema.ts';

export const addressFields = [
  'newBibUrl',
  'saveFieldsUrl',
  'saveValueUrl',
  'reassignAgeGroupsUrl',
  'changeLinkUrl',
  'listUrl',
] as const;
export type AddressField = (typeof addressFields)[number];

export type Settings = Omit<typeof raceResultSettings.$inferSelect, 'leaseToken' | 'leasedUntil'> & {
  contests: ReadonlyMap<number, number>;
};

const plain = (eventId: number): Omit<Settings, 'contests'> => ({
  eventId,
  rrId: null,
  newBibUrl: null,
  saveFieldsUrl: null,
  saveValueUrl: null,
  reassignAgeGroupsUrl: null,
  changeLinkUrl: null,
  listUrl: null,
  saveValueField: 'PaidEntryFee',
  saveValueText: null,
  teamField: null,
  waveField: null,
  nationFormat: 'ioc',
  useParticipantIdAsBib: false,
  syncStopDate: null,
  resultTimeField: null,
  resultSplits: null,
  fetchesResults: false,
  webhookIdentifier: null,
  webhookFields: [],
});

const contestsOf = prepared((reader) =>
  reader
    .select({ competitionId: raceResultContests.competitionId, rrContestId: raceResultContests.rrContestId })
    .from(raceResultContests)
    .innerJoin(competitions, eq(competitions.id, raceResultContests.competitionId))
    .where(eq(competitions.eventId, sql.placeholder('eventId'))),
);

export async function settingsOf(reader: Reader | Tx, eventId: number): Promise<Settings> {
  const row = await selectRow(reader, raceResultSettings, 'where event_id = ?', [eventId]);
  const contests = await contestsOf(reader).all({ eventId });
  const {
    leaseToken: _,
    leasedUntil: __,
    ...settings
  } = row ?? { ...plain(eventId), leaseToken: null, leasedUntil: null };
  return { ...settings, contests: new Map(contests.map((one) => [one.competitionId, one.rrContestId])) };
}

/** Without these addresses there is no queue. */
export const sends = ({ newBibUrl, saveFieldsUrl }: Pick<Settings, 'newBibUrl' | 'saveFieldsUrl'>): boolean =>
  newBibUrl !== null || saveFieldsUrl !== null;

/** Where start numbers come from RACE RESULT. */
export const numbersThere = (
  settings: Pick<Settings, 'newBibUrl' | 'saveFieldsUrl' | 'useParticipantIdAsBib'>,
): boolean => sends(settings) && (settings.newBibUrl !== null || settings.useParticipantIdAsBib);

export const isNumberedThere = async (reader: Reader, eventId: number): Promise<boolean> =>
  numbersThere(await settingsOf(reader, eventId));

/** For answers and forms: addresses are masked, the identifier of the webhook is left out. */
export function raceResultRecord({ contests, webhookIdentifier, ...settings }: Settings): RaceResultRecord {
  const addresses = Object.fromEntries(addressFields.map((name) => [name, maskedOrNull(settings[name])]));
  return {
    ...settings,
    ...(addresses as Record<AddressField, string | null>),
    hasWebhook: webhookIdentifier !== null,
    competitions: [...contests].map(([competitionId, rrContestId]) => ({ competitionId, rrContestId })),
  };
}

export async function raceResultsOf(
  reader: Reader | Tx,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, RaceResultRecord>> {
  const wanted = [...eventIds];
  const rows = await reader.select().from(raceResultSettings).where(inArray(raceResultSettings.eventId, wanted));
  const contests = await reader
    .select({
      eventId: competitions.eventId,
      competitionId: raceResultContests.competitionId,
      rrContestId: raceResultContests.rrContestId,
    })
    .from(raceResultContests)
    .innerJoin(competitions, eq(competitions.id, raceResultContests.competitionId))
    .where(inArray(competitions.eventId, wanted));
  const known = new Map(rows.map((row) => [row.eventId, row]));
  const contestsOf = Map.groupBy(contests, ({ eventId }) => eventId);
  return new Map(
    wanted.map((eventId) => [
      eventId,
      raceResultRecord({
        ...(known.get(eventId) ?? plain(eventId)),
        contests: new Map((contestsOf.get(eventId) ?? []).map((one) => [one.competitionId, one.rrContestId])),
      }),
    ]),
  );
}

/** Canceled participants are few among all known ones. */
const heldBibsStatement = `select q.bib_there bib, q.participant_id participantId
  from race_result_settings s cross join participants p cross join race_result_pushes q
  where s.event_id = ? and (s.new_bib_url is not null or s.save_fields_url is not null)
    and p.event_id = s.event_id and p.live = 0 and q.participant_id = p.id and q.bib_there is not null`;

/** Start numbers that RACE RESULT still holds for canceled participants, with their participant IDs. */
export async function bibsHeldByTiming(reader: Reader | Tx, eventId: number): Promise<ReadonlyMap<string, number>> {
  const held = await reader.all<{ bib: string; participantId: number }>(ready(heldBibsStatement, [eventId]));
  return new Map(held.map(({ bib, participantId }) => [bib, participantId]));
}
