/**
 * A server as `docs/operate.md` sets it up, on this machine: a user of its own, the environment of the unit, nginx with TLS
 * in front, and Debian's Postfix that delivers every address into one folder. Needs root.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type At, mailsIn } from './mails.ts';

export type Machine = Awaited<ReturnType<typeof prepareMachine>>;

const service = 'startblock-rehearsal';
const snakeoil = {
  certificate: '/etc/ssl/certs/ssl-cert-snakeoil.pem',
  key: '/etc/ssl/private/ssl-cert-snakeoil.key',
};

/** `folder` is removed at the end. */
export async function prepareMachine(folder: string, ports: { app: number; proxy: number; smtp: number }) {
  if (process.getuid?.() !== 0) throw new Error('the rehearsal makes a user and starts Postfix: run it as root');
  for (const program of ['nginx', 'postfix', 'setpriv', 'useradd'])
    if (spawnSync('which', [program]).status !== 0)
      throw new Error(`${program} is missing: apt-get install nginx-light postfix ssl-cert`);
  spawnSync('useradd', ['--system', '--shell', '/usr/sbin/nologin', service]);
  const [uid, gid] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, service], { encoding: 'utf8' })));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const maildir = join(folder, 'mails');
  const owned = async (path: string) => {
    await mkdir(path, { recursive: true });
    await chown(path, uid ?? 0, gid ?? 0);
    await chmod(path, 0o700);
  };
  await owned(dataDir);
  await owned(maildir);
  const asUser = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const publicUrl = `https://localhost:${ports.proxy}`;
  const unit = {
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    HOST: '127.0.0.1',
    PORT: String(ports.app),
    TRUST_PROXY: '1',
    LIMIT_FACTOR: '0',
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}?tls=off`,
    MAIL_FROM: 'Rehearsal <rehearsal@club.example>',
    IMPRINT: 'Rehearsal; Musterweg 1; 8000 Musterstadt',
    BANK_PAYEE: 'Rehearsal',
    BANK_IBAN: 'AT611904300234573201',
  };
  const postfix = await startPostfix(join(folder, 'postfix'), {
    port: ports.smtp,
    maildir,
    uid: uid ?? 0,
    gid: gid ?? 0,
  });
  const nginx = await startNginx(join(folder, 'nginx'), ports);
  let server: ChildProcess | null = null;
  let log = '';
  const at: At = { url: publicUrl, mailbox: (to = '') => mailsIn(maildir, to) };
  return {
    at,
    dataDir,
    unit,
    maildir,
    postfix,
    log: () => log,
    /** As `sudo` of an operator who has no unit's environment in their shell. */
    asRoot: (program: string, args: string[], env: Record<string, string> = { DATA_DIR: dataDir }) =>
      spawnSync(program, args, { env: { PATH: process.env.PATH ?? '', ...env }, encoding: 'utf8' }),
    /** The unit's own user and environment. */
    asService: (program: string, args: string[], env: Record<string, string> = {}) =>
      spawnSync('setpriv', [...asUser, program, ...args], {
        env: { PATH: process.env.PATH ?? '', ...unit, ...env },
        encoding: 'utf8',
      }),
    /** `preload`: variables that only the program itself gets, as its own user. */
    async serve(
      program: string,
      { env = {}, preload = [] }: { env?: Record<string, string>; preload?: string[] } = {},
    ): Promise<void> {
      server = spawn('setpriv', [...asUser, 'env', ...preload, program, 'serve'], {
        env: { PATH: process.env.PATH ?? '', ...unit, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [server.stdout, server.stderr])
        stream?.on('data', (piece) => {
          log += piece;
        });
      const ended = once(server, 'exit');
      for (let tries = 0; ; tries += 1) {
        const isReady = await fetch(`${publicUrl}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) return;
        if (server.exitCode !== null || tries > 1200) throw new Error(`the server did not start: ${log.slice(-2000)}`);
        await Promise.race([new Promise((wake) => setTimeout(wake, 100)), ended]);
      }
    },
    async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      if (!server || server.exitCode !== null) return;
      const ended = once(server, 'exit');
      server.kill(signal);
      await ended;
    },
    async stop(): Promise<void> {
      spawnSync('pkill', ['-KILL', '-u', service]);
      nginx.kill('SIGTERM');
      await postfix.stop();
      await rm(folder, { recursive: true, force: true });
      spawnSync('userdel', [service]);
    },
    owners: async (): Promise<number[]> => [
      ...new Set(
        (await readdir(dataDir, { recursive: true })).map((name) =>
          Number(execFileSync('stat', ['-c', '%u', join(dataDir, name)], { encoding: 'utf8' })),
        ),
      ),
    ],
    uid: uid ?? 0,
  };
}

async function startPostfix(folder: string, to: { port: number; maildir: string; uid: number; gid: number }) {
  const config = join(folder, 'etc');
  const [queue, data] = [join(folder, 'queue'), join(folder, 'data')];
  for (const path of [config, queue, data]) await mkdir(path, { recursive: true });
  await chown(data, Number(execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' })), 0);
  const settings = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    myhostname: 'mail.club.example',
    mydestination: '',
    inet_interfaces: 'loopback-only',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    virtual_mailbox_domains: 'static:all',
    virtual_mailbox_base: to.maildir,
    virtual_mailbox_maps: 'static:all/',
    virtual_uid_maps: `static:${to.uid}`,
    virtual_gid_maps: `static:${to.gid}`,
    virtual_mailbox_limit: '0',
    message_size_limit: '52428800',
    maillog_file: '/dev/stdout',
    smtpd_tls_security_level: 'may',
    smtpd_tls_cert_file: snakeoil.certificate,
    smtpd_tls_key_file: snakeoil.key,
  };
  const write = () =>
    writeFile(
      join(config, 'main.cf'),
      Object.entries(settings)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
    );
  await write();
  const master = (await readFile('/usr/share/postfix/master.cf.dist', 'utf8'))
    .replace(/^smtp\s+inet.*$/m, `127.0.0.1:${to.port} inet n - n - - smtpd`)
    .replace(/^(\w+\s+\w+\s+[-yn]\s+[-yn]\s+)y(\s)/gm, '$1n$2');
  await writeFile(join(config, 'master.cf'), master);
  const run = (what: string) => spawnSync('postfix', ['-c', config, what], { encoding: 'utf8' });
  const isUp = async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      const greeted = await Bun.connect({ hostname: '127.0.0.1', port: to.port, socket: { data() {} } }).then(
        (socket) => {
          socket.end();
          return true;
        },
        () => false,
      );
      if (greeted) return;
      await new Promise((wake) => setTimeout(wake, 100));
    }
    throw new Error(`Postfix does not listen: ${run('check').stderr}`);
  };
  const begin = async (security: 'none' | 'may') => {
    run('stop');
    settings.smtpd_tls_security_level = security;
    await write();
    spawn('postfix', ['-c', config, 'start-fg'], { stdio: 'ignore' }).unref();
    await isUp();
  };
  return {
    /** Without STARTTLS. */
    plain: () => begin('none'),
    /** As Debian sets it up: STARTTLS with a certificate that nobody knows. */
    tls: () => begin('may'),
    stop: async () => void run('stop'),
  };
}

async function startNginx(folder: string, ports: { app: number; proxy: number }): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; user root;
events {}
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen 127.0.0.1:${ports.proxy} ssl;
    ssl_certificate ${snakeoil.certificate}; ssl_certificate_key ${snakeoil.key};
    client_max_body_size 72m;
    location / {
      proxy_pass http://127.0.0.1:${ports.app};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`,
  );
  return spawn('nginx', ['-c', config], { stdio: 'ignore' });
}
