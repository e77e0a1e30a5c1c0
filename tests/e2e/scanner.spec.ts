/** The gate with a camera: Chromium films a picture of a ticket's code, and the scanner reads it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import QRCode from 'qrcode';
import { call } from '../support/crowd.ts';
import { expect, logIn, look, mailTo, newOrganizer, test } from './fixtures.ts';
import { raceWith } from './race.ts';

/** One frame of 640 × 480 in which the code stands in the middle, as an uncompressed film (YUV4MPEG2). */
function filmOf(text: string): Uint8Array {
  const [width, height, scale] = [640, 480, 10];
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const brightness = new Uint8Array(width * height).fill(235);
  const left = Math.floor((width - modules.size * scale) / 2);
  const top = Math.floor((height - modules.size * scale) / 2);
  for (let y = 0; y < modules.size * scale; y++) {
    for (let x = 0; x < modules.size * scale; x++) {
      if (modules.get(Math.floor(y / scale), Math.floor(x / scale))) brightness[(top + y) * width + left + x] = 16;
    }
  }
  const colours = new Uint8Array((width * height) / 2).fill(128);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, colours]);
  return Buffer.concat([head, frame, frame]);
}

test('the camera reads a ticket, and reads it once', { tag: '@phone' }, async ({
  server,
  adminApi,
  texts,
  launchOptions,
  baseURL,
}) => {
  // A ticket that nobody scans or cancels meanwhile.
  const { orderIds } = await raceWith(server, adminApi, 'Kameralauf', ['Kamera']);
  await call(server, 'PATCH', `/api/admin/orders/${orderIds[0]}/status`, { status: 'complete' }, adminApi);
  const mail = await mailTo(server, 'kamera@listen.example', /T1\.\d+\.\d+\.[0-9A-Z]{16}/);
  const code = /T1\.(\d+)\.\d+\.[0-9A-Z]{16}/.exec(mail.text) as RegExpExecArray;
  const folder = await mkdtemp(join(tmpdir(), 'film-'));
  const film = join(folder, 'ticket.y4m');
  await writeFile(film, filmOf(code[0]));
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const context = await browser.newContext({ baseURL, locale: 'de-AT', viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const organizer = await newOrganizer(server, adminApi, 'gate');
    await logIn(page, server, organizer, `/scan?event=${code[1]}`);
    await page.locator('[data-island=Scanner] .scanner-camera').waitFor();
    await page.getByRole('button', { name: texts.t('checkin.scan.camera') }).click();
    const answer = page.locator('.scan-answer');
    await expect(answer).toHaveAttribute('data-result', 'SCAN_SUCCESS', { timeout: 15_000 });
    await look(page, 'scanned-by-camera');
    // The same code stays before the camera, which is still the same scan; typed, it is another one.
    await expect(answer).toHaveCount(0);
    await page.locator('input[name=code]').fill(code[0]);
    await page.getByRole('button', { name: texts.t('checkin.scan.submit'), exact: true }).click();
    await expect(answer).toHaveAttribute('data-result', 'ALREADY_SCANNED');
    await expect(page.getByText(texts.t('checkin.scan.queueEmpty'))).toBeVisible();
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
});
