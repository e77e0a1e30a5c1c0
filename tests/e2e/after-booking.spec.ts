/** What buyer and participant do between the order and the race, without writing to anybody. */
import { call, loginByCode, newCompetition } from '../support/crowd.ts';
import { actAs, expect, glance, look, mailTo, test } from './fixtures.ts';

test(
  'the buyer changes who starts, names the invoice, cancels; the participant follows by the mailed link',
  {
    tag: ['@phone', '@without-javascript'],
  },
  async ({ page, openBrowser, texts, server, adminApi }, { project }) => {
    const { t } = texts;
    const at = (name: string) => `${name}-${project.name}@after.example`;
    const place = await newCompetition(server, adminApi, 5);
    const protection = await call(
      server,
      'POST',
      `/api/admin/cancellation-protections/${place.eventId}`,
      { title: 'Schutz', description: '', price: 500 },
      adminApi,
    );
    // Only where an invoice can be, its address is asked for.
    await call(server, 'PATCH', `/api/admin/events/${place.eventId}`, { generateInvoice: true }, adminApi);
    const { id } = protection.json.cancellationProtection as { id: number };
    const field = { name: { de: 'Verein', en: 'Club' }, type: 'text', competitionIds: [] };
    await call(server, 'POST', `/api/admin/events/${place.eventId}/form-fields`, field, adminApi);
    const buyer = await loginByCode(server, at('buyer'));
    await call(server, 'PATCH', '/api/settings', { language: texts.locale }, buyer);
    const person = { localId: 'a', firstName: 'Mia', lastName: 'Alt', email: at('first') };
    const order = {
      teams: [{ competitionId: place.competitionId, participants: [person] }],
      cancellationProtections: [{ id, price: 500 }],
      termsAccepted: true,
      eventConditionsAccepted: true,
    };
    const { json: quote } = await call(server, 'POST', `/api/events/${place.eventId}/quote`, order, buyer);
    const total = { ...order, totalPrice: quote.totalPrice };
    const { json } = await call(server, 'POST', `/api/events/${place.eventId}/book`, total, buyer);
    const orderId = Number(json.orderId);
    await actAs(page, buyer, server.url);

    await page.goto('/orders');
    await glance(page, 'my-orders');
    await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, adminApi);
    const linkIn = (text: string) => /\/tickets\/\d+\?\S+/.exec(text)?.[0] ?? '';
    const oldLink = linkIn((await mailTo(server, at('first'), /\/tickets\//)).text);

    await page.goto(`/orders/${orderId}`);
    await glance(page, 'order');
    await page.getByRole('link', { name: t('ownOrder.person.changeOf', { name: 'Mia Alt' }) }).click();
    await page.getByLabel(t('orders.field.lastName')).fill('Neu');
    await page.getByLabel(t('orders.field.email')).fill('mia');
    await page.getByRole('button', { name: t('ui.form.save') }).click();
    await expect(page.locator('.error-summary')).toBeVisible();
    await expect(page.getByLabel(t('orders.field.lastName'))).toHaveValue('Neu');
    await look(page, 'order-person');
    await page.getByLabel(t('orders.field.email')).fill(at('second'));
    await page.getByRole('button', { name: t('ui.form.save') }).click();
    await expect(page.getByText(t('ownOrder.saved.person'))).toBeVisible();

    await page.getByRole('link', { name: t('ownOrder.invoice.open') }).click();
    await page.getByLabel(t('orders.field.firstName')).fill('Ada');
    await page.getByLabel(t('orders.field.lastName')).fill('Berger');
    await page.getByLabel(t('orders.field.companyName')).fill('LC Linz');
    await page.getByLabel(t('orders.field.street')).fill('Hauptplatz');
    await page.getByLabel(t('orderAddress.zipCode')).fill('4020');
    await page.getByLabel(t('orders.field.city')).fill('Linz');
    await page.getByLabel(t('orders.field.country')).selectOption('AT');
    await look(page, 'invoice-address');
    await page.getByRole('button', { name: t('ownOrder.invoice.save') }).click();
    await expect(page.getByText(t('ownOrder.saved.invoiceAddress'))).toBeVisible();

    const own = await openBrowser({ ...project.use });
    await own.goto(server.url + linkIn((await mailTo(server, at('second'), /\/tickets\//)).text));
    await expect(own.getByRole('heading', { name: 'Mia Neu', exact: true })).toBeVisible();
    await look(own, 'own-page');
    await own.getByRole('link', { name: t('ownPage.change.button') }).click();
    await own.getByLabel(texts.locale === 'de' ? 'Verein' : 'Club').fill('LC Łódź');
    await look(own, 'own-change');
    await own.getByRole('button', { name: t('ui.form.save') }).click();
    await expect(own.getByText('LC Łódź')).toBeVisible();
    await own.goto(server.url + oldLink);
    await expect(own.locator('h1')).toHaveText(t('ownPage.replaced.title'));
    await look(own, 'own-replaced');

    await page.getByRole('link', { name: t('orders.cancel.button') }).click();
    await expect(page.getByText(t('ownOrder.cancel.byTransfer'))).toBeVisible();
    await look(page, 'order-cancel');
    await page.getByRole('button', { name: t('orders.cancel.confirm') }).click();
    await expect(page.getByText(t('ui.status.canceled'), { exact: true }).first()).toBeVisible();
    const goodbye = await mailTo(server, at('buyer'), /^(Storniert|Canceled): /);
    expect(goodbye.text).toContain(`/orders/${orderId}`);
  },
);
