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
      summary: 'How the event is known to RACE RESULT; whatever is left out stays',
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
      summary: 'A new secret for the web hook of RACE RESULT; the one before opens nothing from now on',
      answer: z.object({ webhookIdentifier: z.string() }),
    },
    ({ deps, viewer, params: { eventId } }) =>
      deps.write(async (work) => {
        await requireEventRole(work.tx, viewer, eventId, at.may);
        return { webhookIdentifier: await newWebhookIdentifier(work, eventId, viewer) };
      }),
  ),
]);
