/** A new organizer makes a first event that people can enter: three pages, and what is wrong on the way. */
import type { Locator, Page } from '@playwright/test';
import { call } from '../support/crowd.ts';
import {
  enterAddressAndCode,
  everywhere,
  expect,
  glance,
  logIn,
  look,
  newOrganizer,
  phoneFirst,
  test,
  withoutScriptFirst,
} from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';
import type { Texts } from './texts.ts';

/** A Sunday of the next year; the product's day of typing is of its language. */
const year = new Date().getUTCFullYear() + 1;
const day = ({ locale }: Texts, date: number, month: number) => {
  const [d, m] = [date, month].map((n) => String(n).padStart(2, '0'));
  return locale === 'de' ? `${d}.${m}.${year}` : `${m}/${d}/${year}`;
};
const money = ({ locale }: Texts, euros: string) => (locale === 'de' ? euros.replace('.', ',') : euros);
const hasScripts = () => test.info().project.use.javaScriptEnabled !== false;
const field = (page: Page, name: string): Locator => page.locator(`main [name="${name}"]:not([type=hidden])`);

/**
 * What somebody does who knows what the race is like but not this page: seconds for looking at a page, for a field that is
 * typed (half a line, with finding it), and for a press or a choice. Twice what the keystroke-level model gives.
 */
const pace = { page: 15, typed: 12, chosen: 4 };

function person(page: Page) {
  const pages: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && pages.at(-1) !== pathname) pages.push(pathname);
  });
  const did = { typed: 0, chosen: 0 };
  return {
    pages,
    type: async (name: string, text: string) => {
      did.typed += 1;
      await field(page, name).fill(text);
    },
    press: async (what: Locator) => {
      did.chosen += 1;
      await what.click();
    },
    /** Chooses in the browser's own control, which a script keeps behind a button. */
    pick: async (name: string, moment: string) => {
      did.chosen += 3;
      if (!hasScripts()) return field(page, `${name}.picked`).fill(moment);
      await field(page, name).locator('~ .picked-button').click();
      await field(page, name).locator('~ .picked-control').fill(moment);
    },
    choose: async (name: string, value: string) => {
      did.chosen += 1;
      await field(page, name).selectOption(value);
    },
    did,
    seconds: () => pages.length * pace.page + did.typed * pace.typed + did.chosen * pace.chosen,
  };
}

test('from the first login to an event that people can enter: three pages, four minutes', {
  tag: [...phoneFirst, '@english'],
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t } = texts;
  const { project } = test.info();
  const email = `first-${project.name}@club.example`;
  const { json } = await call(server, 'POST', '/api/admin/organizers', { name: `LC ${project.name}` }, adminApi);
  const { id } = json.organizer as { id: number };
  await call(server, 'POST', `/api/admin/organizers/${id}/users`, { email }, adminApi);
  await page.goto('/auth');
  await enterAddressAndCode(page, server, email);
  await page.waitForURL(/\/admin\/events$/);

  const title = `Erster Lauf ${project.name}`;
  const { pages, type, press, pick, choose, did, seconds } = person(page);
  pages.push('/admin/events');
  await press(page.getByRole('link', { name: t('events.admin.new') }));
  await page.waitForURL(/\/new$/);
  await glance(page, 'first-event');
  await type('title', title);
  await type('location', 'Wörth, Seepark');
  await pick('startTimestamp', `${year}-06-13T09:00`);
  if (hasScripts()) {
    await expect(field(page, 'startTimestamp')).toHaveValue(`${day(texts, 13, 6)} 09:00`);
    await expect(field(page, 'endTimestamp'), 'the end goes along').toHaveValue(`${day(texts, 13, 6)} 23:59`);
    await expect(field(page, 'saleTo'), 'so does the end of the sale').toHaveValue(`${day(texts, 12, 6)} 23:59`);
  }
  for (const [at, [name, places, price]] of [
    ['10 km', '300', '30'],
    ['Halbmarathon', '500', '45.50'],
    ['Staffel', '60', '37.50'],
  ].entries()) {
    if (at > 0) await press(page.getByText(t('events.first.add')).filter({ visible: true }));
    await type(`competitions[${at}].title`, name ?? '');
    await type(`competitions[${at}].totalTicketCount`, places ?? '');
    await type(`competitions[${at}].price`, money(texts, price ?? ''));
  }
  await expect(field(page, 'competitions[2].firstTeamSize'), 'only a team is asked for its size').toBeHidden();
  await choose('competitions[2].type', 'team');
  await type('competitions[2].firstTeamSize', '3');
  await choose('competitions[2].pricePer', 'team');
  await glance(page, 'first-event-filled');
  await press(page.getByRole('button', { name: t('events.admin.create') }));
  await page.waitForURL(/\/admin\/events\/\d+\?saved$/);
  const eventPath = new URL(page.url()).pathname;
  await expect(page.locator('.lacks [data-weight=missing]'), 'all that is left is to show it').toHaveText([
    t('events.ready.hidden'),
  ]);
  for (const lack of await page.locator('.lacks a').all()) await expect(lack).toHaveAttribute('href', /^[/#]/);
  await look(page, 'first-event-readiness');
  await press(page.getByRole('button', { name: t('events.visibility.visibleButton') }));
  await expect(page.locator('main')).toContainText(t('events.ready.yes'));
  expect(pages).toEqual(['/admin/events', '/admin/events/new', eventPath]);
  // A date counts as three presses; the others: three main ones, two rows, two choices of the team.
  expect(did).toEqual({ typed: 12, chosen: 3 + 3 + 2 + 2 });
  expect(seconds()).toBeLessThanOrEqual(4 * 60);

  const visitor = await openBrowser();
  await visitor.goto(eventPath.replace('/admin', ''));
  await expect(visitor.locator('h1')).toHaveText(title);
  await expect(visitor.locator('main')).toContainText(money(texts, '45.50'));
  await expect(visitor.locator('main')).toContainText(money(texts, '12.50'));
  const booking = new BookingPages(visitor, texts);
  await booking.signUp('erste@example.org');
  const entry = await booking.add('10 km');
  await entry.locator('[name$=".firstName"]').fill('Eva');
  await entry.locator('[name$=".lastName"]').fill('Maier');
  await booking.pressNext();
  // Age classes and rankings need both, so that the form asks for both.
  for (const name of ['birthDate', 'gender'])
    await expect(entry.locator(`[name$=".${name}"]`)).toHaveAttribute('aria-invalid', 'true');
});

test('what is wrong stands at its field, what was typed stays, and prices that rise make no warning', {
  tag: withoutScriptFirst,
}, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  await logIn(
    page,
    server,
    await newOrganizer(server, adminApi, `steps-${test.info().project.name}`),
    '/admin/events/new',
  );
  const fill = async (fields: Record<string, string>) => {
    for (const [name, text] of Object.entries(fields)) await field(page, name).fill(text);
  };
  const create = page.getByRole('button', { name: t('events.admin.create') });
  await page.getByText(t('events.first.steps')).first().click();
  await page.getByText(t('events.first.add')).filter({ visible: true }).click();
  await look(page, 'first-event-open');
  await fill({
    startTimestamp: day(texts, 13, 6),
    'competitions[0].title': 'Seerunde',
    'competitions[0].totalTicketCount': '300',
    'competitions[0].price': '20',
    'competitions[0].firstUntil': day(texts, 31, 1),
    'competitions[0].secondPrice': '25',
    'competitions[0].secondUntil': day(texts, 31, 3),
    'competitions[1].price': '5',
  });
  await create.click();
  const wrong = page.locator('main [aria-invalid=true]');
  await expect(wrong).toHaveCount(4);
  expect(await wrong.evaluateAll((all) => all.map((each) => each.getAttribute('name')))).toEqual([
    'title',
    'competitions[0].thirdPrice',
    'competitions[1].title',
    'competitions[1].totalTicketCount',
  ]);
  await expect(field(page, 'competitions[0].firstUntil'), 'what was typed stays').toHaveValue(day(texts, 31, 1));
  await expect(field(page, 'saleTo')).toHaveValue(`${day(texts, 12, 6)} 23:59`);
  await look(page, 'first-event-wrong');
  if (hasScripts()) {
    await page.getByRole('button', { name: t('events.first.remove', { number: 2 }) }).click();
  } else await fill({ 'competitions[1].price': '' });
  await fill({ title: 'Preise, die steigen', 'competitions[0].thirdPrice': '30' });
  await create.click();
  await page.waitForURL(/\/admin\/events\/\d+\?saved$/);
  await page.getByRole('link', { name: 'Seerunde' }).first().click();
  await expect(page.locator('.price-picture')).toContainText(t('events.prices.noWarnings'));
  await expect(page.locator('.prices-list tbody tr')).toHaveCount(3);
});

test('a colour is typed or picked', { tag: everywhere }, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  const made = await call(server, 'POST', '/api/admin/events', { title: 'Bunter Lauf', organizerId: 1 }, adminApi);
  const email = await newOrganizer(server, adminApi, `colour-${test.info().project.name}`);
  await logIn(page, server, email, `/admin/events/${made.json.eventId}/settings/look`);
  const colour = field(page, 'accentColor');
  await expect(colour).toHaveValue('');
  const save = async () => {
    await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
    await page.waitForURL(/saved$/);
  };
  await save();
  await expect(colour, 'what the control shows is nobody’s choice').toHaveValue('');
  await field(page, 'accentColor.picked').fill('#0a7d4f');
  if (hasScripts()) await expect(colour).toHaveValue('#0a7d4f');
  await save();
  await expect(colour).toHaveValue('#0a7d4f');
  await expect(field(page, 'accentColor.picked')).toHaveValue('#0a7d4f');
  await look(page, 'colour');
  await colour.fill('#aa3355');
  await save();
  await expect(colour).toHaveValue('#aa3355');
});

test('a filter of days has the calendar too', { tag: ['@english', '@desktop'] }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  await logIn(
    page,
    server,
    await newOrganizer(server, adminApi, `days-${test.info().project.name}`),
    '/admin/participants',
  );
  await page.getByText(texts.t('ui.list.more')).click();
  const from = field(page, 'from');
  await from.locator('~ .picked-button').click();
  await from.locator('~ .picked-control').fill(`${year}-06-13`);
  await expect(from).toHaveValue(day(texts, 13, 6));
});
