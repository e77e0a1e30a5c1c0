/** The last place of a race that keeps places for whoever fills in, seen by two people. */
import { newCompetition } from '../support/crowd.ts';
import { expect, look, phoneFirst, test } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';

// Before midnight the day stands with it.
const time = {
  de: String.raw`(\w+, \d+\. \w+ \d{4}, )?\d\d:\d\d Uhr`,
  'en-us': String.raw`(\w+, \w+ \d+, \d{4}(,| at) )?\d+:\d\d [AP]M`,
} as const;
const words = {
  de: {
    held: new RegExp(`Dein Platz ist bis ${time.de} für dich vorgemerkt\\.`),
    others: new RegExp(`Schau um ${time.de} wieder vorbei`),
    event: new RegExp(`Ab ${time.de} werden welche frei`),
  },
  'en-us': {
    held: new RegExp(`Your place is on hold for you until ${time['en-us']}\\.`),
    others: new RegExp(`Come back at ${time['en-us']}`),
    event: new RegExp(`From ${time['en-us']} on some will be free again`),
  },
} as const;

test('who fills in has the last place for a while and is told until when, and so is who comes second', {
  tag: phoneFirst,
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t, locale } = texts;
  const shown = words[locale];
  const { eventId } = await newCompetition(server, adminApi, 1, { placeHoldMinutes: 15 });
  await page.goto(`/events/${eventId}`);
  const booking = new BookingPages(page, texts);
  await booking.signUp(`first-${locale}@example.org`);
  await expect(page.getByText(t('hold.before', { minutes: 15 }))).toBeVisible();
  const runner = { firstName: 'Ida', lastName: 'Huber', birthDate: '1990-05-01', gender: 'female' } as const;
  if ((await page.locator('.entry').count()) === 0) await booking.addRunner('All at once', runner);
  else await booking.person(page.locator('.entry').first(), 0, runner);
  await booking.next();
  await booking.at('check-order');
  await expect(page.getByText(shown.held)).toBeVisible();
  await look(page, 'hold-own');

  const second = await openBrowser();
  await second.goto(`/events/${eventId}`);
  await expect(second.getByText(shown.event)).toBeVisible();
  await expect(second.getByText(t('events.event.soldOut'))).toHaveCount(0);
  await look(second, 'hold-event');
  const others = new BookingPages(second, texts);
  await others.signUp(`second-${locale}@example.org`);
  await expect(second.getByText(shown.others)).toBeVisible();
  await look(second, 'hold-others');

  // The first step says it too, to whoever goes back there.
  await page.goto(`/events/${eventId}/competitions`);
  await expect(page.getByText(shown.held)).toBeVisible();
});
