import { parseTicketCode } from '#modules/checkin/rules/ticket-code.ts';
import { catalogOf, loadEvent } from '#modules/events/index.ts';
import type { FileKind } from '#src/files/sandbox/file-kind.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { stepByStep } from '#src/runtime/yield-to-event-loop.ts';
import type { Locale } from '#src/ui/format.ts';
import { api, tagged } from '#src/web/http.ts';
import { runAnswer, runView } from '../api.ts';
import { saveRun } from '../plan-run.ts';
import { startersOf, takenBibs } from '../read-people.ts';
import { settingsOf } from '../read-ranges.ts';
import { type BibLine, matched } from '../rules/match-lines.ts';
import { type BibFileOptions, refuseFile } from '../sandbox.ts';

const bibFile: FileKind<BibFileOptions, BibLine, null> = {
  name: 'bibs',
  refuseCostly: () => refuseFile('tooCostly'),
};

/**
 * Previews what the numbers of a CSV file or workbook would change, and stores that as a run.
 * @throws Problem VALIDATION_FAILED for a file without a table, numbers or people (`details.fault`)
 */
export async function previewImport(
  deps: Pick<Deps, 'read' | 'write' | 'sandbox' | 'bibsHeldElsewhere'>,
  { eventId, editorId, locale }: { eventId: number; editorId: number; locale: Locale },
  file: { bytes: Uint8Array; name: string },
): Promise<number> {
  const { layout } = await settingsOf(deps.read, eventId);
  const { records: lines } = await deps.sandbox.read(bibFile, editorId, file.bytes, { layout, locale });
  const catalog = await catalogOf(deps.read, eventId);
  const titles = new Map(catalog?.competitions.map(({ id, title }) => [id, title]));
  const people = (await startersOf(deps.read, eventId)).map(({ competitionId, ...person }) => ({
    ...person,
    competition: titles.get(competitionId) ?? '',
  }));
  const { held, heldByTiming } = await takenBibs(deps, eventId);
  const participantOf = (code: string) => {
    const ticket = parseTicketCode(code);
    return ticket?.eventId === eventId ? ticket.participantId : null;
  };
  const items = await stepByStep(matched(lines, people, held, participantOf));
  for (const item of items) {
    const timingHolder = item.outcome === 'taken' ? heldByTiming.get(item.said ?? '') : undefined;
    if (timingHolder !== undefined && held.get(item.said ?? '') === timingHolder) item.outcome = 'keptThere';
  }
  const options = { fileName: file.name.slice(0, 100) };
  return saveRun(deps, { eventId, editorId, kind: 'import', options, items });
}

/** Contract section 2, uploads. */
export const maxImportBytes = 64 * 1024 * 1024;

export const importApi = tagged('Start numbers', [
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/bib-imports',
      may: 'bib.manage',
      load: loadEvent,
      summary:
        'Previews the bib numbers and timing chips of a CSV or XLSX file as a run that can be applied. A file with numbers and chips alone gives the chips to the holders of the numbers.',
      upload: { maxBytes: maxImportBytes },
      status: 201,
      answer: runAnswer,
    },
    async ({ deps, viewer, i18n, params: { eventId }, readFile }) => {
      const request = { eventId, editorId: viewer.userId, locale: i18n.locale };
      return runView(deps, eventId, await previewImport(deps, request, await readFile()));
    },
  ),
]);
