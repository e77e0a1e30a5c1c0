/** The gate with a camera: Chromium films a picture of a ticket's code, and the scanner reads it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import QRCode from 'qrcode';
import { call } from '../support/crowd.ts';
import { expect, logIn, look, mailTo, newOrganizer, test } from './fixtures.ts';
import { openPhone } from './gate.ts';
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

test('two cameras to choose from, a closer look, and an answer to be heard and felt', { tag: '@phone' }, async ({
  server,
  adminApi,
  texts: { t },
  launchOptions,
  baseURL,
}) => {
  const { eventId } = await raceWith(server, adminApi, 'Lauf mit zwei Kameras', ['Zwei']);
  const organizer = await newOrganizer(server, adminApi, 'cameras');
  const cameras = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=device-count=2'];
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cameras] });
  try {
    const context = await browser.newContext({ baseURL, locale: 'de-AT', viewport: { width: 360, height: 740 } });
    await context.addCookies([{ name: 'ccn-interacted', value: 'necessary', url: baseURL }]);
    await context.addInitScript(() => {
      const told = { hertz: [] as number[], shaken: [] as unknown[] };
      Object.assign(window, { told });
      const start = AudioScheduledSourceNode.prototype.start;
      AudioScheduledSourceNode.prototype.start = function (when) {
        told.hertz.push((this as OscillatorNode).frequency.value);
        start.call(this, when);
      };
      Navigator.prototype.vibrate = (pattern) => told.shaken.push(pattern) > 0;
    });
    const page = await context.newPage();
    await logIn(page, server, organizer, `/scan?event=${eventId}`);
    const cdp = await browser.newBrowserCDPSession();
    const { targetInfos } = await cdp.send('Target.getTargets');
    const browserContextId = targetInfos.find(({ url }) => url === page.url())?.browserContextId ?? '';
    const permission = { name: 'camera', panTiltZoom: true };
    await cdp.send('Browser.setPermission', { permission, setting: 'granted', origin: baseURL, browserContextId });
    const start = page.getByRole('button', { name: t('checkin.scan.camera'), exact: true });
    await start.click();
    const choice = page.getByLabel(t('checkin.scan.whichCamera'));
    await expect(choice.locator('option')).toHaveText([/fake_device_0/, /fake_device_1/]);
    await choice.selectOption({ index: 1 });
    const track = (name: 'label' | 'zoom') =>
      page.evaluate((wanted) => {
        const [shown] = (document.querySelector('video')?.srcObject as MediaStream | null)?.getVideoTracks() ?? [];
        return wanted === 'label' ? shown?.label : (shown?.getSettings() as { zoom?: number } | undefined)?.zoom;
      }, name);
    await expect.poll(() => track('label')).toMatch(/fake_device_1/);
    const closer = page.getByLabel(t('checkin.scan.zoom'));
    expect(await track('zoom')).toBe(100);
    await closer.fill('250');
    await expect.poll(() => track('zoom')).toBe(250);
    // These cameras have no light, so there is none to switch on.
    await expect(page.getByRole('button', { name: t('checkin.scan.torch') })).toHaveCount(0);
    await look(page, 'camera-controls');
    await page.reload();
    await start.click();
    await expect.poll(() => track('label')).toMatch(/fake_device_1/);

    const told = () =>
      page.evaluate(() => (window as unknown as { told: { hertz: number[]; shaken: unknown[] } }).told);
    const refuse = async (n: number) => {
      await page.locator('input[name=code]').fill(`T1.${eventId}.${n}.0123456789ABCDEF`);
      await page.locator('input[name=code]').press('Enter');
      await expect(page.locator('.scan-answer')).toHaveAttribute('data-result', 'NOT_FOUND');
      await page.getByRole('link', { name: t('checkin.scan.next') }).click();
    };
    expect(await told()).toEqual({ hertz: [], shaken: [] });
    await refuse(1);
    expect(await told()).toEqual({ hertz: [165], shaken: [[400]] });
    await page.getByLabel(t('checkin.scan.sound')).uncheck();
    await page.getByLabel(t('checkin.scan.shake')).uncheck();
    await refuse(2);
    expect(await told()).toEqual({ hertz: [165], shaken: [[400]] });
  } finally {
    await browser.close();
  }
});

test('scanner and device go on the home screen, each with a beginning of its own', { tag: '@desktop' }, async ({
  server,
  adminApi,
  texts,
  browser,
  page: office,
}) => {
  const { eventId } = await raceWith(server, adminApi, 'Lauf auf dem Startbildschirm', ['Start']);
  await logIn(office, server, await newOrganizer(server, adminApi, 'homescreen'), `/scan?event=${eventId}`);
  const problems = async (page: Page) => {
    const cdp = await page.context().newCDPSession(page);
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    // A journey's browser keeps nothing, and says so.
    return installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  };
  const beginsAt = async (page: Page) => {
    const address = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
    const manifest = await (await page.request.get(address)).json();
    expect(manifest).toMatchObject({ display: 'standalone', scope: '/scan' });
    expect((await page.request.get(manifest.start_url)).status()).toBe(200);
    return manifest.start_url as string;
  };
  expect(await problems(office)).toEqual([]);
  expect(await beginsAt(office)).toBe(`/scan?event=${eventId}`);
  const phone = await openPhone(office, browser, texts, { eventId, gate: 'Nord', handsOut: false });
  expect(await problems(phone)).toEqual([]);
  expect(await beginsAt(phone)).toBe(new URL(phone.url()).pathname);
  await phone.goto('/scan/open');
  expect(await problems(phone)).toEqual([]);
  // The control: a page that is no app names no manifest, and not every browser says more of it.
  await phone.goto('/');
  await expect(phone.locator('link[rel=manifest]')).toHaveCount(0);
  await phone.context().close();
});
