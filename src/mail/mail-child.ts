import { Buffer } from 'node:buffer';
import type { Log, LogLevel } from '#src/runtime/log.ts';
import { framed, frameReader } from '#src/runtime/processes/frames.ts';
import type { MailSender } from './mail-sender.ts';
import type { Said, Sending } from './mail-worker.ts';

/**
 * The whole work of the process that `MailWorker` starts: several letters at once, each answered when its mail is with the
 * server. It ends with the one that started it, and by nothing else: a signal to all processes of a service is for that one.
 * `open` is given the log that speaks through that one.
 */
export async function sendForParent(open: (log: Log) => Promise<MailSender>): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  // Whatever a library has to say must not stand among the answers.
  console.log = console.info = console.debug = () => {};
  const say = (said: Said) => process.stdout.write(framed(Buffer.from(JSON.stringify(said))));
  const ended = new Promise((end) => process.stdin.once('end', end));
  const at =
    (level: LogLevel): Log['info'] =>
    (message, fields = {}) =>
      say({ log: [level, message, fields] });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const opening = open(log);
  const read = frameReader(async (bytes) => {
    const { at, letter } = JSON.parse(bytes.toString('utf8')) as Sending;
    const postman = await opening;
    say({ at, delivery: await postman.deliver(letter) });
  });
  process.stdin.on('data', read);
  await opening;
  say({});
  await ended;
}
