/** Back from the payment page leads to the order that waits for its money, not to steps that ask for everything again. */
import { createClient } from '@libsql/client';
import { call, guest, newCompetition } from '../support/crowd.ts';
import { actAs, expect, glance, test } from './fixtures.ts';
import { BookingPages, buyerInLinden } from './pages/booking.ts';

for (const isDraftGone of [false, true])
  test(`back from the payment page opens the order that waits${isDraftGone ? ', also when the draft is gone' : ''}`, {
    tag: ['@desktop'],
  }, async ({ page, texts, server, adminApi }) => {
    const place = await newCompetition(server, adminApi, 5, { needsName: true, needsContactAddress: true });
    const event = `/events/${place.eventId}`;
    const placesLeft = async () => {
      const { json } = await call(server, 'GET', `/api/admin/competitions/${place.competitionId}`, undefined, adminApi);
      return (json.competition as { availableTicketCount: number }).availableTicketCount;
    };
    await actAs(page, await guest(server, place.eventId), server.url);
    const booking = new BookingPages(page, texts);
    await page.goto(`${event}/competitions`);
    const ada = { firstName: 'Ada', lastName: 'Berger', birthDate: '1990-05-01', gender: 'female' } as const;
    if ((await page.locator('.entry').count()) === 0) await booking.addRunner('All at once', ada);
    else await booking.person(page.locator('.entry').first(), 0, ada);
    await booking.toAddress();
    await booking.address(buyerInLinden);
    await booking.accept();
    await booking.payBy('visa');
    await booking.order();
    await page.waitForURL(/\/dev\/saferpay\//);
    expect(await placesLeft()).toBe(4);
    if (isDraftGone) {
      const database = createClient({ url: `file:${server.dataDir}/startblock.db`, timeout: 30_000 });
      await database.execute({ sql: 'delete from drafts where event_id = ?', args: [place.eventId] });
      database.close();
    }

    await page.goBack();
    await page.waitForURL(/\/payment-fail\/\d+$/);
    await expect(page.locator('h1')).toHaveText(texts.t('afterOrder.fail.title'));
    await expect(page.locator('main')).toContainText('Race for 5');
    await glance(page, 'back-from-paying');
    expect(await placesLeft(), 'the place is held').toBe(4);
    await page.getByRole('radio', { name: texts.t('payments.method.visa') }).check();
    await page.getByRole('button', { name: texts.t('afterOrder.fail.submit'), exact: true }).click();
    await page.waitForURL(/\/dev\/saferpay\//);
  });
