import { readdirSync, readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import type { Session } from '#tests/support/crowd.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { watchHealth } from './health.ts';
import { memoryMb } from './memory.ts';
import type { Row } from './rows.ts';

const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ');
const workbook = (inside: string) =>
  zipSync({ 'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${inside}</sheetData></worksheet>`) });
const mt940 = (text: string) =>
  `:20:STARTUMSE\n:25:19043/00234573201\n:28C:0/1\n:60F:C261127EUR1,00\n:61:2611271127CR30,00N062NONREF\n:86:${text}\n:62F:C261127EUR31,00\n-\n`;
const million = 1_000_000;
/** A list of the maximum length, with columns that the import does not know. */
const longList = () => {
  const more = ';Kommentar zum Verein, so lang wie manche'.repeat(2);
  const people = Array.from({ length: 49_999 }, (_, at) => `${at + 1};Vor${at};Nach${at};40:${10 + (at % 50)}${more}`);
  return `Startnummer;Vorname;Nachname;Zeit${';Notiz'.repeat(2)}\n${people.join('\n')}\n`;
};

type Upload = {
  what: string;
  to: readonly ('bibs' | 'results' | 'bank' | 'course')[];
  file: () => string | Uint8Array;
};
const uploads: readonly Upload[] = [
  {
    what: 'a workbook of 8 million nested elements',
    to: ['bibs', 'bibs', 'bibs'],
    file: () => workbook('<a>'.repeat(8 * million)),
  },
  {
    what: 'an element with 500,000 attributes',
    to: ['results', 'course'],
    file: () => workbook(`<row ${attributes(500_000)}/>`),
  },
  {
    what: 'a line of 10 MB of semicolons',
    to: ['bibs'],
    file: () => `Startnummer;Code\n${';'.repeat(10 * million)}\n`,
  },
  { what: 'a cell of 60 MB', to: ['bibs'], file: () => `Startnummer;Code\n${'a'.repeat(60 * million)};1\n` },
  { what: 'a course with 500,000 attributes', to: ['course'], file: () => `<gpx><trk ${attributes(500_000)}/></gpx>` },
  { what: 'a statement with 40 MB in one field', to: ['bank'], file: () => mt940('a'.repeat(40 * million)) },
  { what: 'a list of 50,000 people', to: ['bibs', 'results'], file: longList },
];

/** Memory in use by a process and its descendants, in MB. */
function familyMb(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const [, parent] = /\) \w (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // The process has ended.
    }
  }
  const family = new Set([pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child);
  }
  return [...family].reduce((sum, each) => sum + nowMb(each), 0);
}
const nowMb = (pid: number): number => {
  try {
    return memoryMb(pid).now;
  } catch {
    return 0;
  }
};

/** Measures `/healthz` and the memory of the server and its processes while costly files are uploaded. */
export async function hostileUploads(
  server: RunningServer,
  { eventId, organizer, admin }: { eventId: number; organizer: Session; admin: Session },
): Promise<Row[]> {
  const doors = {
    bibs: [`/api/admin/events/${eventId}/bib-imports`, organizer],
    results: [`/api/admin/events/${eventId}/results/import?dryRun=true&guests=true`, organizer],
    course: [`/api/admin/events/${eventId}/courses`, organizer],
    bank: ['/api/admin/imports/bank-transactions?dryRun=true', admin],
  } as const;
  const send = async (door: keyof typeof doors, file: string | Uint8Array): Promise<number> => {
    const [path, { cookie, csrf }] = doors[door];
    const body = new FormData();
    body.set('file', new File([file as BlobPart], 'file'));
    const answer = await fetch(server.url + path, { method: 'POST', body, headers: { cookie, 'x-csrf-token': csrf } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const rows: Row[] = [];
  let maxMb = 0;
  const watching = setInterval(() => {
    maxMb = Math.max(maxMb, familyMb(server.pid));
  }, 50);
  for (const { what, to, file } of uploads) {
    const made = file();
    const before = Math.round(familyMb(server.pid));
    maxMb = 0;
    const health = watchHealth(server.url);
    const began = performance.now();
    const statuses = await Promise.all(to.map((door) => send(door, made)));
    const seconds = (performance.now() - began) / 1000;
    const { worstMs } = await health.end();
    const note = `${to.join(', ')}: ${statuses.join(', ')} after ${seconds.toFixed(1)} s; ${before} MB before, ${Math.round(maxMb)} MB at most`;
    rows.push({ what: `/healthz during ${what}: worst`, value: worstMs, unit: 'ms', better: 'lower', note });
  }
  clearInterval(watching);
  return rows;
}
