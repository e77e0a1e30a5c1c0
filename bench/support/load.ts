/**
 * Load over HTTP from a process of its own, so that it does not take turns with whoever asks. Raw keep-alive sockets:
 * one request at a time on each connection, the next when the answer is complete.
 */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export type LoadOptions = {
  url: string;
  connections: number;
  seconds: number;
  method?: string;
  headers?: Record<string, string>;
  /** Sent in turn by each connection beside the headers of all, so that more of them than connections are all used. */
  ofConnection?: Record<string, string>[];
  body?: string;
  /** Each connection asks so often; otherwise as soon as it has its answer. */
  everyMs?: number;
  /** Of those that ask so often all do in the same moment; otherwise they are evenly spread. */
  atOnce?: boolean;
};
export type LoadResult = {
  requests: number;
  /** Answers with a status of 400 or more, and connections that broke. */
  errors: number;
  perSecond: number;
  bytes: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
};

/** Runs the load and answers what was measured. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const child = spawn(process.execPath, [import.meta.filename, 'generate'], { stdio: ['pipe', 'pipe', 'inherit'] });
  // A thousand sessions are too long for a command line.
  child.stdin.end(JSON.stringify(options));
  let written = '';
  child.stdout.on('data', (chunk) => {
    written += chunk;
  });
  const code = await new Promise((settle) => child.once('close', settle));
  if (code !== 0) throw new Error(`the load generator ended with ${code}`);
  return JSON.parse(written) as LoadResult;
}

const headEnd = Buffer.from('\r\n\r\n');

/** How long the first complete answer in these bytes is, or null while it is not complete. */
export function answerLength(bytes: Buffer): { length: number; status: number } | null {
  const at = bytes.indexOf(headEnd);
  if (at < 0) return null;
  const head = bytes.toString('latin1', 0, at).toLowerCase();
  const status = Number(head.slice(9, 12));
  const declared = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  const body = at + headEnd.length;
  if (declared !== undefined) {
    const length = body + Number(declared);
    return bytes.length >= length ? { length, status } : null;
  }
  if (!/\r\ntransfer-encoding: *chunked/.test(head)) return { length: body, status };
  for (let chunk = body; ; ) {
    const line = bytes.indexOf('\r\n', chunk);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', chunk, line), 16);
    chunk = line + 2 + size + 2;
    if (bytes.length < chunk) return null;
    if (size === 0) return { length: chunk, status };
  }
}

async function generate(options: LoadOptions): Promise<LoadResult> {
  const url = new URL(options.url);
  const body = options.body ?? '';
  const { ofConnection = [{}], everyMs = 0, atOnce = false } = options;
  const requests = ofConnection.map((own) => {
    const headers = {
      host: url.host,
      ...options.headers,
      ...own,
      ...(body ? { 'content-length': `${Buffer.byteLength(body)}` } : {}),
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${options.method ?? 'GET'} ${url.pathname}${url.search} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
  });
  const times: number[] = [];
  let [errors, bytes] = [0, 0];
  const began = performance.now();
  const end = began + options.seconds * 1000;

  const connection = (_: unknown, index: number) =>
    new Promise<void>((closed) => {
      let next = index;
      // In the first of their turns together everybody is connected already.
      let turn = began + everyMs * (atOnce ? 1 : index / options.connections);
      const socket = connect({ host: url.hostname, port: Number(url.port || 80), noDelay: true });
      let kept: Buffer = Buffer.alloc(0);
      let asked = 0;
      const ask = () => {
        if (performance.now() >= end) return void socket.end();
        asked = performance.now();
        socket.write(requests[next % requests.length] ?? '');
        next += options.connections;
      };
      const askInTurn = () => {
        if (everyMs === 0) return ask();
        // Whoever had to wait longer than that asks at once.
        const wait = Math.max(0, turn - performance.now());
        turn = Math.max(turn, performance.now()) + everyMs;
        return setTimeout(ask, wait);
      };
      socket.on('connect', askInTurn);
      socket.on('data', (chunk: Buffer) => {
        kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
        const answer = answerLength(kept);
        if (!answer) return;
        times.push(performance.now() - asked);
        bytes += answer.length;
        if (answer.status >= 400) errors += 1;
        kept = kept.subarray(answer.length);
        askInTurn();
      });
      socket.on('error', () => {
        errors += 1;
      });
      socket.on('close', () => closed());
    });

  await Promise.all(Array.from({ length: options.connections }, connection));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const quantile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return {
    requests: times.length,
    errors,
    perSecond: times.length / seconds,
    bytes,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
  };
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'generate') {
  const options = JSON.parse(await text(process.stdin)) as LoadOptions;
  process.stdout.write(JSON.stringify(await generate(options)));
}
