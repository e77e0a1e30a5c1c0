/** Many people at once: a club registers by a spreadsheet, and the organizer enters a late list. */
import { call, loginByCode } from '../support/crowd.ts';
import { actAs, expect, glance, logIn, look, newOrganizer, test, withoutScriptFirst } from './fixtures.ts';

const head = 'Vorname;Nachname;Geburtsdatum;Geschlecht;Bewerb;Teamname';
const lineOf = (at: number, change: Partial<Record<'born' | 'gender' | 'race' | 'last', string>> = {}) => {
  const {
    born = `${(at % 28) + 1}.05.1990`,
    gender = at % 2 ? 'w' : 'm',
    race = '5 km',
    last = `Läufer ${at}`,
  } = change;
  return ['Zoë', last, born, gender, race, ''].join(';');
};
const fileOf = (lines: readonly string[], name = 'verein.csv') => ({
  ...{ name, mimeType: 'text/csv' },
  buffer: Buffer.from([head, ...lines].join('\r\n')),
});

test('a club of 60 registers by a spreadsheet with five wrong lines, and the organizer enters a late list', {
  tag: [...withoutScriptFirst, '@english'],
}, async ({ server, adminApi, texts, page, openBrowser }) => {
  const { t, locale } = texts;
  const { project } = test.info();
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json;
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const made = await post('/api/admin/events', {
    ...{ title: 'Schullauf', organizerId: 1, startTimestamp: in60Days, endTimestamp: in60Days },
    ...{ paymentInAdvancePossible: true, groupRegistration: true },
  });
  const eventId = Number(made.eventId);
  for (const title of ['5 km', '10 km']) {
    const { competition } = await post(`/api/admin/competitions/${eventId}`, {
      ...{ title, totalTicketCount: 200, timestamp: in60Days, minAge: 10 },
    });
    await post(`/api/admin/competition-prices/${(competition as { id: number }).id}`, { price: 2500, quantity: 200 });
  }
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);

  const trainer = await loginByCode(server, `trainer-${project.name}@club.example`, locale === 'de' ? 'de' : 'en-US');
  await actAs(page, trainer, server.url);
  await page.goto(`/events/${eventId}`);
  await page.getByRole('link', { name: t('participantImports.own.title') }).click();
  await expect(page.locator('h1')).toHaveText(t('participantImports.own.title'));
  await look(page, 'group-registration');
  const right = Array.from({ length: 60 }, (_, at) => lineOf(at));
  const wrong = [
    ...right.slice(0, 55),
    lineOf(55, { born: '31.02.1990' }),
    lineOf(56, { gender: '?' }),
    lineOf(57, { race: '42 km' }),
    lineOf(58, { born: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) }),
    lineOf(54, { last: 'Läufer 54' }),
  ];
  await page.locator('input[type=file]').setInputFiles(fileOf(wrong));
  await page.getByRole('button', { name: t('participantImports.read') }).click();
  await expect(page.locator('h1')).toHaveText(t('participantImports.preview.title'));
  const counts = page.locator('.import-summary');
  const countOf = (outcome: 'new' | 'refused') =>
    counts.getByRole('link', { name: t(`participantImports.outcome.${outcome}`) });
  await expect(countOf('new')).toContainText('55');
  await expect(countOf('refused')).toContainText('4');
  await expect(page.locator('#lines tbody tr'), 'the wrong lines with their reasons').toHaveCount(5);
  await expect(page.locator('#lines')).toContainText(t('participantImports.error.twice', { line: 56 }));
  await look(page, 'group-lines');

  // Corrected and read once more: all 60 are new.
  await page.getByRole('link', { name: t('participantImports.preview.again') }).click();
  await page.locator('input[type=file]').setInputFiles(fileOf(right));
  await page.getByRole('button', { name: t('participantImports.read') }).click();
  await expect(countOf('new')).toContainText('60');
  await look(page, 'group-order');
  await page.locator('[name=accepted]').check();
  await page.getByRole('button', { name: t('orders.check.order') }).click();
  await page.waitForURL(/\/payment\?order=\d+/);
  await glance(page, 'group-payment');
  const orderId = /order=(\d+)/.exec(page.url())?.[1];
  await page.goto(`/orders/${orderId}`);
  await expect(page.locator('main')).toContainText('Läufer 59');

  // The organizer enters a list on paper: other heads, free of charge.
  const staff = await newOrganizer(server, adminApi, `lists-${project.name}`);
  const office = await openBrowser({
    ...(page.viewportSize() ? { viewport: page.viewportSize() } : {}),
    ...(locale === 'de' ? {} : { locale: 'en-US' }),
    javaScriptEnabled: project.use.javaScriptEnabled !== false,
  });
  await logIn(office, server, staff, `/admin/events/${eventId}/participant-imports?lang=${locale}`);
  await expect(office.locator('h1')).toContainText(t('participantImports.title'));
  await look(office, 'list-import');
  const buffer = Buffer.from('Rufname;Familienname;Wann;Lauf\r\nAda;Späth;1.2.1980;10 km\r\nBob;Späth;2.3.1981;10 km');
  await office.locator('input[type=file]').setInputFiles({ name: 'nachmeldung.csv', mimeType: 'text/csv', buffer });
  await office.getByRole('button', { name: t('participantImports.read') }).click();
  await expect(office.locator('h1')).toContainText(t('participantImports.columns.title'));
  await office.locator('[name=column3]').selectOption('birthDate');
  await look(office, 'list-columns');
  await office.getByRole('button', { name: t('participantImports.columns.go') }).click();
  await office.locator('[name=email]').fill(`club-${project.name}@club.example`);
  await office.locator('[name="contactAddress.firstName"]').fill('Vera');
  await office.locator('[name="contactAddress.lastName"]').fill('Verein');
  await office.locator('[name=payment]').selectOption('complimentary');
  await look(office, 'list-book');
  await office.locator('form[action*=participant-imports] button').last().click();
  await expect(office.locator('h1')).toContainText(t('participantImports.booked.title'));
  await look(office, 'list-booked');
  await office.getByRole('link', { name: /\d+/ }).last().click();
  await expect(office.locator('main')).toContainText('Späth');
});
