import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { silentLog } from '#src/runtime/log.ts';
import type { FileKind } from './file-kind.ts';
import { FileSandbox, type SandboxOptions } from './file-sandbox.ts';

const costly = () => refuse('VALIDATION_FAILED', { fault: 'tooCostly' });
const kind = (name: string): FileKind<object, number, number> => ({ name, refuseCostly: costly });
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A sandbox whose process knows these readers, as they are written here. */
async function sandboxOf(readers: Record<string, string>, options: Partial<SandboxOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'startblock-sandbox-'));
  const entry = join(folder, 'child.ts');
  const child = pathToFileURL(join(import.meta.dirname, 'sandbox-child.ts')).href;
  const problem = pathToFileURL(join(import.meta.dirname, '../../kernel/problem.ts')).href;
  const written = Object.entries(readers).map(([name, code]) => `'${name}': async () => ${code}`);
  await writeFile(
    entry,
    `import { readForParent } from '${child}'; import { refuse } from '${problem}';
     await readForParent({ ${written.join(', ')} }); process.exit();`,
  );
  const sandbox = new FileSandbox({ entry: pathToFileURL(entry), log: silentLog, ...options });
  onTestFinished(async () => {
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return sandbox;
}

test('another process reads the file and answers with its records, however long', async () => {
  const sandbox = await sandboxOf({
    sums: `async (bytes, { from }, send) => {
      for (let at = 0; at < 50; at += 1) await send(Array.from({ length: 1000 }, (_, index) => from + at * 1000 + index));
      return bytes.reduce((sum, each) => sum + each, 0);
    }`,
  });
  const large = new Uint8Array(5_000_000).fill(1);
  const { records, answer } = await sandbox.read(kind('sums'), 1, large, { from: 7 });
  expect([records.length, records[0], records.at(-1), answer]).toEqual([50_000, 7, 50_006, 5_000_000]);
  const [pid] = sandbox.pids;
  expect(pid).not.toBe(process.pid);
  await sandbox.read(kind('sums'), 1, bytesOf('a'), { from: 0 });
  expect(sandbox.pids).toEqual([pid]);
});

test('it knows nothing of the secrets of the shop', async () => {
  const sandbox = await sandboxOf({ env: 'async () => Object.keys(process.env).sort()' });
  process.env.SECRET = 'of tests';
  onTestFinished(() => {
    delete process.env.SECRET;
  });
  const { answer } = await sandbox.read(kind('env'), null, bytesOf('a'), {});
  expect(answer).toContain('NODE_ENV');
  expect(answer).not.toContain('SECRET');
});

test('a refusal of the reader arrives as it was given; a mistake of ours stays an error', async () => {
  const sandbox = await sandboxOf({
    no: `async () => refuse('VALIDATION_FAILED', { fault: 'noBibs', line: 3 })`,
    wrong: `async () => { throw new TypeError('with somebody in it'); }`,
  });
  const refused = await sandbox.read(kind('no'), 1, bytesOf('a'), {}).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Problem);
  expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', status: 400, details: { fault: 'noBibs', line: 3 } });
  const error = await sandbox.read(kind('wrong'), 1, bytesOf('a'), {}).catch((error: unknown) => error);
  expect(error).not.toBeInstanceOf(Problem);
  expect(String(error)).toContain('TypeError');
  expect(String(error)).not.toContain('somebody');
});

test.each<[string, string, SandboxOptions['limits']]>([
  ['hangs', 'async () => { for (;;); }', { timeoutMs: 1000 }],
  ['waits for ever', 'async () => new Promise(() => {})', { timeoutMs: 1000 }],
  [
    'fills the memory',
    'async () => { const all = []; for (;;) { all.push(new Uint8Array(1e7).fill(1)); await new Promise((wake) => setTimeout(wake, 5)); } }',
    { maxMemoryBytes: 300 * 2 ** 20 },
  ],
  [
    'answers without end',
    `async (_, __, send) => { for (;;) await send(['a'.repeat(100_000)]); }`,
    { maxAnswerBytes: 2_000_000 },
  ],
  ['makes a text longer than any', `async () => 'a'.repeat(2 ** 30).repeat(8)`, {}],
  ['ends its process', `async () => process.kill(process.pid, 'SIGSEGV')`, {}],
])(
  'a file whose reading %s is refused, its process ended, and the next file read',
  async (name, code, limits) => {
    const sandbox = await sandboxOf({ [name]: code, ok: 'async () => 1' }, { limits: { ...limits } });
    const before = await sandbox.read(kind('ok'), 1, bytesOf('a'), {}).then(() => sandbox.pids);
    const refused = await sandbox.read(kind(name), 1, bytesOf('a'), {}).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', details: { fault: 'tooCostly' } });
    if (!name.startsWith('makes')) {
      const ended = before.filter((pid) => sandbox.pids.includes(pid));
      expect(ended).toEqual([]);
    }
    expect((await sandbox.read(kind('ok'), 1, bytesOf('a'), {})).answer).toBe(1);
  },
  30_000,
);

test('a process that keeps much after a file is ended, so that the next file has room', async () => {
  const sandbox = await sandboxOf({
    keeps: 'async () => { globalThis.kept = new Uint8Array(3e8).fill(1); return 1; }',
  });
  expect((await sandbox.read(kind('keeps'), 1, bytesOf('a'), {})).answer).toBe(1);
  await expect.poll(() => sandbox.pids).toEqual([]);
});

test('two files are read at a time, one of each person; a few wait, and then it is asked to come back', async () => {
  const sandbox = await sandboxOf({
    // Ends when the file of its name says so.
    waits: `async (_, { file }) => {
      const { existsSync } = await import('node:fs');
      while (!existsSync(file)) await new Promise((wake) => setTimeout(wake, 5));
      return 1;
    }`,
  });
  const folder = await mkdtemp(join(tmpdir(), 'startblock-gate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const done: string[] = [];
  const read = (by: number, gate: string, name: string) =>
    sandbox.read(kind('waits'), by, bytesOf('a'), { file: join(folder, gate) }).then(() => void done.push(name));
  const open = (gate: string) => writeFile(join(folder, gate), '');
  const eva = [read(1, 'first', 'eva 1'), read(1, 'any', 'eva 2'), read(1, 'any', 'eva 3'), read(1, 'any', 'eva 4')];
  const max = read(2, 'second', 'max');
  const kim = read(3, 'any', 'kim');
  await expect.poll(() => sandbox.pids.length).toBe(2);
  await open('any');
  const refused = await read(1, 'any', 'eva 5').catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    status: 429,
    details: { retryAfterSeconds: 10, reason: 'files' },
  });
  await open('second');
  await Promise.all([max, kim]);
  expect(done).toEqual(['max', 'kim']);
  await open('first');
  await Promise.all(eva);
  expect(done).toEqual(['max', 'kim', 'eva 1', 'eva 2', 'eva 3', 'eva 4']);
}, 30_000);
