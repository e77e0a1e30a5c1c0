import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Log } from '#src/runtime/log.ts';
import type { Letter, MailSender } from './mail-sender.ts';
import { MailWorker, type MailWorkerLimits } from './mail-worker.ts';

const letter = (id: number): Letter => ({ id, type: 'Test', params: {}, locale: 'de', recipient: 'anna@example.test' });
const sent = { kind: 'sent', reply: '250 ok' };

/** What becomes of letters where this code is the process that sends them; `here` says what came back to us. */
async function room(code: string, limits: Partial<MailWorkerLimits> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'startblock-mails-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entry = join(folder, 'child.ts');
  const frames = pathToFileURL(join(import.meta.dirname, '../runtime/processes/frames.ts')).href;
  await writeFile(
    entry,
    `import { appendFileSync, existsSync } from 'node:fs';
     import { framed, frameReader } from '${frames}';
     const isFirst = !existsSync('${join(folder, 'began')}');
     appendFileSync('${join(folder, 'began')}', 'x');
     const say = (said) => process.stdout.write(framed(Buffer.from(JSON.stringify(said))));
     const sent = (at) => say({ at, delivery: ${JSON.stringify(sent)} });
     const onLetter = (take) => process.stdin.on('data', frameReader((bytes) => take(JSON.parse(bytes))));
     process.stdin.on('end', () => process.exit());
     ${code}`,
  );
  const here: number[] = [];
  const sender: MailSender = {
    async deliver({ id }) {
      here.push(id);
      return { kind: 'sent', reply: 'here' };
    },
    async stop() {},
  };
  const said: string[] = [];
  const note: Log['info'] = (message) => void said.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const made = new MailWorker({ args: [], env: {}, here: sender, log, entry: pathToFileURL(entry) }, limits);
  onTestFinished(() => made.stop());
  return { room: made, here, said, begun: async () => (await readFile(join(folder, 'began'), 'utf8')).length };
}

test('letters are under way together and answered as their mails go out, by one process', async () => {
  const { room: mails, begun } = await room(`
    const waiting = [];
    onLetter(({ at, letter }) => { waiting.push(at); if (waiting.length === 3) waiting.reverse().forEach(sent); });
    say({});`);
  const answers = await Promise.all([1, 2, 3].map((id) => mails.deliver(letter(id))));
  expect(answers).toEqual([sent, sent, sent]);
  expect(await begun()).toBe(1);
});

test('what the process has to say stands in our log', async () => {
  const { room: mails, said } = await room(`
    onLetter(({ at }) => { say({ log: ['warn', 'a font is missing', {}] }); sent(at); });
    say({});`);
  await mails.deliver(letter(1));
  expect(said).toEqual(['a font is missing']);
});

const lost = { kind: 'temporary', failure: 'unmade', reason: 'the process that sends mails was lost' };

test('what a process was lost over is sent by the next one', async () => {
  const {
    room: mails,
    begun,
    here,
    said,
  } = await room(`
    onLetter(({ at, letter }) => (isFirst ? process.kill(process.pid, 'SIGKILL') : sent(at)));
    say({});`);
  expect(await Promise.all([1, 2].map((id) => mails.deliver(letter(id))))).toEqual([sent, sent]);
  expect([await begun(), here, said]).toEqual([2, [], ['the process that sends mails was lost']]);
});

test('a letter that every process is lost over waits, and is in nobody’s way', async () => {
  const { room: mails, begun } = await room(`
    onLetter(({ at, letter }) => (letter.id === 1 ? process.kill(process.pid, 'SIGKILL') : sent(at)));
    say({});`);
  expect(await mails.deliver(letter(1))).toEqual(lost);
  expect(await mails.deliver(letter(2))).toEqual(sent);
  expect(await begun()).toBe(3);
});

test('a process that takes too long over a letter is ended', async () => {
  const { room: mails } = await room(`onLetter(({ at, letter }) => { if (letter.id > 1) sent(at); }); say({});`, {
    timeoutMs: 1000,
  });
  await mails.deliver(letter(7));
  expect(await mails.deliver(letter(1))).toEqual(lost);
  expect(await mails.deliver(letter(2))).toEqual(sent);
});

test('where no process can begin, this one sends, and asks for one again later', async () => {
  const { room: mails, here, begun } = await room('process.exit(1);', { withoutMs: 500 });
  expect(await mails.deliver(letter(1))).toEqual({ kind: 'sent', reply: 'here' });
  expect(await mails.deliver(letter(2))).toEqual({ kind: 'sent', reply: 'here' });
  expect([here, await begun()]).toEqual([[1, 2], 1]);
  await vi.waitFor(async () => {
    await mails.deliver(letter(3));
    expect(await begun()).toBe(2);
  }, 5000);
});

test('one that does not end by itself is ended', async () => {
  const { room: mails } = await room(`
    process.stdin.removeAllListeners('end');
    setInterval(() => {}, 1000);
    onLetter(({ at }) => sent(at));
    say({});`);
  await mails.deliver(letter(1));
  const { pid } = mails;
  expect(pid).not.toBeNull();
  await mails.stop();
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
});

test('it ends when there was nothing to send for a while, and when we do', async () => {
  const { room: mails, begun } = await room('onLetter(({ at }) => sent(at)); say({});', { idleMs: 10 });
  await mails.deliver(letter(1));
  await vi.waitFor(() => expect(mails.pid).toBeNull());
  await mails.deliver(letter(2));
  expect(await begun()).toBe(2);
  await mails.stop();
  expect(mails.pid).toBeNull();
});

test('it goes on while letters come, however many are answered at once', async () => {
  const limits = { idleMs: 100 };
  const code = `
    const waiting = [];
    onLetter(({ at }) => {
      waiting.push({ at, delivery: ${JSON.stringify(sent)} });
      if (waiting.length < 8) return;
      process.stdout.write(Buffer.concat(waiting.splice(0).map((said) => framed(Buffer.from(JSON.stringify(said))))));
    });
    say({});`;
  const { room: mails, begun, said } = await room(code, limits);
  const rounds = async (until: number) => {
    for (let id = 1; performance.now() < until; id += 8)
      await Promise.all(Array.from({ length: 8 }, (_, at) => mails.deliver(letter(id + at))));
  };
  await rounds(performance.now() + 6 * limits.idleMs);
  expect([await begun(), said]).toEqual([1, []]);
});
