/** A runner and the office change what was ordered: sizes, people of a team, several payments, a complimentary entry. */
import { call, loginByCode } from '../support/crowd.ts';
import { actAs, expect, look, test, withoutScriptFirst } from './fixtures.ts';
import { textsOf } from './texts.ts';

const idIn = (json: Record<string, unknown>, name: string) => (json[name] as { id: number }).id;

test('a buyer swaps a size and cancels one person; the office does the rest', {
  tag: [...withoutScriptFirst, '@english'],
}, async ({ server, adminApi, texts, page }) => {
  const { t, locale } = texts;
  const { project } = test.info();
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json;
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const made = await post('/api/admin/events', {
    ...{ title: 'Größenlauf', organizerId: 1, startTimestamp: in60Days, endTimestamp: in60Days },
    ...{ paymentInAdvancePossible: true, buyersMayChange: true, asksBirthDate: 'no', asksGender: 'no' },
  });
  const eventId = Number(made.eventId);
  const race = await post(`/api/admin/competitions/${eventId}`, {
    ...{ title: 'Staffel', type: 'team', minTeamSize: 1, maxTeamSize: 4, totalTicketCount: 40, timestamp: in60Days },
  });
  const competitionId = idIn(race, 'competition');
  await post(`/api/admin/competition-prices/${competitionId}`, { price: 2000, quantity: 40 });
  const article = async (name: string, price: number, sizes: readonly [string, number][]) => {
    const articleId = idIn(await post(`/api/admin/articles/${eventId}`, { name, price }), 'article');
    const variantIds = [];
    for (const [size, availableAmount] of sizes) {
      const variant = await post(`/api/admin/article-variants/${articleId}`, { name: size, availableAmount });
      variantIds.push(idIn(variant, 'articleVariant'));
    }
    return { articleId, variantId: variantIds[0] };
  };
  const shirt = await article('Shirt', 2500, [
    ['S', 5],
    ['M', 5],
    ['XL', 0],
  ]);
  await article('Jacke', 6000, [['M', 5]]);
  await article('Kappe', 900, [['eine', 5]]);
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);
  const buyer = await loginByCode(server, `size-${project.name}@runner.example`, locale === 'de' ? 'de' : 'en-US');
  const booked = await call(
    server,
    'POST',
    `/api/events/${eventId}/book`,
    {
      teams: [
        {
          ...{ competitionId, teamName: 'Die Flinken' },
          participants: [
            {
              localId: 'a',
              firstName: 'Ana',
              lastName: 'Huber',
              articles: [{ uniqueLocalId: 's', quantity: 1, ...shirt }],
            },
            { localId: 'b', firstName: 'Bea', lastName: 'Huber' },
          ],
        },
      ],
      contactAddress: { firstName: 'Ana', lastName: 'Huber' },
      ...{ totalPrice: 6500, termsAccepted: true, eventConditionsAccepted: true },
    },
    buyer,
  );
  const orderId = Number(booked.json.orderId);
  expect(orderId).toBeGreaterThan(0);
  const press = (name: string) => page.locator('main').getByRole('button', { name, exact: true }).first().click();
  const follow = (name: string) => page.locator('main').getByRole('link', { name, exact: true }).first().click();
  const to = page.locator('select[name=to]');
  const choose = async (name: string) => {
    const option = to.locator('option', { hasText: name });
    await to.selectOption((await option.getAttribute('value')) ?? '');
  };

  // The runner swaps for the same price, is told about a cheaper and shown no sold-out one, and pays for a dearer one.
  await actAs(page, buyer, server.url);
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('link', { name: t('ownOrder.person.changeOf', { name: 'Ana Huber' }) }).click();
  await follow(t('orderActions.person.changeArticle'));
  await look(page, 'own-article');
  await expect(to.locator('option', { hasText: 'XL' })).toHaveCount(0);
  await choose('Kappe');
  await press(t('moves.article.submit'));
  await expect(page.locator('.error-summary')).toContainText(t('problem.field.cheaper'));
  await choose('Shirt, M');
  await press(t('moves.article.submit'));
  await expect(page.locator('.alert[data-tone=good]').first()).toContainText(t('ownOrder.saved.article'));
  await expect(page.locator('main')).toContainText('Shirt, M');
  await page.getByRole('link', { name: t('ownOrder.person.changeOf', { name: 'Ana Huber' }) }).click();
  await follow(t('orderActions.person.changeArticle'));
  await choose('Jacke');
  await press(t('moves.article.submit'));
  await expect(page).toHaveURL(/payment/);

  // Somebody joins, and somebody else leaves.
  await page.goto(`/orders/${orderId}`);
  await follow(t('members.add.toTeam', { team: 'Die Flinken' }));
  await page.locator('input[name=firstName]').fill('Cem');
  await press(t('members.add.submit'));
  await expect(page.locator('.error-summary')).toBeVisible();
  await look(page, 'own-member');
  await page.locator('input[name=lastName]').fill('Øst');
  await press(t('members.add.submit'));
  await expect(page).toHaveURL(/payment/);
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('link', { name: t('ownOrder.person.changeOf', { name: 'Bea Huber' }) }).click();
  await follow(t('orderActions.person.cancel'));
  await look(page, 'own-cancel-person');
  await press(t('members.cancel.submit', { name: 'Bea Huber' }));
  await expect(page.locator('.alert[data-tone=good]').first()).toContainText(t('ownOrder.saved.personCanceled'));
  await expect(page.locator('main')).not.toContainText('Bea Huber');
  await expect(page.locator('main')).toContainText(texts.money(10_000));

  // The office marks it as paid, takes a cheaper article, and cancels one person with a refund. Its account is German.
  const office = textsOf('de');
  await actAs(page, adminApi, server.url);
  await page.goto(`/admin/mark-orders-paid?order=${orderId}&back=/admin/orders`);
  await expect(page.locator('main table')).toContainText('Ana Huber, Cem Øst');
  await look(page, 'mark-orders-paid');
  await page.getByRole('button', { name: `Eine Bestellung als bezahlt markieren: ${office.money(10_000)}` }).click();
  await expect(page.locator('.alert[data-tone=good]').first()).toContainText(
    'Eine Bestellung ist als bezahlt markiert.',
  );
  const person = async (name: string) => {
    await page.goto(`/admin/orders/${orderId}`);
    await follow(name);
  };
  await person('Ana Huber');
  await follow(office.t('orderActions.person.changeArticle'));
  await choose('Kappe');
  await press(office.t('moves.article.submit'));
  await expect(page.locator('.alert[data-tone=good]').first()).toContainText(
    office.t('orderActions.done.articleChanged'),
  );
  await person('Cem Øst');
  await follow(office.t('orderActions.person.cancel'));
  await look(page, 'cancel-person');
  await page.getByRole('radio', { name: office.t('refunds.mode.full') }).check();
  await press(office.t('members.cancel.submit', { name: 'Cem Øst' }));
  await expect(page.locator('.alert[data-tone=good]').first()).toContainText(
    office.t('orderActions.done.personCanceled'),
  );
  await expect(page.locator('main')).toContainText(office.money(2900));

  await page.goto(`/admin/events/${eventId}/entries/new`);
  await page
    .locator('main')
    .getByRole('link', { name: /^Staffel/ })
    .click();
  await page.locator('input[name="teams[0].participants[0].firstName"]').fill('Dana');
  await page.locator('input[name="teams[0].participants[0].lastName"]').fill('Sponsor');
  await press(office.t('late.toPrice'));
  await look(page, 'office-entry');
  await press(office.t('office.submit'));
  await expect(page.locator('.error-summary')).toContainText(office.t('office.paymentMissing'));
  await page.getByRole('radio', { name: office.t('office.payment.complimentary') }).check();
  await press(office.t('office.submit'));
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/);
  await expect(page.locator('main')).toContainText('Dana Sponsor');
  await expect(page.locator('main')).toContainText(office.t('orders.item.complimentary'));
});
