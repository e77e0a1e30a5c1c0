import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callServer } from './call.ts';

const browser = { onLine: true };
const later = () => new Promise((resolve) => setImmediate(resolve));

/** A server that hangs up on the first calls and answers those after them; `calls` tells what each of them sent. */
async function hangingUp(times: number, answer = '200 OK', port = 0) {
  const calls: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (sent) => {
      calls.push(String(sent));
      if (calls.length <= times) socket.destroy();
      else socket.end(`HTTP/1.1 ${answer}\r\ncontent-length: 4\r\nconnection: close\r\n\r\nhere`);
    });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
  return { address, calls, [Symbol.asyncDispose]: stop };
}

/** Goes on until a pause began, and answers after how many milliseconds it ended; null: the call was over before. */
async function nextPause(over: { value: boolean }): Promise<number | null> {
  while (vi.getTimerCount() === 0) {
    if (over.value) return null;
    await later();
  }
  const began = Date.now();
  vi.advanceTimersToNextTimer();
  return Date.now() - began;
}

function watched<T>(call: Promise<T>): { call: Promise<T>; over: { value: boolean } } {
  const over = { value: false };
  return { over, call: call.finally(() => (over.value = true)) };
}

async function pausesOf(call: Promise<unknown>): Promise<number[]> {
  const { over } = watched(call);
  const pauses: number[] = [];
  for (;;) {
    const pause = await nextPause(over);
    if (pause === null) return pauses;
    pauses.push(pause);
  }
}

beforeEach(() => {
  browser.onLine = true;
  vi.stubGlobal('navigator', browser);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['none', 0, []],
  ['one', 1, [2000]],
  ['three', 3, [2000, 4000, 6000]],
])('after %s that failed the call is answered, and waits 2 s times the attempt between', async (_, times, expected) => {
  await using server = await hangingUp(times);
  const call = callServer(server.address, { method: 'POST', body: new URLSearchParams({ ids: '3 1 2' }) });
  expect(await pausesOf(call)).toEqual(expected);
  expect(await (await call)?.text()).toBe('here');
  expect(server.calls).toHaveLength(times + 1);
  for (const sent of server.calls) expect(sent).toContain('ids=3+1+2');
});

test('after three tries more nothing is tried, and there is no answer', async () => {
  await using server = await hangingUp(Number.POSITIVE_INFINITY);
  const call = callServer(server.address);
  expect(await pausesOf(call)).toEqual([2000, 4000, 6000]);
  expect(await call).toBeNull();
  expect(server.calls).toHaveLength(4);
});

test('a server that is not there and comes back meanwhile answers', async () => {
  const gone = await hangingUp(0);
  await gone[Symbol.asyncDispose]();
  const { call, over } = watched(callServer(gone.address));
  expect(await nextPause(over)).toBe(2000);
  while (vi.getTimerCount() === 0) await later();
  await using _again = await hangingUp(0, '200 OK', Number(new URL(gone.address).port));
  vi.advanceTimersToNextTimer();
  expect(await (await call)?.text()).toBe('here');
});

test('an answer is an answer, also one that refuses', async () => {
  await using server = await hangingUp(0, '503 Service Unavailable');
  const call = callServer(server.address);
  expect(await pausesOf(call)).toEqual([]);
  expect((await call)?.status).toBe(503);
  expect(server.calls).toHaveLength(1);
});

test('a signal ends the pause at once, and nothing is tried after it', async () => {
  await using server = await hangingUp(Number.POSITIVE_INFINITY);
  const asked = new AbortController();
  const call = callServer(server.address, { signal: asked.signal });
  while (vi.getTimerCount() === 0) await later();
  asked.abort();
  expect(await call).toBeNull();
  expect(server.calls).toHaveLength(1);
});

test('a signal ends the call itself, which is no reason to try it again', async () => {
  const waits = createServer(() => undefined);
  await new Promise<void>((listening) => waits.listen(0, '127.0.0.1', listening));
  const met = new Promise<Socket>((resolve) => waits.once('connection', resolve));
  const asked = new AbortController();
  const call = callServer(`http://127.0.0.1:${(waits.address() as AddressInfo).port}/`, { signal: asked.signal });
  const socket = await met;
  asked.abort();
  expect(await call).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
  socket.destroy();
  await new Promise((closed) => waits.close(closed));
});

test('a browser that knows of no connection tries nothing again', async () => {
  await using server = await hangingUp(Number.POSITIVE_INFINITY);
  browser.onLine = false;
  const call = callServer(server.address);
  expect(await pausesOf(call)).toEqual([]);
  expect(await call).toBeNull();
  expect(server.calls).toHaveLength(1);
});
