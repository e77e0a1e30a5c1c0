import { sql } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { type StartsMoved, startsMoved } from '#modules/events/rules/facts.ts';
import { movedCompetitions, startFacts } from '#modules/events/rules/start-facts.ts';
import { addAudits } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { mayHaveArrived, ticketsInMail } from './mailed-tickets.ts';

/** Addresses per transaction, so that bookings wait for one batch only. */
const portion = 500;

type Reached = { recipient: string; locale: string; participantIds: string; orderIds: string };

/**
 * Tells all ticket holders that start or place moved, one mail per address, in batches. The buyer gets the news for
 * participants without an address. Tickets that were never mailed are not announced.
 */
export async function tellMoved(work: Work, moved: StartsMoved, factId: number): Promise<void> {
  const { eventId, before, after = '', changeId = factId } = moved;
  const catalog = await catalogOf(work.tx, eventId);
  if (!catalog || catalog.event.canceled) return;
  const affected = movedCompetitions(before, startFacts(catalog));
  if (affected.length === 0) return;
  const people = sql`participants p join orders o on o.id = p.order_id and o.status in ('complete', 'shipped')
    where p.event_id = ${eventId} and p.live = 1 and p.competition_id in ${affected}`;
  const isSent = mayHaveArrived(sql`m`);
  const reached = await work.tx.all<Reached>(sql`
    select recipient, max(locale) locale, json_group_array(distinct participant_id) participantIds,
      json_group_array(distinct order_id) orderIds from (
      select m.recipient recipient, o.language locale, p.id participant_id, o.id order_id
        from mails m, ${ticketsInMail(sql`m.params`)} t, ${people}
        and m.order_id = o.id and m.type = 'RegistrationConfirmation' and ${isSent}
        and t.value ->> 'participantId' = p.id and coalesce(t.value ->> 'linkVersion', 0) = p.link_version
      union select m.recipient, o.language, p.id, o.id from mails m, ${people}
        and p.email is null and m.order_id = o.id and m.type = 'OrderConfirmation' and ${isSent}
        and m.recipient = (select u.email from users u where u.id = o.user_id)
        and not (o.awaits_proof = 1 and o.total_cents = 0))
    where recipient > ${after} group by recipient order by recipient limit ${portion}`);
  for (const { recipient, locale, participantIds, orderIds } of reached) {
    const [orderId = 0] = JSON.parse(orderIds) as number[];
    await work.post({
      ...{ type: 'TicketChanged', uniqueKey: `TicketChanged|${changeId}|${recipient}`, recipient, locale, orderId },
      params: { participantIds: JSON.parse(participantIds) as number[], before },
    });
  }
  const orderIds = [...new Set(reached.flatMap((row) => JSON.parse(row.orderIds) as number[]))];
  await addAudits(
    work,
    orderIds.map((orderId) => ({ orderId, type: 'Other', editorId: null, comment: 'ticket.changeTold' })),
  );
  const last = reached.length === portion ? reached.at(-1) : undefined;
  if (last) await work.announce(startsMoved({ eventId, before, after: last.recipient, changeId }));
}
