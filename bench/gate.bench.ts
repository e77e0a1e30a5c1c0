import { chromium, type Page } from '@playwright/test';
import { fillEvent } from '#tests/support/big-event.ts';
import { chromiumArgs, installedChromium, packagedChromium } from '#tests/support/chromium.ts';
import { call, loginByCode } from '#tests/support/crowd.ts';
import { startServer } from '#tests/support/server.ts';
import type { Bench, Row } from './support/rows.ts';

const tickets = 20_000;
const searches = 40;

/** A device for a very large event: until it is ready for the field, and how long a search takes there. */
export default {
  name: 'gate',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    const { executable, env } = installedChromium() ?? (await packagedChromium());
    const browser = await chromium.launch({ executablePath: executable, args: chromiumArgs, env });
    try {
      const { eventId } = await fillEvent(server.dataDir, tickets / 2);
      const admin = await loginByCode(server, 'admin@startblock.example');
      const rows: Row[] = [];
      for (const mayHandOut of [false, true]) {
        const input = { gate: 'Messung', mayHandOut };
        const { json } = await call(server, 'POST', `/api/admin/events/${eventId}/devices`, input, admin);
        const { link } = json.device as { link: string };
        const context = await browser.newContext({ baseURL: server.url, locale: 'de-AT' });
        await context.addCookies([{ name: 'ccn-interacted', value: 'necessary', url: server.url }]);
        const page = await context.newPage();
        await page.goto(link);
        await page.locator('input[name=code][value^="1"], input[name=code]').waitFor();
        const began = performance.now();
        await page.locator('button[type=submit]').click();
        // "Everything sent" is good from the beginning: only the list's own badge says that it is there.
        await page
          .locator('.scanner-status .badge')
          .first()
          .filter({ hasText: /: \d{5}/ })
          .waitFor();
        const ready = performance.now() - began;
        await context.setOffline(true);
        const what = mayHandOut ? 'with what is due' : 'for scanning';
        if (mayHandOut) await page.locator('.scanner-modes button').last().click();
        const found = await search(page);
        const common = { better: 'lower' as const };
        rows.push(
          { what: `20,000 tickets ${what}: ready offline`, value: ready / 1000, unit: 's', ...common },
          {
            what: `one found among them offline, typed to shown, 95 of 100 within, ${what}`,
            value: found[Math.floor(found.length * 0.95)] ?? 0,
            unit: 'ms',
            ...common,
            note: `half within ${(found[Math.floor(found.length / 2)] ?? 0).toFixed(1)}; the slowest ${(found.at(-1) ?? 0).toFixed(1)}`,
          },
        );
        await context.close();
      }
      return rows;
    } finally {
      await browser.close();
      await server.stop();
    }
  },
} satisfies Bench;

/** From the last key until the person stands there, in the page itself. */
async function search(page: Page): Promise<number[]> {
  const times = await page.evaluate(
    async ({ count, all }) => {
      const field = document.querySelector<HTMLInputElement>('#scanner-code');
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const taken: number[] = [];
      const type = (text: string) => {
        set?.call(field, text);
        field?.dispatchEvent(new Event('input', { bubbles: true }));
      };
      for (let n = 0; n < count; n += 1) {
        const wanted = (n * 7919) % all;
        const name = `Jürgen ${wanted} `;
        type('');
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const began = performance.now();
        // A name that all of them have with the number that only one has, and a start number alone.
        type(n % 2 ? `${wanted}` : `mull ${1_000_000 + wanted}`);
        while (
          ![...document.querySelectorAll('.scanner-matches strong')].some((one) => one.textContent?.startsWith(name))
        )
          await new Promise((resolve) => {
            const channel = new MessageChannel();
            channel.port1.onmessage = resolve;
            channel.port2.postMessage(null);
          });
        taken.push(performance.now() - began);
      }
      return taken;
    },
    { count: searches, all: tickets },
  );
  return times.sort((a, b) => a - b);
}
