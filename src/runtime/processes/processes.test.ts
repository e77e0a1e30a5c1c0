import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type Work, workOf } from '#src/documents/drawn.ts';
import { Problem } from '#src/kernel/problem.ts';
import { testFonts } from '#tests/support/sources.ts';
import { Drawer } from './drawer.ts';
import { inTurns } from './turns.ts';
import { type WorkerLimits, WorkerLost, WorkerProcess } from './worker-process.ts';

const root = new URL('../../../', import.meta.url).href;
const papers = new URL('../../documents/paper-child.entry.ts', import.meta.url);

/** A process that is ended with the test. `code`: instead of ours; it gets `frames.ts` and the folder of the test. */
async function drawing(limits: Partial<WorkerLimits> = {}, code?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'startblock-drawing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entry = join(folder, 'child.ts');
  if (code !== undefined) {
    const frames = pathToFileURL(join(import.meta.dirname, 'frames.ts')).href;
    await writeFile(
      entry,
      `import { appendFileSync, existsSync } from 'node:fs';
       import { framed, frameReader } from '${frames}';
       const beginning = '${join(folder, 'began')}';
       const isFirst = !existsSync(beginning);
       appendFileSync(beginning, 'x');
       const answer = (text) => process.stdout.write(framed(Buffer.from('\\0' + text)));
       ${code}`,
    );
  }
  const drawer =
    code === undefined
      ? new WorkerProcess({ command: '', entry: papers, args: () => [JSON.stringify(testFonts)] }, limits)
      : new WorkerProcess({ command: '', entry: pathToFileURL(entry) }, limits);
  onTestFinished(() => drawer.stop());
  return { drawer, begun: async () => (await readFile(join(folder, 'began'), 'utf8')).length };
}

const paper = (text: string, columns: unknown = []): Work => ({
  ...{ kind: 'document', template: 'modules/bibs/papers/start-list.typ', standard: 'ua-1', isTagged: true },
  data: { language: 'de', title: text, author: 'LC', lead: '', foot: '', columns, groups: [{ title: '', rows: [] }] },
  ...{ issuedAt: null, xml: null, pictures: {} },
});
const head = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString();
const asked = Buffer.from('"anything"');

test('a paper is drawn by another process, and the second one by the same', async () => {
  const { drawer } = await drawing();
  const papers = new Drawer(drawer);
  expect(head(await papers.draw(null, workOf(paper('first'))))).toBe('%PDF-');
  const { pid } = drawer;
  expect(pid).not.toBe(process.pid);
  expect(head(await papers.draw(null, workOf(paper('second'))))).toBe('%PDF-');
  expect(drawer.pid).toBe(pid);
}, 30_000);

test('what cannot be drawn is refused without its words, and the next paper is drawn', async () => {
  const { drawer } = await drawing();
  const papers = new Drawer(drawer);
  const secret = 'Zoë Wałęsa';
  const error = await papers.draw(null, workOf(paper(secret, secret))).catch((reason: Error) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).not.toContain(secret);
  expect(head(await papers.draw(null, workOf(paper('after'))))).toBe('%PDF-');
}, 30_000);

test('a process that was ended over a drawing is replaced, and the drawing is tried once more', async () => {
  const { drawer, begun } = await drawing(
    {},
    `process.stdin.on('data', frameReader(() => (isFirst ? process.exit(1) : answer('drawn'))));`,
  );
  expect(Buffer.from(await new Drawer(drawer).draw(null, workOf(paper('x')))).toString()).toBe('drawn');
  expect(await begun()).toBe(2);
});

test('a process that hangs is ended and replaced; one that always hangs makes an error', async () => {
  const once = await drawing(
    { timeoutMs: 1500 },
    `process.stdin.on('data', frameReader(() => { if (!isFirst) return answer('drawn'); for (;;); }));`,
  );
  expect(Buffer.from(await new Drawer(once.drawer).draw(null, workOf(paper('x')))).toString()).toBe('drawn');
  const always = await drawing({ timeoutMs: 500 }, `process.stdin.on('data', () => { for (;;); });`);
  await expect(new Drawer(always.drawer).draw(null, workOf(paper('x')))).rejects.toThrow('too long');
  expect(await always.begun()).toBe(2);
  expect(always.drawer.pid).toBeNull();
}, 30_000);

test('a template that never ends is ended with its process, and a new one makes the document', async () => {
  const { drawer, begun } = await drawing(
    { timeoutMs: 5000 },
    `const { templates } = await import('${root}src/gen/templates.ts');
     const { drawPapers } = await import('${root}src/documents/paper-child.ts');
     if (isFirst) templates['modules/bibs/papers/start-list.typ'] = '#for a in range(99999) { for b in range(99999) {} }';
     await drawPapers(${JSON.stringify(JSON.stringify(testFonts))});`,
  );
  expect(head(await new Drawer(drawer).draw(null, workOf(paper('x'))))).toBe('%PDF-');
  expect(await begun()).toBe(2);
}, 40_000);

test('a process that takes too much memory is ended', async () => {
  const { drawer } = await drawing(
    { maxBytes: 300 * 2 ** 20 },
    `process.stdin.on('data', () => { const kept = []; setInterval(() => kept.push(Buffer.alloc(20 * 2 ** 20, 1)), 10); });`,
  );
  await expect(drawer.run(asked)).rejects.toThrow('memory');
}, 30_000);

test('a process that has nothing to do ends, and begins anew', async () => {
  const { drawer, begun } = await drawing(
    { idleMs: 1 },
    `process.stdin.on('data', frameReader(() => answer('drawn')));`,
  );
  await drawer.run(asked);
  await expect.poll(() => drawer.pid).toBeNull();
  await drawer.run(asked);
  expect(await begun()).toBe(2);
});

test('a program that is not there is an error and no crash', async () => {
  const drawer = new WorkerProcess({ command: '', entry: new URL('file:///nowhere/child.ts') });
  await expect(drawer.run(asked)).rejects.toThrow(WorkerLost);
});

/** Draws when it is told to, and says what it was asked for. */
function byHand() {
  const open: { text: string; done: PromiseWithResolvers<Uint8Array<ArrayBuffer>> }[] = [];
  const process = {
    run(bytes: Uint8Array) {
      const done = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
      open.push({ text: String(JSON.parse(Buffer.from(bytes).toString()).data.title), done });
      return done.promise;
    },
  };
  return { open, drawer: new Drawer(process) };
}
const said = (text: string): Work => paper(text);

test('the same is drawn once for all who ask, and kept; another version is another drawing', async () => {
  const { open, drawer } = byHand();
  const both = Promise.all([drawer.draw('eva', workOf(said('one'))), drawer.draw('max', workOf(said('one')))]);
  await expect.poll(() => open.length).toBe(1);
  open[0]?.done.resolve(new Uint8Array([1]));
  const [first, second] = await both;
  expect(second).toBe(first);
  expect(await drawer.draw('kim', workOf(said('one')))).toBe(first);
  expect(open).toHaveLength(1);
  const changed = drawer.draw('kim', workOf(said('one, changed')));
  await expect.poll(() => open.length).toBe(2);
  open[1]?.done.resolve(new Uint8Array([2]));
  expect(await changed).toEqual(new Uint8Array([2]));
});

test('a drawing that failed is not kept', async () => {
  const { open, drawer } = byHand();
  const failed = drawer.draw('eva', workOf(said('one')));
  await expect.poll(() => open.length).toBe(1);
  open[0]?.done.reject(new Error('cannot be drawn'));
  await expect(failed).rejects.toThrow('cannot be drawn');
  const again = drawer.draw('eva', workOf(said('one')));
  await expect.poll(() => open.length).toBe(2);
  open[1]?.done.resolve(new Uint8Array([1]));
  expect(await again).toEqual(new Uint8Array([1]));
});

test('what is kept has an end: the one that was asked for longest ago goes first', async () => {
  let drawings = 0;
  const drawer = new Drawer({
    async run() {
      drawings += 1;
      return new Uint8Array(7 * 2 ** 20);
    },
  });
  for (const name of ['a', 'b', 'c', 'a', 'd']) await drawer.draw(null, workOf(said(name)));
  expect(drawings).toBe(4);
  await drawer.draw(null, workOf(said('a')));
  expect(drawings).toBe(4);
  await drawer.draw(null, workOf(said('b')));
  expect(drawings).toBe(5);
});

test('one at a time, in turns between visits; a visit that has too many waiting is refused', async () => {
  const run = inTurns();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  let atOnce = 0;
  const work = (name: string) => async () => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await gate.promise;
    order.push(name);
    atOnce -= 1;
  };
  const all = [1, 2, 3].map((number) => run('eva', work(`eva ${number}`)));
  all.push(run('max', work('max 1')), run(null, work('mail')));
  const failing = run('kim', () => Promise.reject(new Error('hers alone')));
  all.push(run('kim', work('kim 2')));
  failing.catch(() => undefined);
  gate.resolve();
  await Promise.all(all);
  await expect(failing).rejects.toThrow('hers alone');
  expect(order).toEqual(['eva 1', 'max 1', 'mail', 'eva 2', 'kim 2', 'eva 3']);

  const closed = Promise.withResolvers<void>();
  const many = Array.from({ length: 13 }, () => run('bot', () => closed.promise));
  let refused: unknown;
  try {
    run('bot', () => closed.promise);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 5 } });
  const other = run('eva', async () => 'served');
  closed.resolve();
  expect(await other).toBe('served');
  await Promise.all(many);
});

test('all visits together have so many waiting; a job of ours is not refused for them, and room is there again', async () => {
  const run = inTurns();
  const gate = Promise.withResolvers<void>();
  const first = run('first', () => gate.promise);
  const crowd = Array.from({ length: 300 }, (_, at) => run(`visit ${at}`, async () => at));
  expect(() => run('late', async () => 0)).toThrow(Problem);
  const mail = run(null, async () => 'mail');
  gate.resolve();
  expect(await mail).toBe('mail');
  await Promise.all([first, ...crowd]);
  expect(await run('late', async () => 'served')).toBe('served');
});
