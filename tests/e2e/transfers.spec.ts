/** A start place is passed on: for a fee, at a price that is lower today; ticket and money go where they belong. */
import { call, loginByCode } from '../support/crowd.ts';
import { actAs, expect, logIn, look, mailTo, newOrganizer, phoneFirst, test, withoutScriptFirst } from './fixtures.ts';
import { newRace } from './race.ts';

test('somebody who cannot start passes the place on, for a fee and at a cheaper price of today', {
  tag: phoneFirst,
}, async ({ server, adminApi, texts, page, openBrowser }) => {
  const { t, money } = texts;
  const world = test.info().project.name;
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json;
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const made = await post('/api/admin/events', {
    ...{ title: 'Lauf mit Weitergabe', organizerId: 1, startTimestamp: in60Days, endTimestamp: in60Days },
  });
  const eventId = Number(made.eventId);
  const { competition } = await post(`/api/admin/competitions/${eventId}`, {
    ...{ title: 'Halbmarathon', totalTicketCount: 1, timestamp: in60Days, minAge: 16 },
  });
  const { id: competitionId } = competition as { id: number };
  const { competitionPrice } = await post(`/api/admin/competition-prices/${competitionId}`, {
    price: 4000,
    quantity: 1,
  });
  const short = await post(`/api/admin/competitions/${eventId}`, {
    ...{ title: 'Kurz und gut', totalTicketCount: 9, timestamp: in60Days },
  });
  await post(`/api/admin/competition-prices/${(short.competition as { id: number }).id}`, { price: 1800, quantity: 9 });
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);

  // The organizer allows it.
  await logIn(page, server, await newOrganizer(server, adminApi, 'transfer'), `/admin/events/${eventId}/transfers`);
  await expect(page.getByText(t('transfers.manage.off'))).toBeVisible();
  await page.getByLabel(t('transfers.form.mode')).selectOption('allowed');
  await page.getByLabel(t('transfers.form.refundRule')).selectOption('paidLessFee');
  await page.getByLabel(t('transfers.form.priceRule')).selectOption('today');
  await page.getByLabel(t('transfers.form.feePrice')).fill('5');
  await page.getByLabel(t('transfers.form.lineFirst')).check();
  await page.getByLabel(t('transfers.form.otherCompetitions')).check();
  await look(page, 'transfers-settings');
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  await expect(page.getByText(t('transfers.manage.none'))).toBeVisible();

  // Ana has the only place; since then it has become cheaper.
  const email = `ana-${world}@runner.example`;
  const session = await loginByCode(server, email, texts.locale);
  const booked = await call(
    server,
    'POST',
    `/api/events/${eventId}/book`,
    {
      teams: [
        {
          competitionId,
          participants: [{ localId: 'p', firstName: 'Ana', lastName: 'Huber', birthDate: '1991-04-05', email }],
        },
      ],
      ...{ totalPrice: 4000, contactAddress: { firstName: 'Ana', lastName: 'Huber' } },
      ...{ termsAccepted: true, eventConditionsAccepted: true },
    },
    session,
    texts.locale,
  );
  expect(booked.json).toMatchObject({ orderId: expect.any(Number) });
  const orderId = Number(booked.json.orderId);
  const paid = await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, adminApi);
  expect(paid.json).toMatchObject({ order: { status: 'complete' } });
  const { id: priceId } = competitionPrice as { id: number };
  await call(server, 'PATCH', `/api/admin/competition-prices/${priceId}`, { price: 3000 }, adminApi);

  const holder = await openBrowser(page.viewportSize() ? { viewport: page.viewportSize() } : {});
  await actAs(holder, session, server.url);
  await holder.goto(`/orders/${orderId}`);
  const ticket = await holder.locator('.bib a[href*="/tickets/"]').first().getAttribute('href');
  await holder.getByRole('link', { name: /Ana Huber, Halbmarathon/ }).click();
  await expect(holder.getByText(money(3500)).filter({ visible: true }).first()).toBeVisible();
  await look(holder, 'transfer-holder');
  const to = `lena-${world}@runner.example`;
  await holder.getByLabel(t('transfers.holder.email')).fill(to);
  await holder.getByRole('button', { name: t('transfers.holder.offer') }).click();
  await expect(holder.getByLabel(t('transfers.holder.link'))).toBeVisible();
  await look(holder, 'transfer-offered');

  // Lena has the link, sees what it costs, and enters herself.
  const link = await holder.getByLabel(t('transfers.holder.link')).inputValue();
  // The mail says the same; one that is made when all is over would have nothing more to say.
  expect((await mailTo(server, to, /transfers\//)).text).toContain(link);
  const lena = await openBrowser(page.viewportSize() ? { viewport: page.viewportSize() } : {});
  await lena.goto(link);
  await expect(lena.getByText(money(3000)).filter({ visible: true }).first()).toBeVisible();
  await look(lena, 'transfer-offer');
  // Another competition would do as well; she looks at it, and comes back.
  await lena.getByRole('link', { name: 'Kurz und gut' }).click();
  await expect(lena.getByRole('heading', { level: 1 })).toBeVisible();
  await lena.goto(link);
  await lena.getByRole('link', { name: t('transfers.offered.take') }).click();
  await lena.getByLabel(t('accounts.auth.email')).fill(to);
  await lena.getByRole('button', { name: t('accounts.auth.alone') }).click();
  await lena.getByRole('button', { name: t('orders.check.order') }).click();
  await expect(lena.locator('.field-error').first()).toBeVisible();
  await lena.getByLabel(t('orders.field.firstName')).fill('Lena');
  await lena.getByLabel(t('orders.field.lastName')).fill('Vogel');
  await lena.getByLabel(t('orders.field.birthDate')).fill(texts.typedDate('1993-06-07'));
  await lena.getByLabel(t('orders.check.conditions', { event: 'Lauf mit Weitergabe' })).check();
  await look(lena, 'transfer-take');
  await lena.getByRole('button', { name: t('orders.check.order') }).click();
  await lena.waitForURL(/\/payment\?order=\d+/);
  const newId = Number(/order=(\d+)/.exec(lena.url())?.[1]);

  // Until it is paid Ana may still start; afterwards her ticket is none.
  await holder.reload();
  await expect(holder.getByText(t('transfers.holder.head.ordered')).first()).toBeVisible();
  await call(server, 'PATCH', `/api/admin/orders/${newId}/status`, { status: 'complete' }, adminApi);
  await lena.goto(`/orders/${newId}`);
  await expect(lena.getByText('Lena Vogel').first()).toBeVisible();
  await look(lena, 'transfer-done');
  const passed = await mailTo(server, email, new RegExp(texts.locale === 'de' ? 'weitergegeben' : 'passed on'));
  expect(passed.text).toContain(money(3500));
  expect(passed.text).not.toContain('Vogel');
  expect((await holder.goto(ticket ?? ''))?.status()).toBe(404);
  await expect(holder.getByText('Vogel')).toHaveCount(0);
  await holder.goto(`/orders/${orderId}`);
  await expect(holder.getByText(/Ana Huber/).first()).toBeVisible();
  await look(holder, 'transfer-before');

  await page.reload();
  await expect(page.getByText(t('transfers.state.passed')).first()).toBeVisible();
  await look(page, 'transfers-list');
});

test('somebody whom another entered asks by their own page; whoever paid agrees, and the link is there', {
  tag: withoutScriptFirst,
}, async ({ server, adminApi, texts, page, openBrowser }) => {
  const { t, money } = texts;
  const world = test.info().project.name;
  const race = { title: 'Familienlauf', competitions: ['Halbmarathon'], places: 9, price: 4000 };
  const { eventId, competitionIds } = await newRace(server, adminApi, race);
  const [competitionId] = competitionIds;
  const rules = { mode: 'allowed', refundRule: 'paidLessFee', priceRule: 'old', feePrice: 500 };
  await call(server, 'PATCH', `/api/admin/events/${eventId}/transfers`, rules, adminApi);

  // Eva pays for Ben.
  const email = `eva-${world}@runner.example`;
  const own = `ben-${world}@runner.example`;
  const session = await loginByCode(server, email, texts.locale);
  const person = { localId: 'p', firstName: 'Ben', lastName: 'Huber', birthDate: '1991-04-05', email: own };
  const booking = {
    teams: [{ competitionId, participants: [person] }],
    ...{ totalPrice: 4000, contactAddress: { firstName: 'Eva', lastName: 'Huber' } },
    ...{ termsAccepted: true, eventConditionsAccepted: true },
  };
  const booked = await call(server, 'POST', `/api/events/${eventId}/book`, booking, session, texts.locale);
  const orderId = Number(booked.json.orderId);
  await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, adminApi);
  const ticket = /https?:\/\/\S+\/tickets\/\d+\?\S+/.exec((await mailTo(server, own, /\/tickets\//)).text)?.[0] ?? '';

  await page.goto(ticket);
  await page.getByRole('link', { name: t('transfers.own.title') }).click();
  await expect(page.getByText(t('transfers.own.step1'))).toBeVisible();
  await look(page, 'transfer-own-ask');
  await page.getByRole('button', { name: t('transfers.own.ask') }).click();
  await expect(page.getByText(t('transfers.own.head.asked'))).toBeVisible();
  await look(page, 'transfer-own-asked');

  const eva = await openBrowser(page.viewportSize() ? { viewport: page.viewportSize() } : {});
  await actAs(eva, session, server.url);
  const asked = await mailTo(server, email, new RegExp(`/orders/${orderId}/participants/`));
  await eva.goto(/https?:\/\/\S+\/transfer/.exec(asked.text)?.[0] ?? '');
  await expect(eva.getByText(t('transfers.holder.head.asked'))).toBeVisible();
  await expect(eva.getByText(money(3500)).filter({ visible: true }).first()).toBeVisible();
  await look(eva, 'transfer-agree');
  await eva.getByRole('button', { name: t('transfers.holder.agree'), exact: true }).click();
  await expect(eva.getByLabel(t('transfers.holder.link'))).toBeVisible();
  const link = await eva.getByLabel(t('transfers.holder.link')).inputValue();

  await page.reload();
  await expect(page.getByLabel(t('transfers.holder.link'))).toHaveValue(link);
  await look(page, 'transfer-own-offered');
  expect((await mailTo(server, own, /\/transfers\//)).text).toContain(link);
  await page.getByRole('button', { name: t('transfers.own.withdraw') }).click();
  await expect(page.getByText(t('transfers.holder.withdrawn'))).toBeVisible();
  await page.goto(ticket);
  await look(page, 'transfer-own-ticket');
});
