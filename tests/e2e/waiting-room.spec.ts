/** The start of a sale with a waiting room: two people are drawn, one has the turn and leaves, then the other one has. */
import type { Page } from '@playwright/test';
import { call, newCompetition, type Session } from '../support/crowd.ts';
import { actAs, expect, glance, look, test, withoutScriptFirst } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';
import type { Texts } from './texts.ts';

/** By the page of the event to the room and into it, as a guest. */
async function lineUp(page: Page, { t }: Texts, eventId: number, email: string): Promise<void> {
  await page.goto(`/events/${eventId}/waiting-room`);
  await page.getByRole('link', { name: t('waitingRoom.join') }).click();
  await page.locator('input[name=email]').fill(email);
  await page.locator('button[name=way][value=alone]').click();
  await page.waitForURL(/\/waiting-room$/);
  await page.getByRole('button', { name: t('waitingRoom.join') }).click();
  await expect(page.getByText(t('waitingRoom.gathered.title'))).toBeVisible();
}

test('two people line up and are drawn; the turn of one who leaves is the other one’s, and the organizer ends it', {
  tag: withoutScriptFirst,
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t, locale } = texts;
  const place = await newCompetition(server, adminApi, 20);
  const { eventId } = place;
  const set = async (input: Record<string, unknown>, as: Session = adminApi) => {
    const answer = await call(server, 'PUT', `/api/admin/events/${eventId}/waiting-room`, input, as);
    expect(answer.status).toBe(200);
  };
  const opens = new Date(Date.now() + 9 * 60_000).toISOString();
  await set({ beginsAt: opens, leadMinutes: 5, mostAtOnce: 1 });
  await page.goto(`/events/${eventId}`);
  await expect(page.locator('.hero-text')).toContainText(
    locale === 'de' ? 'gibt es einen Warteraum' : 'There is a waiting room',
  );
  await page.goto(`/events/${eventId}/waiting-room`);
  await expect(page.getByRole('button', { name: t('waitingRoom.join') })).toHaveCount(0);
  await glance(page, 'waiting-room-ahead');

  await set({ leadMinutes: 90 });
  const other = await openBrowser();
  await lineUp(page, texts, eventId, `first-${locale}@example.org`);
  await lineUp(other, texts, eventId, `second-${locale}@example.org`);
  await look(page, 'waiting-room-gathered');
  // A step of the booking leads back here.
  await other.goto(`/events/${eventId}/competitions`);
  await expect(other).toHaveURL(/\/waiting-room$/);

  await set({ beginsAt: new Date().toISOString() });
  // Scripts ask by themselves; without them the page loads itself anew, and the visitor may do it sooner.
  const isPlain = await page.evaluate(() => document.querySelector('noscript')?.childElementCount ?? 0);
  const turnOf = (who: Page) => who.getByText(t('waitingRoom.turn.title'), { exact: true });
  const next = locale === 'de' ? 'Du bist als Nächstes dran' : 'You are next';
  const nextOf = (who: Page) => who.getByText(next, { exact: true });
  await expect(async () => {
    if (isPlain) for (const who of [page, other]) await who.reload();
    expect((await turnOf(page).count()) + (await turnOf(other).count())).toBe(1);
    expect((await nextOf(page).count()) + (await nextOf(other).count())).toBe(1);
  }).toPass({ timeout: 80_000 });
  const [lucky, second] = (await turnOf(page).count()) === 1 ? [page, other] : [other, page];
  await look(lucky, 'waiting-room-turn');
  await look(second, 'waiting-room-waiting');

  await lucky.getByRole('link', { name: t('waitingRoom.turn.button') }).click();
  const booking = new BookingPages(lucky, texts);
  await booking.at('competitions');
  await expect(lucky.locator('.turn-note')).toBeVisible();
  if (!isPlain) await expect(lucky.locator('.turn-note .countdown')).toHaveText(/^1?\d:\d\d$/);
  await look(lucky, 'waiting-room-step');
  // Leaving gives the turn to who is next.
  await lucky.goto(`/events/${eventId}/waiting-room`);
  await lucky.getByRole('button', { name: t('waitingRoom.leave') }).click();
  await expect(lucky.getByRole('button', { name: t('waitingRoom.join') })).toBeVisible();
  await expect(async () => {
    if (isPlain) await second.reload();
    expect(await turnOf(second).count()).toBe(1);
  }).toPass({ timeout: 30_000 });

  const desk = await openBrowser();
  await actAs(desk, adminApi, server.url);
  await desk.goto(`/admin/events/${eventId}/waiting-room?lang=${locale}`);
  await look(desk, 'waiting-room-manage');
  await desk.getByRole('button', { name: t('waitingRoom.manage.pause') }).click();
  await expect(desk.getByText(t('waitingRoom.done.paused'), { exact: true })).toBeVisible();
  await desk.getByRole('link', { name: t('waitingRoom.manage.end') }).click();
  await glance(desk, 'waiting-room-end');
  await desk.getByRole('button', { name: t('waitingRoom.end.button') }).click();
  await expect(desk.getByText(t('waitingRoom.done.ended'), { exact: true })).toBeVisible();
  // Now everybody may book.
  await lucky.goto(`/events/${eventId}/waiting-room`);
  await expect(lucky).toHaveURL(/\/competitions$/);
});
