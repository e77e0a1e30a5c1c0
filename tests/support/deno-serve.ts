/** Serves the shop under Deno to keep it free of Bun. Prints its port. */

import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { Readable } from 'node:stream';
import { openShop } from '#src/app/shop.ts';
import { readConfig } from '#src/config/config.ts';
import { fontPathsBy } from '#src/documents/font-files.ts';
import { instant } from '#src/kernel/time.ts';
import { jsonLog } from '#src/runtime/log.ts';
import { diskAssets } from './disk-assets.ts';

const config = readConfig(process.env, { demo: true });
const clock = () => instant(Date.now());
const migrations = readdirSync('migrations')
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({ name: name.replace(/\.sql$/, ''), sql: readFileSync(`migrations/${name}`, 'utf8') }));

const shop = await openShop({
  config,
  clock,
  assets: await diskAssets('dist/assets'),
  migrations,
  fonts: fontPathsBy((file) => `node_modules/${file}`),
  log: jsonLog(config.logLevel, clock, (line) => process.stdout.write(line)),
  demo: true,
});
await shop.migrate();
if (await shop.isEmpty()) await shop.addDemoData();
shop.startJobs();

const server = createServer(async (incoming, outgoing) => {
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const request = new Request(`${config.publicUrl}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
    ...(hasBody ? { body: Readable.toWeb(incoming) as unknown as ReadableStream, duplex: 'half' } : {}),
  });
  const answer = await shop.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? '' });
  const cookies = answer.headers.getSetCookie();
  const headers = Object.fromEntries(answer.headers);
  outgoing.writeHead(answer.status, cookies.length > 0 ? { ...headers, 'set-cookie': cookies } : headers);
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
});
server.listen(config.port, '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  shop.stop().then(() => process.exit(0));
});
