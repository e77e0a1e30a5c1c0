/** A company orders on account, is billed for all of it together, and pays. */
import { call, loginByCode } from '../support/crowd.ts';
import { actAs, expect, logIn, look, mailTo, newOrganizer, test, withoutScriptFirst } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';

test('a company: agreed, ordered on account, billed together, and paid', {
  tag: [...withoutScriptFirst, '@english'],
}, async ({ server, adminApi, texts, page, openBrowser }) => {
  const { t, locale } = texts;
  const { project } = test.info();
  const world = project.name;
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json;
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const made = await post('/api/admin/events', {
    ...{ title: 'Firmenlauf', organizerId: 1, startTimestamp: in60Days, endTimestamp: in60Days },
    ...{ paymentInAdvancePossible: true, companyAccounts: true, generateInvoice: true },
  });
  const eventId = Number(made.eventId);
  const title = '5 km';
  const { competition } = await post(`/api/admin/competitions/${eventId}`, {
    ...{ title, totalTicketCount: 50, timestamp: in60Days },
  });
  await post(`/api/admin/competition-prices/${(competition as { id: number }).id}`, { price: 2500, quantity: 50 });
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);
  const use = {
    ...(page.viewportSize() ? { viewport: page.viewportSize() } : {}),
    ...(locale === 'de' ? {} : { locale: 'en-US' }),
    javaScriptEnabled: project.use.javaScriptEnabled !== false,
  };
  const [eva, books] = [`eva-${world}@acme.example`, `books-${world}@acme.example`];
  const name = `ACME ${world} GmbH`;

  // The organizer enters the company; a mailbox that is none is said so beside its field.
  const office = await openBrowser(use);
  const staff = await newOrganizer(server, adminApi, `company-${world}`);
  await logIn(office, server, staff, `/admin/events/${eventId}?lang=${locale}`);
  await office.goto('/admin/companies');
  await expect(office.locator('h1')).toContainText(t('companies.list.title'));
  await look(office, 'companies-list');
  await office.getByRole('link', { name: t('companies.list.create') }).click();
  const fill = (field: string, text: string) => office.locator(`[name="${field}"]`).fill(text);
  await fill('name', name);
  await fill('contactEmail', books);
  for (const [field, text] of Object.entries({
    firstName: 'Bea',
    lastName: 'Buch',
    street: 'Werkstraße',
    zipCode: '4030',
    city: 'Linz',
  }))
    await fill(`address.${field}`, text);
  await fill('members', `${eva}\nnobody`);
  await office.getByRole('button', { name: t('ui.form.save') }).click();
  await expect(office.getByText(t('companies.error.members')).first()).toBeVisible();
  await look(office, 'company-wrong');
  await fill('members', eva);
  await office.getByRole('button', { name: t('ui.form.save') }).click();
  await expect(office.getByText(t('companies.done.created'))).toBeVisible();
  const companyUrl = office.url().replace(/\?.*$/, '');

  // Eva orders for two and chooses the account where she orders.
  const session = await loginByCode(server, eva, locale === 'de' ? 'de' : 'en-US');
  await actAs(page, session, server.url);
  await page.goto(`/events/${eventId}/competitions`);
  const booking = new BookingPages(page, texts);
  await booking.at('competitions');
  const runner = { firstName: 'Eva', lastName: 'Firma', birthDate: '1990-05-01', gender: 'female' } as const;
  await booking.person(await booking.add(title), 0, runner);
  await booking.next();
  await booking.at('check-order');
  await booking.accept();
  await booking.payBy('account');
  await look(page, 'company-way-to-pay');
  await booking.order();
  await page.waitForURL(/\/orders\/\d+\/on-account$/);
  await expect(page.locator('h1')).toHaveText(t('companies.ask.title'));
  await look(page, 'company-ask');
  await page.getByRole('button', { name: t('companies.ask.button') }).click();
  await page.waitForURL(/\/completed/);
  await look(page, 'company-ordered');
  const orderId = Number(/order=(\d+)/.exec(page.url())?.[1] ?? 0);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByText(t('ownOrder.todo.onAccount'))).toBeVisible();
  await look(page, 'company-order');

  // Somebody for whom nothing was agreed is told so, and pays otherwise.
  const other = await loginByCode(server, `other-${world}@runner.example`, locale === 'de' ? 'de' : 'en-US');
  const stranger = await openBrowser(use);
  await actAs(stranger, other, server.url);
  await stranger.goto(`/events/${eventId}/competitions`);
  const theirs = new BookingPages(stranger, texts);
  await theirs.at('competitions');
  await theirs.person(await theirs.add(title), 0, { ...runner, firstName: 'Otto', gender: 'male' });
  await theirs.next();
  await theirs.at('check-order');
  await theirs.accept();
  await theirs.payBy('account');
  await theirs.order();
  await expect(stranger.getByText(t('companies.ask.none'))).toBeVisible();
  await look(stranger, 'company-none');
  await stranger.getByRole('link', { name: t('companies.ask.otherWay') }).click();
  await expect(stranger.locator('h1')).toHaveText(t('payments.page.title'));

  // The bill: one for all, mailed, and seen by the company.
  await office.goto(companyUrl);
  await look(office, 'company-open');
  await office.getByRole('button', { name: t('companies.bill.make') }).click();
  await expect(office.getByText(t('companies.done.billed'))).toBeVisible();
  await look(office, 'company-billed');
  const mail = await mailTo(server, books, /SB9\d{9}\d\d/);
  const [reference = ''] = /SB9\d+/.exec(mail.text) ?? [];
  await page.goto('/companies');
  await expect(page.locator('main')).toContainText(reference);
  await look(page, 'company-own');
  const paper = await page.request.get(
    (await page.getByRole('link', { name: t('companies.bill.pdf') }).getAttribute('href')) ?? '',
  );
  expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf']);

  // It is taken back and made anew; the company sees both, and the organizer what is open of all.
  await office.getByRole('link', { name: t('companies.bill.withdraw') }).click();
  await look(office, 'company-withdraw');
  await office.getByRole('button', { name: t('companies.withdraw.button') }).click();
  await expect(office.getByText(t('companies.done.withdrawn'))).toBeVisible();
  await office.getByRole('button', { name: t('companies.bill.make') }).click();
  await expect(office.getByText(t('companies.done.billed'))).toBeVisible();
  await look(office, 'company-billed-again');
  await page.goto('/settings');
  await page.getByRole('link', { name: t('account.more.companies') }).click();
  await expect(page.getByText(t('companies.bill.is.withdrawn'), { exact: true })).toBeVisible();
  await office.goto('/admin/companies');
  await expect(office.getByRole('link', { name })).toBeVisible();
  await look(office, 'companies-sums');
  await office.goto(`/admin/events/${eventId}`);
  await expect(office.getByText(t('overview.onAccount'))).toBeVisible();
  await look(office, 'company-overview');
  await office.goto(companyUrl);

  // Its money is here: the order says so.
  await office.getByRole('link', { name: t('companies.bill.paid') }).click();
  await look(office, 'company-paid-form');
  await office.getByRole('button', { name: t('companies.paid.button') }).click();
  await expect(office.getByText(t('companies.done.paid'))).toBeVisible();
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByText(t('ownOrder.todo.onAccount'))).toHaveCount(0);
  await page.goto('/companies');
  await expect(page.getByText(t('companies.bill.is.paid'), { exact: true })).toBeVisible();
});
