import type { ReactElement } from 'react';
import { catalogOf, releasePlaces } from '#modules/events/index.ts';
import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { isOver, isPublic } from '#modules/events/rules/sale.ts';
import type { DraftAddress } from '#modules/orders/rules/draft.ts';
import { isUntouched } from '#modules/orders/rules/draft-answers.ts';
import { stepPath } from '#modules/orders/rules/steps.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { selectRows } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type BookingContext, BookingHead } from './booking-frame.tsx';
import { type DraftViewer, draftOf, saveDraft } from './drafts.ts';
import { withoutPeople } from './rules/draft-tabs.ts';
import { drafts } from './schema.ts';

/** A visit orders for one event at a time. */
type OtherEvent = { event: CatalogEvent; people: number };

const hasPeople = "json_array_length(data, '$.teams') > 0";
const hasAddress = "json_type(data, '$.contactAddress') = 'object'";

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

/** Deletes people entered for other events in this visit; copies their address here if there is none. */
export async function leaveOtherEvents(
  work: Work,
  { viewer, eventId }: { viewer: DraftViewer; eventId: number },
): Promise<void> {
  const { visitId } = viewer;
  const rows = await draftsElsewhere(work.tx, visitId, eventId, hasPeople);
  for (const { eventId: other, data } of rows) {
    await saveDraft(work, { viewer, eventId: other, data: withoutPeople(data) });
    await releasePlaces(work, visitId, other);
  }
  const { data } = await draftOf(work.tx, visitId, eventId);
  const contactAddress = rows.find((row) => row.data.contactAddress)?.data.contactAddress;
  if (contactAddress && !data.contactAddress)
    await saveDraft(work, { viewer, eventId, data: { ...data, contactAddress } });
}

export function OtherEventPage(props: { booking: BookingContext; others: readonly OtherEvent[] }): ReactElement {
  const { booking, others } = props;
  const { i18n } = booking;
  const { csrfToken } = usePage();
  return (
    <div className="stack">
      <BookingHead booking={booking} step="competitions" />
      <section className="question" aria-labelledby="other-event">
        <h2 id="other-event">{i18n.t('people.other.title')}</h2>
        {others.map(({ event, people }) => (
          <p key={event.id}>{i18n.t('people.other.line', { event: event.title, count: people })}</p>
        ))}
        <p>{i18n.t('people.other.text')}</p>
        <div className="question-actions">
          {others.map(({ event }) => (
            <ButtonLink key={event.id} href={stepPath(String(event.id), 'competitions')}>
              {i18n.t('people.other.back', { event: event.title })}
            </ButtonLink>
          ))}
          <PostButton
            look="quiet"
            action={stepPath(booking.eventRef, 'competitions')}
            csrfToken={csrfToken}
            fields={{ intent: 'here' }}
          >
            {i18n.t('people.other.here')}
          </PostButton>
        </div>
      </section>
    </div>
  );
}
