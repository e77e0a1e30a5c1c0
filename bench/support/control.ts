/** Bare servers with the same bytes: what the machine could do if the application cost nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Control = { url: string; stop(): Promise<void> };

/**
 * Sends `body` to whoever asks, and looks at nothing. With `headers` it sends all of these, and reads of each request what a
 * page that differs by visitor cannot do without: its address, its method and six headers.
 */
export async function startControl(body: string, type: string, headers?: Headers): Promise<Control> {
  const all = headers && [...headers].filter(([name]) => !['date', 'content-length'].includes(name));
  const sent = JSON.stringify(all ?? [['content-type', type]]);
  const child = spawn(process.execPath, [import.meta.filename, headers ? 'reads' : 'blind', sent], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(body);
  const [port] = await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${String(port).trim()}/`,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const read = ['host', 'cookie', 'accept-language', 'accept-encoding', 'if-none-match', 'user-agent'];

if (process.argv[1] === import.meta.filename) {
  const body = await Bun.stdin.bytes();
  const [, , kind, sent = '[]'] = process.argv;
  const headers = new Headers(JSON.parse(sent) as [string, string][]);
  const made = new Response(body, { headers });
  const blind = () => new Response(body, { headers });
  const reads = (request: Request) => {
    const looked = [request.url, request.method, ...read.map((name) => request.headers.get(name))];
    return looked.length > 0 ? (made.clone() as Response) : blind();
  };
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: kind === 'reads' ? reads : blind });
  console.log(server.port);
}
