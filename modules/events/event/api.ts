import * as z from 'zod';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Cents } from '#src/kernel/money.ts';
import { type CalendarDate, type Instant, toIso } from '#src/kernel/time.ts';
import { type ApiCall, api, tagged } from '#src/web/http.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { loadEvent, loadManagedEvents, managedBy } from '../access/event-access.ts';
import { adminEventAnswer } from '../answers.ts';
import { addEventAudits, onEvent } from '../changes/on-event.ts';
import { existingCatalog } from '../read-catalog.ts';
import { eventSource, listCatalogs, managedAnswer, managedAnswers } from '../read-list.ts';
import { quantityLeft } from '../rules/sale.ts';
import { copyInput, type EventInput, eventInput, newEventInput, shiftInput, visibilityInput } from '../shapes.ts';
import { createEvent, deleteShortlink, putShortlink } from './change-event.ts';
import { copyEvent } from './copy-event.ts';
import { organizerDefaults, organizerFor } from './organizers.ts';
import { changeEvent as change, plannedShift, refusePast, shiftEvent } from './shift-event.ts';

/** Only the platform changes its fee; an organizer may send the unchanged value. @throws Problem NO_PERMISSION */
function requireFee(viewer: Viewer, now: Instant, wanted: EventInput, agreed: Cents): void {
  const { organizerProcessingFee = agreed } = wanted;
  if (organizerProcessingFee !== agreed) requirePermission('event.platform', viewer, now);
}

const soldTicketsRow = z.object({
  competitionId: z.int(),
  competitionTitle: z.string(),
  competitionPriceId: z.int(),
  price: z.int(),
  sold: z.int(),
  quantity: z.int(),
  competitionSold: z.int(),
  totalTicketCount: z.int(),
});

/** An instant, or the date of an age check. */
const time = z.codec(z.string(), z.custom<Instant | CalendarDate>(), {
  decode: (text) => text as CalendarDate,
  encode: (moment) => (typeof moment === 'number' ? toIso(moment) : moment),
});
const timeChange = z
  .object({
    kind: z.string(),
    id: z.int(),
    title: z.string(),
    field: z.string(),
    from: time,
    to: time,
  })
  .meta({ id: 'TimeChange', description: 'Time that moves with an event' });

const changeEvent = (
  call: ApiCall<
    'event.change',
    { eventId: number },
    undefined,
    typeof eventInput | typeof visibilityInput,
    undefined,
    number
  >,
) =>
  onEvent(call, call.params.eventId, async (work, eventId) => {
    const { event } = await existingCatalog(work.tx, eventId);
    requireFee(call.viewer, call.now, call.body, event.organizerProcessingFee);
    await change(work, call.deps, call.viewer, { eventId, input: call.body, along: 'clocks' });
    return { event: await managedAnswer(call.deps, work.tx, eventId, call.now) };
  });

export const eventsApi = tagged('Events (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events',
      may: 'event.read',
      summary: 'Lists the events that the caller manages',
      load: ({ viewer, may }) => managedBy(viewer, may),
      query: listQueryOf(eventSource(undefined)),
      answer: z.object({ count: z.int(), rows: z.array(adminEventAnswer) }),
    },
    async ({ deps, record: managed, query, now }) => {
      const { count, catalogs } = await listCatalogs(deps.read, query, managed);
      return { count, rows: await managedAnswers(deps, deps.read, catalogs, now) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events',
      may: 'event.change',
      summary: 'Creates an event',
      load: loadManagedEvents,
      body: newEventInput,
      answer: z.object({ eventId: z.int() }),
      status: 201,
    },
    async ({ deps, viewer, body, now }) => {
      const organizerId = organizerFor(viewer, body.organizerId);
      const { fields } = await organizerDefaults(deps.read, organizerId);
      requireFee(viewer, now, body, fields.organizerProcessingFee);
      return deps.write(async (work) => {
        const eventId = await createEvent(work, { ...body, organizerId });
        await addEventAudits(work, viewer, eventId);
        return { eventId };
      });
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}',
      may: 'event.read',
      summary: 'Returns an event with all its settings and records',
      load: loadEvent,
      answer: z.object({ event: adminEventAnswer }),
    },
    async ({ deps, params, now }) => ({ event: await managedAnswer(deps, deps.read, params.eventId, now) }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/events/{eventId}',
      may: 'event.change',
      summary: 'Changes an event',
      load: loadEvent,
      body: eventInput,
      answer: z.object({ event: adminEventAnswer }),
    },
    changeEvent,
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/events/{eventId}/visibility',
      may: 'event.change',
      summary: 'Shows or hides an event',
      load: loadEvent,
      body: visibilityInput,
      answer: z.object({ event: adminEventAnswer }),
    },
    changeEvent,
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/copy',
      may: 'event.change',
      summary: 'Copies an event without its orders. Its dates move with the start.',
      load: loadEvent,
      body: copyInput,
      answer: z.object({ copiedEventId: z.int() }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        const copiedEventId = await copyEvent(work, eventId, call.body, call.viewer);
        await addEventAudits(work, call.viewer, copiedEventId);
        return { copiedEventId };
      }),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/shift',
      may: 'event.change',
      summary:
        'Moves an event to another start date with its competitions, prices and deadlines. `dryRun` only returns the changes.',
      load: loadEvent,
      body: shiftInput,
      answer: z.object({ changes: z.array(timeChange) }),
    },
    async (call) => {
      const { dryRun, ...target } = call.body;
      const { deps, viewer, params, now } = call;
      const preview = async () => {
        const plan = await plannedShift(deps.read, deps, await existingCatalog(deps.read, params.eventId), target, now);
        refusePast(plan, now);
        return plan.flatMap((moved) => moved.changes);
      };
      const changes = dryRun
        ? await preview()
        : await onEvent(call, params.eventId, (work, eventId) => shiftEvent(work, deps, viewer, eventId, target));
      return { changes };
    },
  ),
  api(
    {
      method: 'put',
      path: '/api/admin/events/{eventId}/shortlinks/{shortlink}',
      may: 'event.change',
      refuses: ['SHORTLINK_ALREADY_EXISTS'],
      summary: 'Adds a shortlink to an event',
      load: loadEvent,
    },
    async (call) => {
      await onEvent(call, call.params.eventId, (work, eventId) => putShortlink(work, eventId, call.params.shortlink));
      return undefined;
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/events/{eventId}/shortlinks/{shortlink}',
      may: 'event.change',
      summary: 'Removes a shortlink from an event',
      load: loadEvent,
    },
    async (call) => {
      await onEvent(call, call.params.eventId, (work, eventId) =>
        deleteShortlink(work, eventId, call.params.shortlink),
      );
      return undefined;
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/sold-tickets',
      may: 'event.read',
      summary: 'Lists the sold and available tickets by competition and price',
      load: loadEvent,
      answer: z.object({ rows: z.array(soldTicketsRow) }),
    },
    async ({ deps, params }) => {
      const catalog = await existingCatalog(deps.read, params.eventId);
      return {
        rows: catalog.competitions.flatMap((competition) =>
          competition.prices.map((price) => ({
            ...price,
            competitionId: competition.id,
            competitionTitle: competition.title,
            competitionPriceId: price.id,
            quantity: quantityLeft(price),
            competitionSold: competition.sold,
            totalTicketCount: competition.totalTicketCount,
          })),
        ),
      };
    },
  ),
]);
