/** An organizer builds the marathon of the demo data from nothing, by the forms alone. */
import type { Page } from '@playwright/test';
import type { AdminEventJson } from '#modules/events/answers.ts';
import { call } from '../support/crowd.ts';
import { expect, followNavigation, glance, logIn, look, newOrganizer, test } from './fixtures.ts';
import type { Texts } from './texts.ts';

type Fields = Record<string, string | boolean>;

/** Fills the fields of a form by their names, as whoever types them in this language. */
async function fill(page: Page, fields: Fields): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]:not([type=hidden])`).first();
    if (typeof value === 'boolean') await field.setChecked(value);
    else if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
}

/** How this language types moments and money. */
function typing(texts: Texts, timeZone: string) {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short', hour12: false });
  return {
    moment(iso: string | null): string {
      if (iso === null) return '';
      const [date = '', time = ''] = clock.format(new Date(iso)).split(', ');
      const [day, month, year] = date.split('/');
      return texts.locale === 'de' ? `${day}.${month}.${year} ${time}` : `${month}/${day}/${year} ${time}`;
    },
    money: (cents: number) => (cents / 100).toFixed(2).replace('.', texts.locale === 'de' ? ',' : '.'),
  };
}

/** What is the same in both: everything but numbers, what is sold, and what belongs to the place where it lies. */
function plain(event: AdminEventJson) {
  const { id: _, shortlinks: _s, organizers: _o, titlePicture: _t, title: _n, competitions, articles, ...rest } = event;
  const fields = event.formFields.map(({ id: _id, formFieldOrder: _order, ...field }) => field);
  return {
    ...rest,
    formFields: fields,
    cancellationProtections: event.cancellationProtections.map(({ id: _id, ...protection }) => protection),
    competitions: competitions.map((competition) => {
      const { id: _id, eventId: _e, currentPrice: _p, availableTicketCount: _a, prices, ...same } = competition;
      return {
        ...same,
        prices: prices.map(({ id: _price, sold, quantity, ...price }) => ({ ...price, inAll: quantity + sold })),
      };
    }),
    articles: articles.map(({ id: _id, variants, ...article }) => ({
      ...article,
      variants: variants.map(({ id: _v, availableAmount: _a, ...variant }) => variant),
    })),
  };
}

test('the marathon of the demo data is built from nothing', {
  tag: ['@desktop', '@without-javascript'],
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  test.setTimeout(240_000);
  const { t } = texts;
  const source = await marathonOf(server, adminApi);
  const typed = typing(texts, source.timeZone);
  const title = `Marathon ${test.info().project.name}`;
  const save = async () => {
    await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
    await page.waitForURL(/saved/);
    await expect(page.getByText(t('ui.form.saved')).first()).toBeVisible();
  };
  const section = (name: string) => page.getByRole('link', { name: t(`events.section.${name}`) }).click();
  const tab = (name: string) => followNavigation(page, texts, t(`events.tab.${name}`));
  await logIn(page, server, await newOrganizer(server, adminApi, 'setup'), '/admin/events');
  await page.waitForURL(/\/admin\/events$/);

  await page.getByRole('link', { name: t('events.admin.new') }).click();
  await page.getByText(t('events.group.furthermore')).click();
  await fill(page, {
    title,
    kind: source.kind,
    location: source.location,
    startTimestamp: typed.moment(source.startTimestamp),
    endTimestamp: typed.moment(source.endTimestamp),
    description: source.description,
  });
  await page.getByRole('button', { name: t('events.admin.create') }).click();
  await page.waitForURL(/\/admin\/events\/\d+\?saved$/);
  const eventPath = new URL(page.url()).pathname;
  const eventId = Number(eventPath.split('/').at(-1));
  await glance(page, 'setup-event');
  await followNavigation(page, texts, t('admin.nav.settings'));

  await section('sale');
  await fill(page, {
    vat: String(source.vat),
    processingFee: typed.money(source.processingFee),
    onlinePaymentHoldMinutes: String(source.onlinePaymentHoldMinutes),
    bankTransferHoldDays: String(source.bankTransferHoldDays ?? ''),
    paymentInAdvancePossible: source.paymentInAdvancePossible,
    generateInvoice: source.generateInvoice,
  });
  await save();
  await followNavigation(page, texts, t('features.title'));
  const holds = page.getByRole('switch', { name: t('features.placeHolds.title') });
  await holds.click();
  await expect(holds, 'one press, with the usual value').toHaveAttribute('aria-checked', 'true');
  await look(page, 'setup-features');
  await holds.click();
  await page.getByRole('button', { name: t('features.switchOff') }).click();
  await expect(holds).toHaveAttribute('aria-checked', 'false');
  await followNavigation(page, texts, t('admin.nav.settings'));
  await section('people');
  await fill(page, {
    needsName: source.needsName,
    needsContactAddress: source.needsContactAddress,
    allowDifferentDeliveryAddress: source.allowDifferentDeliveryAddress,
    adoptTeamEmail: source.adoptTeamEmail,
    asksBirthDate: source.asksBirthDate,
    asksGender: source.asksGender,
    offersNewsletter: true,
  });
  await save();
  await section('texts');
  await fill(page, { conditions: source.conditions });
  await save();
  await section('shipping');
  const { defaultShippingCost, countries } = source.shippingCosts;
  await fill(page, {
    defaultShippingCost: typed.money(defaultShippingCost),
    ...Object.fromEntries(
      countries.flatMap(({ countryCode, cost }, row) => [
        [`shippingCountries[${row}].countryCode`, countryCode],
        [`shippingCountries[${row}].cost`, typed.money(cost)],
      ]),
    ),
  });
  await save();
  await section('look');
  // A long word stays on the page of a phone, too.
  const shortlink = `donaudampfschifffahrtsgesellschaftsmarathon-${test.info().project.name}`.slice(0, 50);
  await fill(page, { shortlink });
  await page.getByRole('button', { name: t('events.admin.add'), exact: true }).click();
  await expect(page.getByRole('link', { name: new RegExp(`/events/${shortlink}$`) })).toBeVisible();
  await page.locator('main input[type=file]').setInputFiles({
    name: 'bruecke.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(picture),
  });
  await page.getByRole('button', { name: t('events.pictures.upload'), exact: true }).click();
  await expect(page.locator('.picture-box img[src^="/pictures/"]')).toBeVisible();
  await glance(page, 'setup-look');
  const { viewport } = test.info().project.use;
  await page.setViewportSize({ width: 360, height: 740 });
  await glance(page, 'setup-look-phone');
  if (viewport) await page.setViewportSize(viewport);

  for (const competition of source.competitions) {
    await tab('competitions');
    await page.getByRole('link', { name: t('events.admin.newCompetition') }).click();
    await fill(page, {
      title: competition.title,
      type: competition.type,
      timestamp: typed.moment(competition.timestamp),
      totalTicketCount: String(competition.totalTicketCount),
      description: competition.description,
      withShipping: competition.withShipping,
      minAge: String(competition.minAge),
      maxAge: String(competition.maxAge),
      ageCheckMode: competition.ageCheckMode,
      ...(competition.type === 'team'
        ? { minTeamSize: String(competition.minTeamSize), maxTeamSize: String(competition.maxTeamSize) }
        : {}),
    });
    await page.getByRole('button', { name: t('events.admin.create') }).click();
    await page.waitForURL(/\/admin\/tickets\/\d+\/\d+\?saved$/);
    for (const price of competition.prices) {
      await page
        .getByRole('link', { name: t('events.admin.newPrice') })
        .first()
        .click();
      await fill(page, {
        price: typed.money(price.price),
        quantity: String(price.quantity + price.sold),
        availableFrom: typed.moment(price.availableFrom),
        availableTo: typed.moment(price.availableTo),
        priceOrder: String(price.priceOrder),
        onlyBuyableWithVoucher: price.onlyBuyableWithVoucher,
      });
      await save();
    }
    if (competition === source.competitions[0]) await glance(page, 'setup-prices');
  }

  const variantsOf = new Map(
    (await soldVariants(server, adminApi, source.id)).map((row) => [row.articleVariantId, row]),
  );
  for (const article of source.articles) {
    await tab('articles');
    await page.getByRole('link', { name: t('events.articles.new') }).click();
    await fill(page, {
      name: article.name,
      type: article.type,
      price: typed.money(article.price),
      maxAmountPerParticipant: String(article.maxAmountPerParticipant ?? ''),
      withdrawalRight: article.withdrawalRight ?? 'goods_14',
    });
    await save();
    const inAll = article.variants.map(({ id }) => {
      const row = variantsOf.get(id);
      return String((row?.sold ?? 0) + (row?.availableAmount ?? 0));
    });
    await fill(page, {
      'variant.new.newNames': article.variants.map(({ name }) => name).join(', '),
      'variant.new.newAmount': inAll[0] ?? '1',
    });
    const saveVariants = page.getByRole('button', { name: t('events.variants.save') });
    await saveVariants.click();
    const amounts = page.locator('main input[name$=".availableAmount"]');
    await expect(amounts).toHaveCount(article.variants.length);
    for (const [row, amount] of inAll.entries()) await amounts.nth(row).fill(amount);
    await Promise.all([page.waitForEvent('load'), saveVariants.click()]);
    await expect(page.getByText(t('ui.form.saved')).first()).toBeVisible();
    if (article === source.articles[0]) await glance(page, 'setup-article');
  }

  for (const { title: name, description, price } of source.cancellationProtections) {
    await tab('protections');
    await page.getByRole('link', { name: t('events.protections.new') }).click();
    await fill(page, { title: name, description, price: typed.money(price) });
    await save();
  }
  for (const field of source.formFields) {
    await tab('fields');
    await page.getByRole('link', { name: t('events.fields.new') }).click();
    await fill(page, {
      nameDe: field.name.de,
      nameEn: field.name.en,
      fieldType: field.type,
      adoptPrevious: field.adoptPrevious,
      includeInConfirmationPdf: field.includeInConfirmationPdf,
    });
    for (const [from, option] of field.options.entries()) {
      // Empty rows come in threes; saving brings more.
      const cell = `options[${from}].optionDe`;
      if ((await page.locator(`main [name="${cell}"]`).count()) === 0) await save();
      await fill(page, { [cell]: option.label.de, [`options[${from}].optionEn`]: option.label.en });
    }
    await save();
  }

  // A price for voucher holders asks for a code that opens it.
  await followNavigation(page, texts, t('admin.nav.overview'));
  const invited = source.competitions.find(({ prices }) => prices.some((price) => price.onlyBuyableWithVoucher));
  const lacks = t('events.ready.voucherPrice', { competition: invited?.title ?? '' });
  await page.getByRole('link', { name: lacks, exact: true }).click();
  await page.getByRole('link', { name: t('vouchers.types.new') }).click();
  await fill(page, { name: 'Einladung', validTo: '' });
  await page.locator('select[name=target]').selectOption('competition');
  await page.locator('select[name=competitionId]').selectOption({ label: invited?.title ?? '' });
  await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
  await page.waitForURL(/done=type$/);
  await page.locator('input[name=code][type=text]').fill('EINLADUNG');
  await page.getByRole('button', { name: t('vouchers.codes.createNow'), exact: true }).click();
  await page.waitForURL(/done=created$/);

  await followNavigation(page, texts, t('admin.nav.overview'));
  await expect(page.locator('main')).toContainText(t('events.ready.hidden'));
  await page.getByRole('button', { name: t('events.visibility.visibleButton') }).click();
  await expect(page.locator('main')).toContainText(t('events.ready.yes'));

  const { event } = (await call(server, 'GET', `/api/admin/events/${eventId}`, undefined, adminApi)).json as {
    event: AdminEventJson;
  };
  expect(withoutValues(plain(event))).toEqual(withoutValues(plain(source)));

  const visitor = await openBrowser();
  await visitor.goto(`/events/${shortlink}`);
  await expect(visitor.locator('h1')).toHaveText(title);
  await expect(visitor.locator('.bib, .bib-grid > li')).not.toHaveCount(0);
  for (const { title: name } of source.competitions) await expect(visitor.locator('main')).toContainText(name);
  await expect(visitor.locator('.hero-picture')).toHaveJSProperty('complete', true);
  await glance(visitor, 'setup-public');
});

/** The hidden value of a choice is made from its label; in the demo it was named otherwise. */
const withoutValues = (event: ReturnType<typeof plain>) => ({
  ...event,
  formFields: event.formFields.map((field) => ({ ...field, options: field.options.map(({ label }) => label) })),
});

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#bfe3f5"/>' +
  '<path d="M0 700 Q800 300 1600 700 V900 H0z" fill="#1f6fb2"/><circle cx="1300" cy="180" r="90" fill="#f4c542"/></svg>';

type Server = Parameters<typeof call>[0];
type Session = NonNullable<Parameters<typeof call>[4]>;

async function marathonOf(server: Server, admin: Session): Promise<AdminEventJson> {
  const known = (await call(server, 'GET', '/api/events/donau-marathon', undefined)).json as { event: { id: number } };
  const { json } = await call(server, 'GET', `/api/admin/events/${known.event.id}`, undefined, admin);
  return (json as { event: AdminEventJson }).event;
}

type SoldVariant = { articleVariantId: number; sold: number; availableAmount: number };

async function soldVariants(server: Server, admin: Session, eventId: number): Promise<SoldVariant[]> {
  const { json } = await call(server, 'GET', `/api/admin/articles/${eventId}/sold-variants`, undefined, admin);
  return (json as { rows: SoldVariant[] }).rows;
}
