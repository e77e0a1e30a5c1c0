import * as z from 'zod';
import { adminEventAnswer, loadEvent, managedAnswer, requireEventRole } from '#modules/events/index.ts';
import { api, tagged } from '#src/web/http.ts';
import { changeRaceResult, newWebhookIdentifier } from './change-settings.ts';
import { raceResultChange } from './shapes.ts';

const at = { may: 'timing.manage', load: loadEvent } as const;

export const raceResultApi = tagged('RACE RESULT', [
  api(
    {
      method: 'patch',
      path: '/api/admin/events/{eventId}/race-result-data',
      ...at,
      summary: 'Changes the RACE RESULT settings of the event. Omitted fields stay unchanged.',
      body: raceResultChange,
      answer: z.object({ event: adminEventAnswer }),
    },
    ({ deps, viewer, now, params: { eventId }, body }) =>
      deps.write(async (work) => {
        await requireEventRole(work.tx, viewer, eventId, at.may);
        await changeRaceResult(work, eventId, body, viewer, deps.config);
        return { event: await managedAnswer(deps, work.tx, eventId, now) };
      }),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/generate-webhook-url',
      ...at,
      summary: 'Creates a new secret for the RACE RESULT web hook. The previous secret stops working.',
      answer: z.object({ webhookIdentifier: z.string() }),
    },
    ({ deps, viewer, params: { eventId } }) =>
      deps.write(async (work) => {
        await requireEventRole(work.tx, viewer, eventId, at.may);
        return { webhookIdentifier: await newWebhookIdentifier(work, eventId, viewer) };
      }),
  ),
]);
