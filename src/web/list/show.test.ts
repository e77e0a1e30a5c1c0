import { expect, onTestFinished, test } from 'vitest';
import type { Reader } from '#src/data/database.ts';
import { instant } from '#src/kernel/time.ts';
import { serve } from '#src/runtime/bun/serve.ts';
import type { Log } from '#src/runtime/log.ts';
import type { ListAbout, Listing } from './listing.ts';
import { listFile } from './show.ts';

type Row = { id: number; name: string };

/** Of 1,200 rows, whose portion from `brokenFrom` on cannot be read. */
const listing = (brokenFrom: number) =>
  ({
    file: () => ({ path: '/people.csv', name: 'people' }),
    path: () => '/people',
    name: () => 'people',
    rowsOnAPage: 50,
    filters: {},
    first: { field: 'id', direction: 'asc' },
    columns: () => [
      { key: 'name', title: 'Name', text: (row: Row) => row.name },
      { key: 'sum', title: 'Sum', text: () => '-73,55', typed: { kind: 'money', of: () => -7355 } },
      { key: 'note', title: 'Note', text: () => '-73,55' },
    ],
    rowKey: (row: Row) => row.id,
    find: async () => ({ ids: Array.from({ length: 1200 }, (_, at) => at), count: 1200, isMore: false }),
    read: async (_reader: Reader, ids: readonly number[]) => {
      if ((ids[0] ?? 0) >= brokenFrom) throw new Error('Failed query: select * from people\nparams: Ada Berger');
      return ids.map((id) => ({ id, name: `Ada Berger ${id}` }));
    },
  }) as unknown as Listing<Row, ListAbout>;

function served(brokenFrom: number) {
  const lines: { message: string; fields: unknown }[] = [];
  const told = (message: string, fields?: unknown) => void lines.push({ message, fields });
  const log = { debug: told, info: told, warn: told, error: told } as Log;
  const write = async () => Promise.reject(new Error('a list writes nothing'));
  const clock = () => instant(0);
  const call = { deps: { read: {} as Reader, write, log, clock }, query: new URLSearchParams() };
  const about = { i18n: { locale: 'de' } } as ListAbout;
  const written = () => listFile(call, listing(brokenFrom), about);
  const serving = serve({ host: '127.0.0.1', port: 0, fetch: written, log });
  onTestFinished(() => serving.stop(0));
  return { lines, written, url: `http://127.0.0.1:${serving.port}/` };
}

test('a file has a line for every row', async () => {
  const { lines, url } = served(Number.POSITIVE_INFINITY);
  const text = await (await fetch(url)).text();
  expect(text.trim().split('\r\n')).toHaveLength(1201);
  // A sum below zero is a figure; the same as somebody's text is none.
  expect(text).toContain("\r\nAda Berger 0;-73,55;'-73,55\r\n");
  expect(lines).toEqual([]);
});

test('a file that breaks off is one line in the log, without what stood in it, and is not taken for a whole one', async () => {
  const { lines, url, written } = served(500);
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
  expect(lines).toEqual([
    {
      message: 'a file broke off while it was written',
      fields: expect.objectContaining({ file: 'people' }),
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('Ada');
  // What a runtime prints of a stream that fails.
  await expect(written().then((answer) => answer.text())).rejects.toBeUndefined();
});
