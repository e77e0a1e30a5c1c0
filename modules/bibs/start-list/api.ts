import * as z from 'zod';
import { catalogOf, loadEvent, wordsOf } from '#modules/events/index.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, tagged } from '#src/web/http.ts';
import { settingsOf } from '../read-ranges.ts';
import { usualLayout } from '../rules/start-list.ts';
import { startListResponse } from './make-start-list.ts';
import { saveLayout } from './save-layout.ts';
import { layoutInput, layoutShapeSchema } from './shapes.ts';

const may = 'bib.manage';
const answer = z.object({ layout: layoutShapeSchema });
const path = '/api/admin/events/{eventId}/start-list/layout';

export const layoutOf = async (read: Deps['read'], eventId: number) =>
  (await settingsOf(read, eventId)).layout ?? usualLayout;

export const startListApi = tagged('Start numbers', [
  api(
    { method: 'get', path, may, load: loadEvent, summary: 'How the start list for a timing system looks', answer },
    async ({ deps, params: { eventId } }) => ({ layout: await layoutOf(deps.read, eventId) }),
  ),
  api(
    {
      method: 'put',
      path,
      may,
      load: loadEvent,
      summary: 'Saves how the start list for a timing system looks',
      body: layoutInput,
      answer,
    },
    async ({ deps, viewer, params: { eventId }, body: layout }) => {
      await deps.write((work) => saveLayout(work, { eventId, editorId: viewer.userId, layout }));
      return { layout: await layoutOf(deps.read, eventId) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/start-list',
      may,
      load: loadEvent,
      summary: 'The start list for a timing system, as its layout wants it',
      query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    },
    async ({ deps, i18n, params: { eventId }, query }) => {
      const catalog = present(await catalogOf(deps.read, eventId), 'its loader found the event');
      const about = { catalog, layout: await layoutOf(deps.read, eventId), i18n: wordsOf(i18n, catalog) };
      return startListResponse(deps, about, query.format);
    },
  ),
]);
