/** A mail server in a process of its own that takes everything and counts it: what counts is what really arrived. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { SMTPServer } from 'smtp-server';

/** `twice`: mails that had arrived before. `pdfs`: papers among what is attached. */
export type Arrived = { mails: number; twice: number; pdfs: number };
export type MailSink = { url: string; arrived(): Promise<Arrived>; stop(): Promise<void> };

/** Counts what goes to addresses that end like this. */
export async function startMailSink(domain: string): Promise<MailSink> {
  const child = spawn(process.execPath, [import.meta.filename, domain], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: port } = await lines.next();
  return {
    url: `smtp://127.0.0.1:${port}`,
    async arrived() {
      child.stdin.write('?\n');
      return JSON.parse((await lines.next()).value ?? '{}') as Arrived;
    },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function receive(domain: string): Promise<void> {
  const ids = new Set<string>();
  const arrived: Arrived = { mails: 0, twice: 0, pdfs: 0 };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    logger: false,
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (envelope.rcptTo.some(({ address }) => address.endsWith(domain))) count(Buffer.concat(pieces));
        done();
      });
    },
  });
  const count = (source: Buffer) => {
    const text = source.toString('latin1');
    const id = /^Message-ID: (\S+)/im.exec(text)?.[1] ?? '';
    arrived.mails += 1;
    if (ids.has(id)) arrived.twice += 1;
    ids.add(id);
    arrived.pdfs += text.match(/^Content-Type: application\/pdf/gim)?.length ?? 0;
  };
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  console.log((server.server.address() as AddressInfo).port);
  for await (const _ of createInterface(process.stdin)) console.log(JSON.stringify(arrived));
}

if (process.argv[1] === import.meta.filename && process.argv[2]) await receive(process.argv[2]);
