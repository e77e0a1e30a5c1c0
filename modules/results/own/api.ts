import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { loadManagedParticipant, loadOwnParticipant } from '#modules/orders/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type ApiRoute, api } from '#src/web/http.ts';
import { type NameDecisionBy, publicNameOf, setNameVisibility, setResultNameVisibility } from '../name-visibility.ts';
import { resultOfEvent } from '../read-lines.ts';
import { refuse } from '../rules/problems.ts';

const nameBody = z.object({ isShown: z.boolean() });
const nameAnswer = z.object({
  isShown: z.boolean().nullable().describe('Decision about the public name; null: none, names of adults are public'),
});

/** By the buyer, or by the organizer for them. */
const saysName = (
  path: `/api/${'orders' | 'admin/orders'}/{orderId}/participants/{participantId}/public-name`,
  by: NameDecisionBy,
) => ({
  summary: 'Sets whether a participant appears in public lists with name and club',
  path,
  body: nameBody,
  answer: nameAnswer,
  by,
});
type Named = { order: { id: number; event: { id: number } }; person: { id: number } };

async function say(deps: Deps, { order, person }: Named, by: NameDecisionBy, isShown: boolean, editorId: number) {
  const named = { id: person.id, orderId: order.id, eventId: order.event.id };
  await deps.write((work) => setNameVisibility(work, { person: named, isShown, by, editorId }));
  return { isShown: await publicNameOf(deps.read, person.id) };
}

const { by: buyer, ...ofBuyer } = saysName('/api/orders/{orderId}/participants/{participantId}/public-name', 'buyer');
const sayOwn = api(
  { method: 'patch', may: 'order.change', load: loadOwnParticipant, ...ofBuyer },
  ({ deps, viewer, record, body }) => say(deps, record, buyer, body.isShown, viewer.userId),
);
const { by: organizer, ...ofOrganizer } = saysName(
  '/api/admin/orders/{orderId}/participants/{participantId}/public-name',
  'organizer',
);
const sayManaged = api(
  { method: 'patch', may: 'order.assist', load: loadManagedParticipant, ...ofOrganizer },
  ({ deps, viewer, record, body }) => say(deps, record, organizer, body.isShown, viewer.userId),
);

type OfEvent = Parameters<typeof loadEvent>[0];
type OfResult = Omit<OfEvent, 'params'> & { params: { eventId: number; resultId: number } };

/** @throws Problem NOT_FOUND */
async function loadResult({ params, ...call }: OfResult): Promise<{ eventId: number; resultId: number }> {
  const { resultId } = params;
  const eventId = await loadEvent({ ...call, params: { eventId: params.eventId } });
  if (!(await resultOfEvent(call.deps.read, eventId, resultId))) refuse('NOT_FOUND');
  return { eventId, resultId };
}

/** By result id, so that it works for unregistered people too. */
const sayOfResult = api(
  {
    method: 'patch',
    path: '/api/admin/events/{eventId}/results/{resultId}/public-name',
    may: 'result.manage',
    summary: 'Sets whether a result appears in public lists with name and club, also for people without a registration',
    load: loadResult,
    body: nameBody,
    answer: z.object({ isShown: z.boolean() }),
  },
  async ({ deps, viewer, record, body: { isShown } }) => {
    await deps.write((work) => setResultNameVisibility(work, viewer, { ...record, isShown }));
    return { isShown };
  },
);

export const nameApi: readonly ApiRoute[] = [sayOwn, sayManaged, sayOfResult];
