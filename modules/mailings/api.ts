import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RecordOf } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { listRows } from '#src/web/list/find.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { type Mailing, mailingOf, mailingSource, progressOf, readMailings } from './read-mailings.ts';
import { createMailing, sendMailing, stopMailing, testMailing } from './save-mailing.ts';
import { indexForSearch, mailingsJob, reachOf } from './send-mailings.ts';
import { mailingInput, mailingShapeSchema, progressShapeSchema } from './shapes.ts';

const may = 'participant.write';
const answer = z.object({ mailing: mailingShapeSchema, progress: progressShapeSchema });

type Called = { deps: Deps; viewer: Viewer; params: { eventId: number; mailingId: number } };

async function mailingAnswer({ deps, params: { eventId, mailingId } }: Called): Promise<RecordOf<typeof answer>> {
  const mailing = await mailingOf(deps.read, eventId, mailingId);
  const reach = mailing.status === 'draft' ? await reachOf(deps, mailing) : null;
  return {
    mailing: { ...mailing, recipientCount: reach?.addresses ?? mailing.recipientCount },
    progress: await progressOf(deps.read, mailingId),
  };
}

export const mailingApi = tagged('Mailings', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/mailings',
      may,
      summary: 'Lists the mailings to participants of an event, newest first',
      load: loadEvent,
      query: listQueryOf(mailingSource(0)),
      answer: z.object({ count: z.int(), rows: z.array(mailingShapeSchema) }),
    },
    ({ deps, params, query }) =>
      listRows(deps.read, mailingSource(params.eventId), query, (isOnPage) => readMailings(deps.read, isOnPage)),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/mailings',
      may,
      summary: 'Creates a mailing. It is not sent yet.',
      load: loadEvent,
      body: mailingInput,
      status: 201,
      answer,
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      const mailingId = await deps.write((work) =>
        createMailing(work, { eventId, editorId: viewer.userId, admission: deps.admission, ...body }),
      );
      return mailingAnswer({ deps, viewer, params: { eventId, mailingId } });
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/mailings/{mailingId}',
      may,
      summary: 'Returns a mailing with the number of sent, pending and permanently refused mails',
      load: loadMailing,
      answer,
    },
    mailingAnswer,
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/mailings/{mailingId}/send',
      may,
      refuses: ['MAIL_ALREADY_SENT'],
      summary: 'Sends a mailing to all participants of its filter who have an address, once per address',
      load: loadMailing,
      answer,
    },
    async (call) => {
      const { deps, viewer, params, record } = call;
      await indexForSearch(deps, record.filter);
      await deps.write((work) => sendMailing(work, { ...params, editorId: viewer.userId, admission: deps.admission }));
      deps.runNow(mailingsJob);
      return mailingAnswer(call);
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/mailings/{mailingId}/stop',
      may,
      summary: 'Stops a mailing. Mails that were already sent are not affected.',
      load: loadMailing,
      answer,
    },
    async (call) => {
      const { deps, params } = call;
      await deps.write((work) => stopMailing(work, params));
      return mailingAnswer(call);
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/mailings/{mailingId}/test',
      may,
      summary: 'Sends the mailing to the caller only, as a preview for the first recipient',
      load: loadMailing,
    },
    async ({ deps, viewer, params, i18n }) => {
      const to = { email: viewer.email, locale: i18n.locale };
      await deps.write((work) =>
        testMailing(work, { ...params, editorId: viewer.userId, admission: deps.admission, to }),
      );
      return undefined;
    },
  ),
]);

/** @throws Problem NOT_FOUND */
export async function loadMailing(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { eventId: number; mailingId: number };
}): Promise<Mailing> {
  return mailingOf(call.deps.read, await loadEvent(call), call.params.mailingId);
}
