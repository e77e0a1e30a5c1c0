/**
 * Rehearses what an operator goes through, with the programs of Debian: install, first super admin, first event, first paid
 * order, an update, a backup, the loss of the machine, a restore, a mail outage, a wrong clock. At the end every ticket that
 * was mailed scans and every mailed link opens. As root: `bun tests/rehearsal/rehearse.ts NEW OLD [MINUTES]`, where NEW and
 * OLD are executables of this version and the one before, and MINUTES how long mail is away (10).
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, loginByCode, type Session } from '../support/crowd.ts';
import { freePort } from '../support/server.ts';
import { type Machine, prepareMachine } from './machine.ts';

// nginx shows a certificate that nobody knows.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const [, , newProgram, oldProgram, minutes = '10'] = process.argv;
if (!newProgram || !oldProgram) throw new Error('write: rehearse.ts NEW OLD [MINUTES]');

const began = performance.now();
const said = (what: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`);
function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`it is not so that ${what}`);
  said(`ok   ${what}`);
}

const backups = await mkdtemp(join(tmpdir(), 'rehearsal-backups-'));
const machine = await prepareMachine(await mkdtemp(join(tmpdir(), 'rehearsal-')), {
  app: await freePort(),
  proxy: await freePort(),
  smtp: await freePort(),
});
try {
  await rehearse(machine, newProgram, oldProgram);
  said('all of it went well');
} catch (error) {
  console.error(machine.log().slice(-4000));
  throw error;
} finally {
  await machine.stop();
  await rm(backups, { recursive: true, force: true });
}
process.exit(0);

async function rehearse(shop: Machine, now: string, before: string): Promise<void> {
  const { at } = shop;
  // What is new in SMTP_URL the version before does not know.
  const oldEnv = { SMTP_URL: shop.unit.SMTP_URL.replace('?tls=off', '') };
  must(shop.asService(before, ['migrate'], oldEnv).status === 0, 'the version before makes a new database');
  must(shop.asRoot(before, ['admin', 'create', 'root@club.example']).status === 0, 'the first super admin is made');
  shop.asRoot('chown', ['-R', `--reference=${shop.dataDir}`, shop.dataDir]);
  await shop.postfix.plain();
  await shop.serve(before, { env: oldEnv });
  const admin = await loginByCode(at, 'root@club.example');
  must(admin.cookie !== '', 'the code came by mail, through nginx and Postfix');
  const place = await firstEvent(admin);
  const guest = { email: 'guest@runner.example', eventId: place.eventId };
  const cookies = (await call(at, 'POST', '/api/auth/code/unauthenticated-login', guest)).headers.getSetCookie();
  must(cookies.length > 0 && cookies.every((cookie) => /; secure/i.test(cookie)), 'cookies are Secure behind TLS');
  await order(admin, place, 'anna', 'before the update');
  await shop.end();

  // An operator without the unit's environment, as root.
  const copied = shop.asRoot(now, ['backup', '--keep', '14', backups]);
  must(copied.status === 0, `a copy before the update: ${copied.stdout.trim()}${copied.stderr.trim()}`);
  await shop.postfix.tls();
  await shop.serve(now);
  must(
    shop.log().includes('migrating') || shop.log().includes('listening'),
    'the new version brings the database along',
  );
  await order(admin, place, 'ben', 'after the update');
  const [newest] = await backupsIn();
  const copy = shop.asRoot(now, ['backup', '--keep', '14', backups]);
  must(copy.status === 0, 'a copy while serving, as root');
  must(
    (await shop.owners()).every((uid) => uid === shop.uid),
    'all files belong to the service',
  );
  const latest = (await backupsIn()).find((name) => name !== newest) ?? '';
  const drill = shop.asRoot(now, ['backup', 'check', join(backups, latest)], {});
  must(drill.status === 0, 'the copy can be put back');

  await shop.end('SIGKILL');
  await rm(shop.dataDir, { recursive: true, force: true });
  said('the machine is lost');
  shop.asRoot('install', ['-d', '-o', String(shop.uid), '-m', '700', shop.dataDir]);
  const restored = shop.asRoot(now, ['restore', join(backups, latest)]);
  must(restored.status === 0 && restored.stdout.includes(shop.dataDir), `it is restored: ${restored.stdout.trim()}`);
  must(
    (await shop.owners()).every((uid) => uid === shop.uid),
    'what root restored belongs to the service',
  );
  await shop.serve(now);
  const again = await loginByCode(at, 'root@club.example');
  must(again.cookie !== '', 'it serves on a fresh machine');

  await shop.postfix.stop();
  const waiting = await book(again, place, 'carl');
  said(`mail is away for ${minutes} minutes`);
  await new Promise((wake) => setTimeout(wake, Number(minutes) * 60_000));
  if (Number(minutes) >= 6)
    must(/"level":"error".*mail server/.test(shop.log()), 'the log says at level error that mail is away');
  await shop.postfix.tls();
  const back = performance.now();
  await mailTo('carl@runner.example');
  const seconds = (performance.now() - back) / 1000;
  must(seconds < 30, `${waiting}: what waited goes out as soon as the server takes a mail (${seconds.toFixed(1)} s)`);

  await shop.end();
  const fake = ['/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'].find((path) => existsSync(path));
  if (fake) {
    await shop.serve(now, { preload: [`LD_PRELOAD=${fake}`, 'FAKETIME=-60d', 'FAKETIME_DONT_FAKE_MONOTONIC=1'] });
    await new Promise((wake) => setTimeout(wake, 10_000));
    must(shop.log().includes('The clock was set back.'), 'a clock that is two months behind for ten seconds is said');
    await shop.end();
  } else said('     no libfaketime: the wrong clock is left out');
  await shop.serve(now);
  must((await call(at, 'GET', '/api/auth/sessions', undefined, again)).status === 200, 'nobody was logged out by it');
  await everything(again, place);
}

async function backupsIn(): Promise<string[]> {
  return (await readdir(backups)).sort().reverse();
}

type Place = { eventId: number; competitionId: number };
async function answered(method: string, path: string, body: unknown, as: Session) {
  const answer = await call(machine.at, method, path, body, as);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
  return answer.json;
}

async function firstEvent(admin: Session): Promise<Place> {
  const start = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const { organizer } = await answered('POST', '/api/admin/organizers', { name: 'LC Linz' }, admin);
  const organizerId = (organizer as { id: number }).id;
  const event = { title: 'Donaulauf', startTimestamp: start, endTimestamp: start, organizerId };
  const eventId = Number((await answered('POST', '/api/admin/events', event, admin)).eventId);
  const competition = { title: '10 km', totalTicketCount: 100, timestamp: start };
  const made = await answered('POST', `/api/admin/competitions/${eventId}`, competition, admin);
  const competitionId = (made.competition as { id: number }).id;
  await answered('POST', `/api/admin/competition-prices/${competitionId}`, { price: 2500, quantity: 100 }, admin);
  await answered('PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, admin);
  said('ok   the first organizer and event');
  return { eventId, competitionId };
}

async function book(admin: Session, { eventId, competitionId }: Place, name: string): Promise<number> {
  const person = {
    ...{ localId: 'a', firstName: name, lastName: 'Probe', birthDate: '1990-05-01', gender: 'female' },
    email: `${name}@runner.example`,
  };
  const booking = { teams: [{ competitionId, participants: [person] }], totalPrice: 2500 };
  const accepted = { termsAccepted: true, eventConditionsAccepted: true };
  const { orderId } = await answered('POST', `/api/events/${eventId}/book`, { ...booking, ...accepted }, admin);
  await answered('POST', `/api/orders/${orderId}/payment-in-advance`, {}, admin);
  await answered('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, admin);
  return Number(orderId);
}

async function mailTo(recipient: string) {
  for (let tries = 0; ; tries += 1) {
    const [mail] = await machine.at.mailbox(recipient);
    if (mail) return mail;
    if (tries > 1200) throw new Error(`no mail to ${recipient}`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

async function order(admin: Session, place: Place, name: string, when: string): Promise<void> {
  const orderId = await book(admin, place, name);
  await mailTo(`${name}@runner.example`);
  said(`ok   order ${orderId} ${when} is paid, and its ticket came by mail`);
}

/** Every link of every mail, and every ticket that stands behind one. */
async function everything(admin: Session, { eventId }: Place): Promise<void> {
  const links = new Set<string>();
  for (const { text } of await machine.at.mailbox())
    for (const [link] of text.matchAll(/https:\/\/localhost:\d+\S*/g)) links.add(link.replace(/[.,)]+$/, ''));
  const codes = new Set<string>();
  for (const link of links) {
    const answer = await fetch(link, { headers: { cookie: admin.cookie, accept: 'text/html' } });
    if (answer.status >= 400) throw new Error(`${link} is answered with ${answer.status}`);
    if (!answer.headers.get('content-type')?.includes('html')) continue;
    for (const [code] of (await answer.text()).matchAll(/T1\.\d+\.\d+\.[0-9A-Z]{16}/g)) codes.add(code);
  }
  must(links.size > 5, `all ${links.size} links of all mails open`);
  for (const code of codes) {
    const [, , participantId, eventSecret] = code.split('.');
    const scan = {
      device: 'gate',
      participantId: Number(participantId),
      eventSecret,
      scannedAt: new Date().toISOString(),
    };
    const { result } = await answered('POST', `/api/admin/events/${eventId}/scan`, scan, admin);
    if (result !== 'SCAN_SUCCESS') throw new Error(`${code}: ${result}`);
  }
  must(codes.size === 3, `the ${codes.size} tickets of the first, second and third order scan`);
}
