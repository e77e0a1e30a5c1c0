import { Buffer } from 'node:buffer';
import type { Log, LogLevel } from '#src/runtime/log.ts';
import { framed, frameReader } from '#src/runtime/processes/frames.ts';
import type { MailSender } from './mail-sender.ts';
import type { ChildMessage, Sending } from './mail-worker.ts';

/**
 * The main loop of the process that `MailWorker` starts: sends several letters at once and reports each. It ends with its parent
 * only; a signal to the whole service is for the parent. `open` gets a log that writes through the parent.
 */
export async function sendForParent(open: (log: Log) => Promise<MailSender>): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  // A library's output must not mix with the replies.
  console.log = console.info = console.debug = () => {};
  const say = (reply: ChildMessage) => process.stdout.write(framed(Buffer.from(JSON.stringify(reply))));
  const ended = new Promise((end) => process.stdin.once('end', end));
  const at =
    (level: LogLevel): Log['info'] =>
    (message, fields = {}) =>
      say({ log: [level, message, fields] });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const opening = open(log);
  const read = frameReader(async (bytes) => {
    const { at, letter } = JSON.parse(bytes.toString('utf8')) as Sending;
    const sender = await opening;
    say({ at, delivery: await sender.deliver(letter) });
  });
  process.stdin.on('data', read);
  await opening;
  say({});
  await ended;
}
