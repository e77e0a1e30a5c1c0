import * as z from 'zod';
import { instant } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { audited } from '../changes/on-event.ts';
import { touchEvent } from '../changes/touch-event.ts';
import {
  assignOrganizer,
  eventsAvailableFor,
  eventsOfOrganizer,
  removeOrganizer,
  setMainOrganizer,
} from './organizers.ts';

const answer = z.object({
  events: z.array(z.object({ id: z.int(), title: z.string(), startTimestamp: instant, isMain: z.boolean() })),
});

/** Only super admins assign organizers. */
export const organizerEventsApi = tagged('Organizers', [
  api(
    {
      method: 'get',
      path: '/api/admin/organizers/{organizerId}/events',
      may: 'organizer.manage',
      summary: 'Lists the events of an organizer',
      answer,
    },
    async ({ deps, params }) => ({ events: await eventsOfOrganizer(deps.read, params.organizerId) }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/organizers/{organizerId}/events-available',
      may: 'organizer.manage',
      summary: 'Lists the events that are not assigned to an organizer',
      answer,
    },
    async ({ deps, params }) => ({ events: await eventsAvailableFor(deps.read, params.organizerId) }),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/organizers/{organizerId}/events',
      may: 'organizer.manage',
      summary: 'Assigns an event to an organizer',
      body: z.object({ eventId: z.int().positive() }),
      answer,
    },
    ({ deps, viewer, params, body }) =>
      deps.write(async (work) => {
        await audited(work, viewer, body.eventId, async () => {
          await assignOrganizer(work, body.eventId, params.organizerId);
          await touchEvent(work, body.eventId);
        });
        return { events: await eventsOfOrganizer(work.tx, params.organizerId) };
      }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/organizers/{organizerId}/events/{eventId}',
      may: 'organizer.manage',
      refuses: ['CANT_REMOVE_ORGANIZER_IS_LAST'],
      summary: 'Removes an event from an organizer',
    },
    async ({ deps, viewer, params }) => {
      await deps.write((work) =>
        audited(work, viewer, params.eventId, () => removeOrganizer(work, params.eventId, params.organizerId)),
      );
      return undefined;
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/organizers/{organizerId}/events/{eventId}/set-to-main',
      may: 'organizer.manage',
      summary: 'Makes an organizer the main organizer of an event',
      answer,
    },
    ({ deps, viewer, params }) =>
      deps.write(async (work) => {
        await audited(work, viewer, params.eventId, () => setMainOrganizer(work, params.eventId, params.organizerId));
        return { events: await eventsOfOrganizer(work.tx, params.organizerId) };
      }),
  ),
]);
