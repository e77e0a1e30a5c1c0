import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { YAML } from 'bun';
import { expect, onTestFinished, test } from 'vitest';
import { camtFile } from '#modules/payments/bank-files/testing.ts';
import { readConfig } from '#src/config/config.ts';
import { call, loginByCode, type Session } from './support/crowd.ts';
import { freePort, type RunningServer, root, startServer } from './support/server.ts';
import { selfSigned } from './support/wallets.ts';

/**
 * The reverse proxy examples of docs/operate.md, run by the installed Caddy and nginx with other ports and a test certificate.
 */

const operate = readFileSync(join(root, 'docs/operate.md'), 'utf8');

function example(file: string): string {
  const found = new RegExp(`^\`\`\`\\w+\\n# ${file.replaceAll('.', '\\.')}\\n(.*?)^\`\`\`$`, 'ms').exec(operate);
  if (!found) throw new Error(`docs/operate.md has no example for ${file}`);
  return found[1] as string;
}

function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  for (const [before] of pairs) expect(text).toContain(before);
  return pairs.reduce((sum, [before, after]) => sum.replaceAll(before, after), text);
}

const host = 'run.example.org';
/** An organizer's host beside the platform's. */
const secondHost = 'lauf.verein.example';
const at = { backend: '127.0.0.1:3000' };

type Ports = { backend: number; https: number; http: number };
type Proxy = {
  name: string;
  program: string;
  args(folder: string): string[];
  config(folder: string, at: Ports): string;
};

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    program: 'nginx',
    args: (folder) => ['-c', join(folder, 'config'), '-p', folder, '-e', join(folder, 'error.log')],
    config: (folder, { backend, https, http }) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (what) => `${what}_temp_path ${folder}/${what};`,
      );
      const servers = replaced(example('/etc/nginx/sites-enabled/startblock'), [
        [`server_name ${host};`, `server_name ${host} ${secondHost};`],
        ['listen 80;', `listen 127.0.0.1:${http};`],
        ['listen 443 ssl;', `listen 127.0.0.1:${https} ssl;`],
        [`/etc/letsencrypt/live/${host}/fullchain.pem`, `${folder}/certificate.pem`],
        [`/etc/letsencrypt/live/${host}/privkey.pem`, `${folder}/key.pem`],
        [at.backend, `127.0.0.1:${backend}`],
      ]);
      return `daemon off; master_process off; pid ${folder}/pid; events {} http { access_log off; ${temporary.join(' ')} ${servers} }`;
    },
  },
  {
    name: 'Caddy',
    program: 'caddy',
    args: (folder) => ['run', '--adapter', 'caddyfile', '--config', join(folder, 'config')],
    config: (folder, { backend, https, http }) =>
      `{\n  admin off\n  auto_https disable_certs\n  http_port ${http}\n  https_port ${https}\n  default_bind 127.0.0.1\n}\n${replaced(
        example('/etc/caddy/Caddyfile'),
        [
          [`${host} {`, `${host}, ${secondHost} {\n  tls ${folder}/certificate.pem ${folder}/key.pem`],
          [at.backend, `127.0.0.1:${backend}`],
        ],
      )}`,
  },
];

const path = `${process.env.PATH ?? ''}:/usr/sbin`;
const isInstalled = ({ program }: Proxy) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: path } }).status === 0;

type Answered = { status: number; headers: Record<string, string | string[] | undefined>; text: string };
type Asked = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array; from?: string };

/** A visitor's request to the proxy, from a loopback address. */
async function ask(port: number, path: string, { method = 'GET', headers = {}, body, from }: Asked = {}) {
  const options = {
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host, ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}), ...headers },
    servername: host,
    rejectUnauthorized: false,
    ...(from ? { localAddress: from } : {}),
  };
  return new Promise<Answered>((answered, failed) => {
    const asking = requestHttps(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => answered({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    asking.on('error', failed);
    asking.end(body);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Starts the proxy and waits until it forwards. */
async function start(proxy: Proxy, ports: Ports): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'startblock-proxy-'));
  const { certificate, key } = selfSigned(host);
  await writeFile(join(folder, 'certificate.pem'), certificate);
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'config'), proxy.config(folder, ports));
  const env = { PATH: path, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(proxy.program, proxy.args(folder), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (piece) => {
      said += piece;
    });
  onTestFinished(async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  });
  for (let tries = 0; tries < 500; tries += 1) {
    if (child.exitCode !== null) break;
    if ((await ask(ports.https, '/healthz').catch(() => null))?.status === 200) return;
    await new Promise((wake) => setTimeout(wake, 20));
  }
  throw new Error(`${proxy.name} did not start: ${said}`);
}

async function behind(proxy: Proxy): Promise<{ server: RunningServer; ports: Ports }> {
  const [backend, https, http] = [await freePort(), await freePort(), await freePort()];
  const settings = { PORT: String(backend), PUBLIC_URL: `https://${host}`, TRUST_PROXY: '1', METRICS_TOKEN: 'a-token' };
  const server = await startServer({ env: settings });
  onTestFinished(() => server.stop());
  const ports = { backend, https, http };
  await start(proxy, ports);
  return { server, ports };
}

const signedIn = ({ cookie, csrf }: Session) => ({ cookie, 'x-csrf-token': csrf });

test.each(proxies.filter(isInstalled))(
  '$name runs its example of docs/operate.md',
  { timeout: 120_000 },
  async (proxy) => {
    const { server, ports } = await behind(proxy);

    const home = await ask(ports.https, '/');
    expect(home.status).toBe(200);
    expect(home.headers['strict-transport-security']).toContain('max-age');
    const code = (email: string, asked: Asked = {}) => {
      const headers = { 'content-type': 'application/json', ...asked.headers };
      const body = JSON.stringify({ email });
      return ask(ports.https, '/api/auth/code/send-mail', { ...asked, method: 'POST', headers, body });
    };
    const first = await code('a@visitor.example');
    expect(first.status).toBe(200);
    const cookies = [first.headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/i);

    // Limits count by the real address, whatever headers say.
    const statuses: number[] = [];
    for (let each = 0; each < 25; each += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${each}` };
      statuses.push((await code(`b${each}@visitor.example`, { headers, from: '127.0.0.7' })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.at(-1)).toBe(429);
    expect((await code('c@visitor.example', { from: '127.0.0.8' })).status).toBe(200);

    // The proxy sends addresses; the login bypasses it.
    expect(server.output()).not.toContain('TRUST_PROXY');
    const admin = await loginByCode(server, 'admin@startblock.example');
    const body = new FormData();
    body.set('file', new File([camtFile([]) + '\n'.repeat(3_000_000)], 'bank.xml'));
    const form = new Request('http://here', { method: 'POST', body });
    const headers = { ...signedIn(admin), 'content-type': form.headers.get('content-type') ?? '' };
    const upload = await ask(ports.https, '/api/admin/imports/bank-transactions?dryRun=true', {
      method: 'POST',
      headers,
      body: new Uint8Array(await form.arrayBuffer()),
    });
    expect([upload.status, upload.text.slice(0, 200)]).toEqual([200, expect.stringContaining('"rows"')]);

    // An organizer's host has no management pages.
    expect(await call(server, 'PATCH', '/api/admin/organizers/1', { hostName: secondHost }, admin)).toMatchObject({
      status: 200,
    });
    const elsewhere = await ask(ports.https, '/admin', { headers: { host: secondHost } });
    expect([elsewhere.status, elsewhere.headers.location]).toEqual([303, `https://${host}/admin`]);

    const authorization = 'Bearer a-token';
    expect((await ask(ports.https, '/metrics')).status).toBe(404);
    expect((await ask(ports.https, '/metrics', { headers: { authorization } })).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`, { headers: { authorization } })).status).toBe(200);

    const plain = await new Promise<string | undefined>((answered) => {
      requestHttp({ host: '127.0.0.1', port: ports.http, path: '/events', headers: { host } }, (answer) =>
        answered(`${answer.statusCode} ${answer.headers.location}`),
      ).end();
    });
    expect(plain).toMatch(new RegExp(`^30[18] https://${host.replaceAll('.', '\\.')}(:\\d+)?/events$`));
  },
);

test('each example passes on what the program needs to know', () => {
  const nginx = example('/etc/nginx/sites-enabled/startblock');
  for (const directive of [
    'proxy_set_header Host $host;',
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    'client_max_body_size 72m;',
    'location = /metrics {',
  ])
    expect(nginx).toContain(directive);
  expect(nginx.match(/\{/g)).toHaveLength(nginx.match(/\}/g)?.length ?? 0);
  const caddy = example('/etc/caddy/Caddyfile');
  for (const directive of ['respond /metrics 404', `reverse_proxy ${at.backend}`]) expect(caddy).toContain(directive);
  expect(YAML.parse(example('/etc/traefik/dynamic/startblock.yml'))).toMatchObject({
    http: {
      routers: { startblock: { rule: `Host(\`${host}\`) && !Path(\`/metrics\`)`, service: 'startblock' } },
      services: { startblock: { loadBalancer: { passHostHeader: true, servers: [{ url: `http://${at.backend}` }] } } },
    },
  });
});

test('the settings of the example are understood, and the unit reads them or does not start', () => {
  const lines = example('/etc/startblock.env').trim().split('\n');
  const settings = Object.fromEntries(
    lines.map((line) => {
      const [, name = line, value = ''] = /^([A-Z_]+)="([^"$`\\]*)"$/.exec(line) ?? [];
      return [name, value];
    }),
  );
  expect(readConfig(settings)).toMatchObject({
    publicUrl: `https://${host}`,
    dataDir: '/var/lib/startblock',
    host: '127.0.0.1',
    port: 3000,
    trustProxy: 1,
    smtpUrl: expect.stringContaining('mail.example.org'),
    mailFrom: { name: 'City Run', address: `no-reply@${host}` },
    imprint: expect.arrayContaining(['Austria']),
    metricsToken: expect.any(String),
  });
  for (const unit of ['startblock.service', 'startblock-backup.service']) {
    const text = example(`/etc/systemd/system/${unit}`);
    for (const line of ['User=startblock', 'EnvironmentFile=/etc/startblock.env', 'NoNewPrivileges=yes'])
      expect(text).toContain(`\n${line}\n`);
    for (const line of ['ProtectSystem=strict', 'PrivateTmp=yes', 'UMask=0077']) expect(text).toContain(`\n${line}\n`);
    expect(text).toMatch(/^ReadWritePaths=\/var\/lib\/startblock\b/m);
  }
});

test('compose.yaml hands every process the settings that a site needs, and refuses to start without them', () => {
  type Service = { environment?: Record<string, string>; command?: string | string[] };
  const { services } = YAML.parse(readFileSync(join(root, 'compose.yaml'), 'utf8')) as {
    services: Record<string, Service>;
  };
  const processes = Object.values(services).filter(({ environment }) => environment);
  expect(processes).toHaveLength(3);
  for (const { environment = {} } of processes) {
    for (const name of ['PUBLIC_URL', 'SECRET', 'SMTP_URL', 'MAIL_FROM', 'IMPRINT'])
      expect(environment[name]).toMatch(new RegExp(`^\\$\\{${name}:\\?.+\\}$`));
    for (const [name, value] of Object.entries(environment))
      if (value.includes('$')) expect(value).toMatch(new RegExp(`^\\$\\{${name}:[?-][^}]*\\}$`));
  }
  expect(services.proxy?.command).toContain('${' + 'PUBLIC_URL}');
});
