/** The bare server with the same bytes: what the machine could do if the application cost nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Control = { url: string; stop(): Promise<void> };

export async function startControl(body: string, type: string): Promise<Control> {
  const child = spawn(process.execPath, [import.meta.filename, type], { stdio: ['pipe', 'pipe', 'inherit'] });
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

if (process.argv[1] === import.meta.filename) {
  const body = await Bun.stdin.bytes();
  const headers = { 'content-type': process.argv[2] ?? 'text/html' };
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(body, { headers }) });
  console.log(server.port);
}
