import { loadEvent } from '#modules/events/index.ts';
import { api, tagged } from '#src/web/http.ts';
import { runAnswer, runView } from '../api.ts';
import { previewImport } from './preview-import.ts';

/** Contract section 2, uploads. */
export const maxImportBytes = 64 * 1024 * 1024;

export const importApi = tagged('Start numbers', [
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/bib-imports',
      may: 'bib.manage',
      load: loadEvent,
      summary: 'Previews what the numbers of a CSV or XLSX file would change; apply it as a run',
      upload: { maxBytes: maxImportBytes },
      status: 201,
      answer: runAnswer,
    },
    async ({ deps, viewer, i18n, params: { eventId }, readFile }) => {
      const asked = { eventId, editorId: viewer.userId, locale: i18n.locale };
      return runView(deps, eventId, await previewImport(deps, asked, await readFile()));
    },
  ),
]);
