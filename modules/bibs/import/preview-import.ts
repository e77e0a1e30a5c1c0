import { parseTicketCode } from '#modules/checkin/rules/ticket-code.ts';
import { catalogOf } from '#modules/events/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { instant, isCalendarDate } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import { readTable } from '#src/platform/tables/read-table.ts';
import { type Locale, parseDate } from '#src/ui/format.ts';
import { keepRun } from '../keep-run.ts';
import { startersOf, takenBibs } from '../read-people.ts';
import { settingsOf } from '../read-ranges.ts';
import { type Columns, columnsIn, namesPeople } from '../rules/heads.ts';
import { type BibLine, matchLines } from '../rules/match-lines.ts';

const longestSaid = 80;

/**
 * What the numbers of a CSV file or workbook would change, kept to be looked at and applied. Answers the run.
 * @throws Problem VALIDATION_FAILED for what is no table, or has no column of numbers or of people (`details.fault`)
 */
export async function previewImport(
  deps: Pick<Deps, 'read' | 'write' | 'bibsKeptElsewhere'>,
  { eventId, editorId, locale }: { eventId: number; editorId: number; locale: Locale },
  file: { bytes: Uint8Array; name: string },
): Promise<number> {
  const [heads, ...rows] = await readTable(file.bytes);
  const columns = columnsIn(heads?.cells ?? [], (await settingsOf(deps.read, eventId)).layout);
  if (columns.bib === undefined || !namesPeople(columns)) {
    const fault = columns.bib === undefined ? 'noBibs' : 'noPeople';
    refuse('VALIDATION_FAILED', { fault, fields: { file: [fault] } });
  }
  const catalog = await catalogOf(deps.read, eventId);
  const titles = new Map(catalog?.competitions.map(({ id, title }) => [id, title]));
  const people = (await startersOf(deps.read, eventId)).map(({ competitionId, ...person }) => ({
    ...person,
    competition: titles.get(competitionId) ?? '',
  }));
  const lines = rows.map(({ line, cells }) => lineOf(line, cells, columns, locale));
  const { held, kept } = await takenBibs(deps, eventId);
  const items = matchLines(lines, people, held, (code) => {
    const ticket = parseTicketCode(code);
    return ticket?.eventId === eventId ? ticket.participantId : null;
  });
  for (const item of items) {
    const keptBy = item.outcome === 'taken' ? kept.get(item.said ?? '') : undefined;
    if (keptBy !== undefined && held.get(item.said ?? '') === keptBy) item.outcome = 'keptThere';
  }
  const options = { fileName: file.name.slice(0, 100) };
  return keepRun(deps, { eventId, editorId, kind: 'import', options, items });
}

function lineOf(line: number, cells: readonly string[], columns: Columns, locale: Locale): BibLine {
  const at = (name: keyof Columns): string => (columns[name] === undefined ? '' : (cells[columns[name]] ?? ''));
  return {
    line,
    said: cells.filter(Boolean).join(' · ').slice(0, longestSaid),
    // A dash stands for none.
    bib: at('bib').replace(/^[-–—]+$/, ''),
    participantId: at('participantId'),
    code: at('code'),
    lastName: at('lastName'),
    firstName: at('firstName'),
    birthDate: dayOf(at('birthDate'), locale),
    competition: at('competition'),
  };
}

const dayMs = 86_400_000;

/** A day as people write it, or as workbooks count it; what is none stays, and fits nobody's. */
function dayOf(text: string, locale: Locale): string {
  if (!/^\d{3,5}$/.test(text)) return parseDate(text, locale) ?? text;
  const day = new Date(instant(Date.UTC(1899, 11, 30) + Number(text) * dayMs)).toISOString().slice(0, 10);
  return isCalendarDate(day) ? day : text;
}
