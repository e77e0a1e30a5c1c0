import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import BookingStep from '#islands/booking/step-on-server.ts';
import { makeRace } from '#modules/orders/testing.ts';
import { Problem } from '#src/kernel/problem.ts';
import { renderIsland } from '#src/web/island.tsx';
import { testShop } from '#tests/support/shop.ts';
import { LateIslands } from './late-islands.ts';

/** The page of a draft with as many people, as a guest opens it. */
async function pageOf(people: number): Promise<string> {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, { tickets: 1000 }));
  const who = shop.visitor();
  const email = 'captain@example.test';
  await who.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
  const path = `/events/${race.eventId}/competitions`;
  const form: Record<string, string> = { intent: 'keep' };
  for (let at = 0; at < people; at += 1) {
    form[`teams[${at}].competitionId`] = String(race.runId);
    form[`teams[${at}].localId`] = `t${at}`;
    form[`teams[${at}].participants[0].localId`] = `p${at}`;
    form[`teams[${at}].participants[0].firstName`] = `Zoë <${at}>`;
    form[`teams[${at}].participants[0].lastName`] = 'Wałęsa';
  }
  await who.form(path, form);
  const page = await who.fetch(path);
  expect(page.headers.get('content-type')).toBe('text/html; charset=UTF-8');
  return page.text();
}

/** What the island of a page was given, and what it shows. */
function islandOf(html: string) {
  const begin = html.indexOf('<div class="island" data-island="BookingStep"');
  const head = html.slice(begin, html.indexOf('>', begin) + 1);
  const props = JSON.parse(/<script type="application\/json">([^<]*)</.exec(html.slice(begin))?.[1] ?? '');
  return { props, shown: html.slice(begin + head.length) };
}

const rendering = (): string[] =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('island-child'));

test('an island of many people comes from another process, and is the very same', async () => {
  const html = await pageOf(150);
  expect(rendering()).not.toEqual([]);
  const { props, shown } = islandOf(html);
  expect(shown.startsWith(renderIsland(BookingStep, props, 'BookingStep-'))).toBe(true);
  expect(shown).toContain('Zoë &lt;149&gt;');
  expect(html.endsWith('</html>')).toBe(true);
}, 30_000);

test('when that process is ended over it, the visitor gets the page all the same', async () => {
  await pageOf(150);
  for (const line of rendering()) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  const { props, shown } = islandOf(await pageOf(150));
  expect(shown.startsWith(renderIsland(BookingStep, props, 'BookingStep-'))).toBe(true);
}, 30_000);

test('what the other process cannot render is rendered here, between what stands around it', async () => {
  const late = new LateIslands('visit');
  const json = JSON.stringify({ step: 'competitions' });
  const render = () => '<p>zwei</p>';
  const mark = late.place({ name: 'BookingStep', prefix: 'a-', json, render });
  const again = late.place({ name: 'BookingStep', prefix: 'b-', json, render: () => '<p>vier</p>' });
  const page = new Response(`eins${mark}drei${again}fünf`, { status: 400, headers: { 'x-own': 'kept' } });
  const filled = await late.fill(page);
  expect(await filled.text()).toBe('eins<p>zwei</p>drei<p>vier</p>fünf');
  expect([filled.status, filled.headers.get('x-own')]).toEqual([400, 'kept']);
}, 30_000);

test('an island that the other process does not know is rendered here', () => {
  const island = { name: 'Scanner', prefix: 'a-', json: '{}', render: () => '' };
  expect(new LateIslands('visit').place(island)).toBeNull();
});

test('a visit that asks for ever more waits for its own', async () => {
  const late = new LateIslands('hasty');
  for (let at = 0; at < 20; at += 1) {
    const json = JSON.stringify({ at });
    late.place({ name: 'BookingStep', prefix: 'a-', json, render: () => '' });
  }
  const refused = await late.fill(new Response('')).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Problem);
  expect((refused as Problem).code).toBe('TOO_MANY_REQUESTS');
}, 30_000);
