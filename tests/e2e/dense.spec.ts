/** Dense where one works: a record beside its list, many rows in sight, and nothing that cannot be read. */
import type { Page } from '@playwright/test';
import { actAs, expect, logIn, look, newOrganizer, test } from './fixtures.ts';
import { raceWith } from './race.ts';

const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);

test('a press on a row opens its record beside the list; keys go on, back and close', {
  tag: ['@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  const { eventId, orderIds } = await raceWith(server, adminApi, 'Danebenlauf', ['Ada', 'Bea', 'Cora']);
  const [ada, bea, cora] = orderIds.map((id) => `/admin/orders/${id}`);
  const list = `/admin/orders?event=${eventId}`;
  await logIn(page, server, await newOrganizer(server, adminApi, 'beside'), list);
  await page.locator('[data-opens-beside]').waitFor();
  const panel = page.getByRole('region', { name: t('ui.beside.label') });
  const title = panel.locator('[data-heading]');
  const named = (path: string | undefined) =>
    t('ordersAdmin.order', { orderNumber: String(path).split('/').at(-1) ?? '' });
  const row = (name: string) => page.locator('tbody tr').filter({ hasText: name });

  // The newest stands first. Focus goes to what was opened.
  await row('Bea').locator('td:visible').last().click();
  await expect(title).toHaveText(named(bea));
  await expect(title).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`${list.replace('?', '\\?')}#${bea}$`));
  await expect(panel).toContainText('bea@listen.example');
  await expect(row('Ada')).toBeVisible();
  await look(page, 'beside-order');
  // A picture of the whole page makes the window another one for a moment; the record keeps the focus.
  await page.screenshot({ fullPage: true });
  await page.keyboard.press('ArrowDown');
  await expect(title).toHaveText(named(ada));
  await expect(title).toBeFocused();

  // It stands in the address: reload opens it again, back closes it, forward opens it.
  await page.reload();
  await expect(title).toHaveText(named(ada));
  await page.goBack();
  await expect(panel).toBeHidden();
  await page.goForward();
  await expect(title).toHaveText(named(ada));
  await title.focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(row('Ada').locator('[data-opens]')).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`event=${eventId}$`));

  // By keys alone: up to the next row, Space opens, and the list keeps the focus while one goes through it.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(title).toHaveText(named(bea));
  await expect(title).toBeFocused();
  await row('Bea').locator('[data-opens]').focus();
  await page.keyboard.press('ArrowUp');
  await expect(title).toHaveText(named(cora));
  await expect(row('Cora').locator('[data-opens]')).toBeFocused();

  // What was typed is not left behind without a word; the list narrowed away closes.
  const note = panel.locator('textarea[name=comment]');
  await note.fill('Ruft zurück.');
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await row('Ada').locator('td:visible').last().click();
  await expect(note).toHaveValue('Ruft zurück.');
  expect(asked).toEqual([t('ui.beside.unsaved')]);
  await note.fill('');
  await page.getByLabel(t('orderList.filter.q')).fill('ada@listen.example');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(panel).toBeHidden();
  // The address still says what the list shows: also after a record was open while the filter changed.
  await expect(page).toHaveURL(/q=ada%40listen\.example&event=\d+$/);
  await row('Ada').locator('td:visible').last().click();
  await expect(title).toHaveText(named(ada));
  await page.getByLabel(t('orderList.filter.q')).fill('ada@listen');
  await expect(page).toHaveURL(/q=ada%40listen&event=\d+#/);
  await note.fill('Ruft zurück.');
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await panel.locator('[data-beside-close]').click();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/q=ada%40listen&event=\d+$/);
  expect(asked).toHaveLength(2);
  await page.reload();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.locator('[data-opens-beside]').waitFor();

  // A link is a link, a box is a box, and with a key held a press is the browser's.
  await row('Ada').locator('.tick').click();
  await row('Ada')
    .locator('td:visible')
    .last()
    .click({ modifiers: ['Control'] });
  await expect(panel).toBeHidden();
  await row('Ada').locator('[data-opens]').click();
  await expect(page.locator('h1')).toHaveText(named(ada));

  // People likewise, with their form.
  await page.goto(`/admin/participants?event=${eventId}&state=all`);
  await page.locator('[data-opens-beside]').waitFor();
  await row('Cora').locator('td:visible').last().click();
  await expect(panel.locator('input[name=firstName]')).toHaveValue('Cora');
  await look(page, 'beside-person');
  await panel.locator('[data-beside-close]').click();
  await expect(panel).toBeHidden();
});

test('without room or a script a row is as long as its link', {
  tag: ['@without-javascript', '@phone'],
}, async ({ page, texts, server, adminApi }) => {
  const { eventId, orderIds } = await raceWith(server, adminApi, `Nebenlauf ${test.info().project.name}`, ['Ada']);
  const list = `/admin/orders?event=${eventId}`;
  await logIn(page, server, await newOrganizer(server, adminApi, `alone-${test.info().project.name}`), list);
  const row = page.locator('tbody tr');
  await row.getByText('Ada').click();
  await expect(page.getByRole('region', { name: texts.t('ui.beside.label') })).toBeHidden();
  await row.locator('[data-opens]').click();
  await page.waitForURL(new RegExp(`/admin/orders/${orderIds[0]}$`));
});

test('twenty orders and a simple order fit a screen', { tag: ['@desktop'] }, async ({ page, server, adminApi }) => {
  const { orderIds } = await raceWith(server, adminApi, 'Knapplauf', ['Ada']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await logIn(page, server, await newOrganizer(server, adminApi, 'fits'), '/admin/orders');
  await page.locator('[data-follows]').waitFor();
  const rows = await page
    .locator('tbody tr')
    .evaluateAll((all) => all.slice(0, 20).map((row) => row.getBoundingClientRect()));
  expect(rows).toHaveLength(20);
  expect(Math.max(...rows.map(({ bottom }) => bottom)), 'twenty rows without far scrolling').toBeLessThan(1200);
  expect(Math.min(...rows.map(({ height }) => height))).toBeLessThan(35);
  const tops = await page
    .locator('.list-filter > *')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
  expect(Math.max(...tops) - Math.min(...tops), 'filters stand in one line').toBeLessThan(8);
  await page.goto(`/admin/orders/${orderIds[0]}`);
  expect(await heightOf(page), 'a simple order fits one screen').toBeLessThanOrEqual(900);
});

test('the overview of a marathon is short on a phone, and its line can be read', {
  tag: ['@phone', '@desktop'],
}, async ({ page, server, adminApi }) => {
  await logIn(
    page,
    server,
    await newOrganizer(server, adminApi, `line-${test.info().project.name}`),
    '/admin/events/1',
  );
  await expect(page.locator('h1')).toContainText('Marathon');
  if (test.info().project.name === 'phone') expect(await heightOf(page)).toBeLessThan(1900);
  for (const width of [360, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const sizes = await page.locator('.chart-drawing').evaluateAll((drawings) =>
      drawings
        .filter((drawing) => drawing.checkVisibility())
        .map((drawing) => {
          const svg = drawing as SVGSVGElement;
          const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          return Math.min(
            ...[...svg.querySelectorAll('text')].map(
              (text) => Number.parseFloat(getComputedStyle(text).fontSize) * scale,
            ),
          );
        }),
    );
    expect(sizes, `one drawing at ${width} px`).toHaveLength(1);
    expect(sizes[0], `its letters at ${width} px`).toBeGreaterThanOrEqual(12);
  }
});

test('an address of mail never breaks inside a word', {
  tag: ['@phone', '@desktop'],
}, async ({ page, server, adminApi }) => {
  const long = 'Maximiliane-Theodora';
  const { orderIds } = await raceWith(server, adminApi, `Adresslauf ${test.info().project.name}`, [long]);
  await logIn(
    page,
    server,
    await newOrganizer(server, adminApi, `mail-${test.info().project.name}`),
    `/admin/orders/${orderIds[0]}`,
  );
  const broken = () =>
    page.locator('.mail-to').evaluateAll((addresses) =>
      addresses
        .filter((address) => address.checkVisibility())
        .flatMap((address) => [...address.childNodes])
        .filter((part) => part.nodeType === Node.TEXT_NODE)
        // A hyphen stands between two words.
        .flatMap((part) =>
          [...(part.textContent ?? '').matchAll(/[^-]+-?/g)].filter((word) => {
            const range = document.createRange();
            range.setStart(part, word.index);
            range.setEnd(part, word.index + word[0].length);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
          }),
        )
        .map(([word]) => word),
    );
  await expect(page.locator('.order-beside .mail-to')).toBeVisible();
  expect(await broken()).toEqual([]);
  // The people of a club.
  await actAs(page, adminApi, server.url);
  await page.goto('/admin/organizer/1');
  expect(await broken()).toEqual([]);
  // Somebody's account is named by it.
  await page.goto('/admin/users/1');
  await expect(page.locator('h1 .mail-to')).toBeVisible();
  expect(await broken()).toEqual([]);
});

test('the payments of a marathon are short on a phone, and go on on a second page', {
  tag: '@phone',
}, async ({ page, texts, server, adminApi }) => {
  await logIn(page, server, await newOrganizer(server, adminApi, 'short-payments'), '/admin/events/1/payouts');
  const rows = page.locator('.grid-list tbody tr');
  await expect(rows).toHaveCount(25);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights), 'two lines an entry').toBeLessThan(64);
  expect(await heightOf(page)).toBeLessThan(4400);
  await page.getByRole('link', { name: texts.t('ui.pager.next') }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows.first()).toBeVisible();
});
