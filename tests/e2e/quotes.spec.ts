import { expect, type Page, test } from '@playwright/test';
import { build } from 'esbuild';
import { priceWithoutCodes } from '#modules/booking/rules/draft-price.ts';
import { draftPrice } from '#modules/booking/rules/draft-vouchers.ts';
import { livePrice } from '#modules/orders/rules/quote.ts';
import { anyBasket, now, type Wanted } from '#modules/orders/rules/testing.ts';
import { forBrowsers } from '#src/runtime/bun/build/client.ts';
import { dice } from '../season/dice.ts';

/** What both sides say of a basket, as text: its price line by line or its refusal, and what became of its codes. */
type Rules = {
  livePrice: typeof livePrice;
  draftPrice: typeof draftPrice;
  priceWithoutCodes: typeof priceWithoutCodes;
};
function said(
  { livePrice, draftPrice, priceWithoutCodes }: Rules,
  { shop, wanted, known }: Wanted,
  at: typeof now,
): string {
  const { quote, problem } = livePrice(shop, wanted, known, at);
  const typed = wanted.appliedVouchers.map(({ code }) => code);
  const { codes, basket, quote: best } = draftPrice(shop, wanted, typed, known, at);
  return JSON.stringify([
    quote,
    problem?.code,
    problem?.details,
    codes,
    basket,
    best,
    priceWithoutCodes(shop, wanted, at),
  ]);
}

/** The rules as they come to a browser: bundled as the islands are. */
async function rulesInBrowser(page: Page): Promise<void> {
  const rules = ['orders/rules/quote', 'booking/rules/draft-vouchers', 'booking/rules/draft-price'].map(
    (path) => `export * from './modules/${path}.ts';`,
  );
  const { outputFiles } = await build({
    ...forBrowsers,
    stdin: { contents: rules.join('\n'), resolveDir: process.cwd() },
    write: false,
  });
  await page.route('http://rules.test/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('http://rules.test/');
}

test('the browser computes every price as the server does', { tag: ['@desktop'] }, async ({ page }) => {
  await rulesInBrowser(page);
  const baskets = Array.from({ length: 600 }, (_, seed) => anyBasket(dice(seed).roll));
  const here = baskets.map((each) => said({ livePrice, draftPrice, priceWithoutCodes }, each, now));
  const there = await page.evaluate(
    async ({ baskets, saying, at }) => {
      const rules: Rules = await import('http://rules.test/rules.js' as string);
      const saidThere = new Function(`return ${saying}`)() as typeof said;
      return baskets.map((each) => saidThere(rules, each, at));
    },
    { baskets, saying: said.toString(), at: now },
  );
  expect(there).toEqual(here);
  expect(here.filter((each) => each.startsWith('[{')).length, 'many have a price').toBeGreaterThan(200);
  expect(new Set(here).size).toBeGreaterThan(500);
});
