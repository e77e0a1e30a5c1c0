/** The organizer connects RACE RESULT: a queue with failures, a comparison with a winner per field and its undo, results. */
import { serveSimulator } from '#dev/race-result-simulator/serve.ts';
import { addressesOf, simulatedEvent, timeField } from '#dev/race-result-simulator/setup.ts';
import { instant } from '#src/kernel/time.ts';
import { call } from '../support/crowd.ts';
import { expect, followNavigation, logIn, look, newOrganizer, test } from './fixtures.ts';
import { raceWith } from './race.ts';

const rrId = '4242';

test('people go to RACE RESULT, what fails is sent again, differences get a winner and come back, times arrive', {
  tag: ['@phone', '@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  const project = test.info().project.name;
  const { eventId, orderIds } = await raceWith(server, adminApi, `Zeitlauf ${project}`, ['Ada', 'Ben', 'Cem']);
  for (const orderId of orderIds)
    await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, adminApi);
  const { url, simulator, close } = await serveSimulator({
    clock: () => instant(Date.now()),
    events: [simulatedEvent(rrId, [{ id: 1, name: '10 km', from: 101, to: 999 }])],
    settings: { limitMs: 0 },
  });
  try {
    const email = await newOrganizer(server, adminApi, `zeit-${project}`);
    await logIn(page, server, email, `/admin/events/${eventId}`);
    await followNavigation(page, texts, t('timing.title'));
    await page.waitForURL(/\/timing$/);
    const connect = page.locator('main').getByRole('link', { name: t('timing.settings'), exact: true });
    await expect(connect).toHaveCount(1);
    await look(page, 'timing-off');
    await connect.click();
    await page.getByRole('button', { name: t('timing.test.connect'), exact: true }).click();
    await page.waitForURL(/\?saved/);
    await expect(page.locator('[name=resultTimeField]')).toHaveValue(timeField);
    await look(page, 'timing-settings');

    // From here on one whose answers we choose.
    const path = `/api/admin/events/${eventId}`;
    const change = { rrId, ...addressesOf(url, rrId) };
    expect((await call(server, 'PATCH', `${path}/race-result-data`, change, adminApi)).status).toBe(200);
    simulator.misbehaviour.failNext({
      ...{ command: 'part/savefields', kind: 'status', status: 400, error: 'the file is locked', times: 3 },
    });
    await page.goto(`/admin/events/${eventId}/timing`);
    await page.getByRole('button', { name: t('timing.send.all'), exact: true }).click();
    await page.waitForURL(/done=all/);
    const states = (state: string) => page.locator('main table .badge, main li .badge').filter({ hasText: state });
    const all = async (state: string) =>
      expect(async () => {
        await page.goto(`/admin/events/${eventId}/timing`);
        await expect(states(state)).toHaveCount(3, { timeout: 500 });
      }).toPass({ timeout: 60_000 });
    await all(t('timing.state.dead'));
    await expect(page.getByText('the file is locked').first()).toBeVisible();
    await look(page, 'timing-failed');
    await page.getByRole('button', { name: t('timing.retry'), exact: true }).click();
    await page.waitForURL(/done=failed/);
    await all(t('timing.state.sent'));
    expect(simulator.participants(rrId).map(({ Bib }) => Bib)).toEqual([101, 102, 103]);
    await look(page, 'timing-sent');

    await simulator.change(rrId, 1, { Lastname: 'Anders', Club: 'LC Dort' });
    await simulator.change(rrId, 2, { Lastname: 'Neumann' });
    await page.getByRole('link', { name: t('timing.compare.title'), exact: true }).click();
    await page.getByRole('button', { name: t('timing.compare.start'), exact: true }).click();
    await expect(page.getByRole('cell', { name: 'Neumann' }).or(page.getByText('Neumann')).first()).toBeVisible();
    await look(page, 'timing-differences');
    await page.locator('[name=winner-Lastname]').selectOption('theirs');
    await page.getByRole('button', { name: t('timing.compare.apply'), exact: true }).click();
    const undo = page.getByRole('button', { name: t('timing.compare.undo'), exact: true });
    const reloaded = (holds: () => Promise<void>) =>
      expect(async () => {
        await page.goto(`/admin/events/${eventId}/timing/compare`);
        await holds();
      }).toPass({ timeout: 30_000 });
    await reloaded(() => expect(undo).toBeVisible({ timeout: 500 }));
    const names = async () =>
      String(JSON.stringify((await call(server, 'GET', `${path}/race-result/participants`, undefined, adminApi)).json));
    for (const name of ['Anders', 'Neumann']) expect(await names()).toContain(name);
    await look(page, 'timing-applied');
    await undo.click();
    await reloaded(async () => {
      await expect(page.getByText(t('timing.compare.state.undone')).first()).toBeVisible({ timeout: 500 });
      expect(await names()).not.toMatch(/Anders|Neumann/);
    });
    await look(page, 'timing-undone');

    await simulator.change(rrId, 1, { [timeField]: '41:02.3' });
    await page.goto(`/admin/events/${eventId}/timing`);
    await page.getByRole('button', { name: t('timing.results.fetch'), exact: true }).click();
    await page.waitForURL(/done=results/);
    await expect(page.getByText(t('timing.done.results'))).toBeVisible();
    await look(page, 'timing-results');
    await followNavigation(page, texts, t('results.nav'));
    await page.waitForURL(/\/results$/);
    await look(page, 'results-fetched');

    // Two sides that give numbers: both pages say so.
    await page.goto(`/admin/events/${eventId}/bibs`);
    await expect(page.getByText(t('bibs.numberedElsewhere'))).toBeVisible();
    const competitions = await call(server, 'GET', `/api/events/${eventId}`, undefined, adminApi);
    const [{ id: competitionId } = { id: 0 }] = (competitions.json.event as { competitions: { id: number }[] })
      .competitions;
    const range = { competitionId, first: 500, last: 599 };
    expect((await call(server, 'POST', `${path}/bib-ranges`, range, adminApi)).status).toBe(201);
    await page.reload();
    await expect(page.getByText(t('bibs.numberedTwice'))).toBeVisible();
    await look(page, 'bibs-numbered-twice');
    await page.goto(`/admin/events/${eventId}/timing`);
    await expect(page.getByText(t('timing.numbersTwice'))).toBeVisible();
  } finally {
    await close();
  }
});
