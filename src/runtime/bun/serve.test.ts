import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '#src/runtime/log.ts';
import { serve } from './serve.ts';

const serving = serve({
  host: '127.0.0.1',
  port: 0,
  log: silentLog,
  fetch: async (request, { remoteAddress }) =>
    Response.json([request.method, new URL(request.url).pathname, await request.text(), remoteAddress]),
});
afterAll(() => serving.stop(0));

/** Byte by byte, since every client would write a head that is right. */
const answerTo = (head: string, body = '') => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(serving.port, '127.0.0.1', () => socket.write(`${head}\r\n${body}`));
  let answer = '';
  socket.on('data', (piece) => {
    answer += piece;
    if (/\r\n\r\n./.test(answer)) socket.end();
  });
  socket.on('close', () => resolve(answer));
  return promise;
};

test('who names no host, as HTTP/1.0 allows, is answered', async () => {
  const asked = await answerTo('GET /healthz?x HTTP/1.0\r\n');
  expect(asked).toMatch(/^HTTP\/1\.1 200 /);
  expect(asked).toContain('["GET","/healthz","","127.0.0.1"]');
  expect(await answerTo('GET //other.example/a HTTP/1.0\r\n')).toContain('"//other.example/a"');
  const posted = await answerTo('POST /api/logs HTTP/1.0\r\ncontent-length: 4\r\n', 'some');
  expect(posted).toContain('["POST","/api/logs","some","127.0.0.1"]');
});

test.each(['evil"><script>', 'a b', 'x:99999', '[::1', '%', 'user@x', 'x/y'])(
  'a host that cannot be one is refused and no fault of ours: %s',
  async (host) => {
    for (const version of ['1.0', '1.1'])
      expect(await answerTo(`GET / HTTP/${version}\r\nhost: ${host}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  },
);

test('one that can be is answered', async () => {
  expect(await answerTo('GET /a HTTP/1.1\r\nhost: run.example.org:3000\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});
