import { catalogOf, letGoOfPlaces } from '#modules/events/index.ts';
import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { isOver, isPublic } from '#modules/events/rules/sale.ts';
import type { DraftAddress } from '#modules/orders/rules/draft.ts';
import { isUntouched } from '#modules/orders/rules/draft-answers.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { selectRows } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type DraftViewer, draftOf, saveDraft } from './drafts.ts';
import { withoutPeople } from './rules/draft-tabs.ts';
import { drafts } from './schema.ts';

/** A visit orders for one event at a time. */
export type OtherEvent = { event: CatalogEvent; people: number };

const hasPeople = "json_array_length(data, '$.teams') > 0";
const hasAddress = "json_type(data, '$.contactAddress') = 'object'";

/** Newest first. */
const draftsElsewhere = (reader: Reader | Tx, visitId: string, eventId: number, isMeant: string) =>
  selectRows(reader, drafts, `where visit_id = ? and event_id <> ? and ${isMeant} order by updated_at desc`, [
    visitId,
    eventId,
  ]);

/** Events with people entered but not ordered, newest first, unless over, hidden or canceled. */
export async function otherEvents(
  reader: Reader,
  { visitId, eventId, now }: { visitId: string; eventId: number; now: Instant },
): Promise<OtherEvent[]> {
  const rows = await draftsElsewhere(reader, visitId, eventId, hasPeople);
  const others: OtherEvent[] = [];
  for (const row of rows) {
    const people = row.data.teams.flatMap((team) => team.participants).filter((person) => !isUntouched(person)).length;
    const event = people > 0 ? (await catalogOf(reader, row.eventId))?.event : undefined;
    if (event && !event.canceled && isPublic(event) && !isOver(event, now)) others.push({ event, people });
  }
  return others;
}

export async function addressOfOtherEvents(
  reader: Reader,
  visitId: string,
  eventId: number,
): Promise<DraftAddress | null> {
  const [row] = await draftsElsewhere(reader, visitId, eventId, hasAddress);
  return row?.data.contactAddress ?? null;
}

/**
 * Deletes the people entered for other events in this visit. Their address stays there and is copied here if there is
 * none yet.
 */
export async function leaveOtherEvents(
  work: Work,
  { viewer, eventId }: { viewer: DraftViewer; eventId: number },
): Promise<void> {
  const { visitId } = viewer;
  const rows = await draftsElsewhere(work.tx, visitId, eventId, hasPeople);
  for (const { eventId: other, data } of rows) {
    await saveDraft(work, { viewer, eventId: other, data: withoutPeople(data) });
    await letGoOfPlaces(work, visitId, other);
  }
  const { data } = await draftOf(work.tx, visitId, eventId);
  const contactAddress = rows.find((row) => row.data.contactAddress)?.data.contactAddress;
  if (contactAddress && !data.contactAddress)
    await saveDraft(work, { viewer, eventId, data: { ...data, contactAddress } });
}
