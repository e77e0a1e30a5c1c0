/** A relay of four whose members pay their own: one of them does not pay, and the place goes back on the day. */
import { createClient } from '@libsql/client';
import type { Page } from '@playwright/test';
import { call, loginByCode } from '../support/crowd.ts';
import { actAs, expect, logIn, look, mailTo, newOrganizer, phoneFirst, test } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';

test('a relay of four: three pay their share, one does not, and the captain sees it all', {
  tag: [...phoneFirst, '@english'],
}, async ({ server, adminApi, texts, page, openBrowser }) => {
  const { t, locale } = texts;
  const { project } = test.info();
  const world = project.name;
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json;
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const made = await post('/api/admin/events', {
    ...{ title: 'Staffellauf', organizerId: 1, startTimestamp: in60Days, endTimestamp: in60Days, teamDays: 10 },
    ...{ paymentInAdvancePossible: true },
  });
  const eventId = Number(made.eventId);
  const title = 'Staffel zu viert';
  const { competition } = await post(`/api/admin/competitions/${eventId}`, {
    ...{ title, type: 'team', minTeamSize: 3, maxTeamSize: 4, totalTicketCount: 4, timestamp: in60Days },
  });
  const { id: competitionId } = competition as { id: number };
  await post(`/api/admin/competition-prices/${competitionId}`, { price: 2000, quantity: 4 });
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);
  const use = {
    ...(page.viewportSize() ? { viewport: page.viewportSize() } : {}),
    ...(locale === 'de' ? {} : { locale: 'en-US' }),
    javaScriptEnabled: project.use.javaScriptEnabled !== false,
  };

  // The organizer says what the legs are called.
  const office = await openBrowser(use);
  const staff = await newOrganizer(server, adminApi, `relay-${world}`);
  await logIn(office, server, staff, `/admin/events/${eventId}/shared-teams?lang=${locale}`);
  await office.getByLabel(t('sharedTeams.manage.legs', { competition: title })).fill('A, B, C, D');
  await office.getByRole('button', { name: t('ui.form.save') }).click();
  await expect(office.getByText(t('sharedTeams.manage.done.saved'))).toBeVisible();

  // Cora opens a team on the way from the event's page.
  const session = await loginByCode(server, `cora-${world}@runner.example`, locale === 'de' ? 'de' : 'en-US');
  await actAs(page, session, server.url);
  await page.goto(`/events/${eventId}`);
  await page.getByRole('link', { name: t('sharedTeams.event.link') }).click();
  await expect(page.locator('h1')).toHaveText(t('sharedTeams.open.title'));
  await look(page, 'team-open');
  await page.locator('input[name=name]').fill('Flotte Vier');
  await page.locator('input[name=captain]').fill('Cora');
  await page.locator('input[name=places]').fill('9');
  await page.getByRole('button', { name: t('sharedTeams.form.open') }).click();
  await expect(page.getByText(t('sharedTeams.form.placesError', { least: 3, most: 4 })).first()).toBeVisible();
  await page.locator('input[name=places]').fill('4');
  await page.getByRole('button', { name: t('sharedTeams.form.open') }).click();
  await expect(page.getByText(t('sharedTeams.done.opened'))).toBeVisible();
  await look(page, 'team-opened');
  const teamUrl = page.url().replace(/\?.*$/, '');
  const link = await page.getByLabel(t('sharedTeams.invite.link')).inputValue();

  const linkIn = ({ text }: { text: string }) => /\/shared-teams\/\d+\/join\?\S+/.exec(text)?.[0] ?? '';
  /** Through the ordinary booking with one person; answers the order, to be paid by transfer. */
  const order = async (who: Page, firstName: string): Promise<number> => {
    const booking = new BookingPages(who, texts);
    await booking.at('competitions');
    const runner = { firstName, lastName: 'Staffel', birthDate: '1990-05-01', gender: 'female' } as const;
    const entry = who.locator('.entry').first();
    if ((await who.locator('.entry').count()) === 0) await booking.person(await booking.add(title), 0, runner);
    else await booking.person(entry, 0, runner);
    await expect(entry).toContainText('Flotte Vier');
    if (firstName === 'Ida') await look(who, 'team-booking');
    await booking.next();
    await booking.at('check-order');
    await booking.accept();
    return Number(await booking.orderByTransfer());
  };
  const pay = async (orderId: number) =>
    expect(
      (await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, adminApi)).status,
    ).toBe(200);

  // She enters herself first.
  await page.getByLabel(t('sharedTeams.take.count')).fill('1');
  await page.getByRole('button', { name: t('sharedTeams.take.button') }).click();
  await pay(await order(page, 'Cora'));

  // Ida has the link, Max an invitation by mail, and Otto the link as well.
  const ida = await openBrowser(use);
  await ida.goto(link);
  await expect(ida.locator('h1')).toHaveText(t('sharedTeams.join.title', { team: 'Flotte Vier' }));
  await look(ida, 'team-join');
  await ida.locator('input[name=email]').fill(`ida-${world}@runner.example`);
  await ida.getByRole('button', { name: t('sharedTeams.join.button') }).click();
  await pay(await order(ida, 'Ida'));

  await page.goto(teamUrl);
  // Somebody who was invited by mistake reads that it was taken back.
  const uma = `uma-${world}@runner.example`;
  await page.getByLabel(t('sharedTeams.invite.email')).fill(uma);
  await page.getByRole('button', { name: t('sharedTeams.invite.button') }).click();
  await page.getByRole('button', { name: t('sharedTeams.place.takeBack') }).click();
  await expect(page.getByText(t('sharedTeams.done.takenBack'))).toBeVisible();
  const unwanted = await openBrowser(use);
  await unwanted.goto(linkIn(await mailTo(server, uma, /Flotte Vier/)));
  await expect(unwanted.locator('h1')).toHaveText(t('sharedTeams.takenBack.title'));
  await expect(unwanted.getByText(t('sharedTeams.takenBack.help'))).toBeVisible();
  await look(unwanted, 'team-taken-back');

  const max = `max-${world}@runner.example`;
  await page.getByLabel(t('sharedTeams.invite.email')).fill(max);
  await page.getByRole('button', { name: t('sharedTeams.invite.button') }).click();
  await expect(page.getByText(t('sharedTeams.done.invited'))).toBeVisible();
  await look(page, 'team-invited');
  const invited = await openBrowser(use);
  await invited.goto(linkIn(await mailTo(server, max, /Flotte Vier/)));
  await invited.getByRole('button', { name: t('sharedTeams.join.button') }).click();
  await pay(await order(invited, 'Max'));

  const otto = await openBrowser(use);
  await otto.goto(link);
  await otto.locator('input[name=email]').fill(`otto-${world}@runner.example`);
  await otto.getByRole('button', { name: t('sharedTeams.join.button') }).click();
  const unpaid = await order(otto, 'Otto');

  // Nobody else finds a place in the team, and the captain sees who has not paid.
  const late = await openBrowser(use);
  await late.goto(link);
  await expect(late.getByText(t('sharedTeams.join.not.full'))).toBeVisible();
  await page.goto(teamUrl);
  await expect(page.locator('main')).toContainText('Otto Staffel');
  await expect(page.getByText(t('sharedTeams.place.is.paid'), { exact: true })).toHaveCount(3);
  await expect(page.getByText(t('sharedTeams.place.is.ordered'))).toBeVisible();
  const down = page.getByRole('button', { name: new RegExp(`${t('sharedTeams.place.down')}.*Cora`) });
  await down.click();
  await expect(page.getByText(t('sharedTeams.done.moved'))).toBeVisible();
  await look(page, 'team-waiting');
  await office.goto(`/admin/events/${eventId}/shared-teams?lang=${locale}`);
  await expect(office.locator('main')).toContainText('Otto Staffel');
  await look(office, 'team-office');

  // The day comes. Whatever changes at the event makes the house look at its teams, as a job does every minute.
  const database = createClient({ url: `file:${server.dataDir}/startblock.db`, timeout: 30_000 });
  await database.execute({ sql: 'update shared_teams set pay_by = created_at where event_id = ?', args: [eventId] });
  database.close();
  await call(server, 'PATCH', `/api/admin/events/${eventId}`, { location: 'Linden' }, adminApi);
  await mailTo(server, `cora-${world}@runner.example`, new RegExp(t('sharedTeams.mail.captain.complete.hint')));
  const canceled = await call(server, 'GET', `/api/admin/orders/${unpaid}`, undefined, adminApi);
  expect(canceled.json).toMatchObject({ order: { status: 'canceled' } });
  await page.goto(teamUrl);
  await expect(page.getByText(locale === 'de' ? '3 Plätze sind bezahlt.' : '3 places are paid.')).toBeVisible();
  await expect(page.getByText(t('sharedTeams.place.is.left'))).toBeVisible();
  await look(page, 'team-complete');
});
