/** What journeys of race day have in common: a race of today, phones that are handed out, and a network that is cut. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ticketCodeOf } from '#modules/checkin/ticket-mac.ts';
import { makeSigner } from '#src/access/signer.ts';
import { call, guest, type Session } from '../support/crowd.ts';
import type { RunningServer } from '../support/server.ts';
import { expect } from './fixtures.ts';
import type { Texts } from './texts.ts';

type Kept = { order: { competitions: { teams: { participants: { id: number }[] }[] }[] } };
type Race = { eventId: number; codes: string[] };

/**
 * A race of today with paid orders of fifty each, and the codes of all tickets. Tickets wait for start numbers, so that
 * nothing is drawn and mailed while somebody scans; the codes are made with the secret of this server.
 */
export async function raceOfToday(server: RunningServer, admin: Session, title: string, people: number): Promise<Race> {
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const post = async (path: string, body: object, session = admin) =>
    (await call(server, 'POST', path, body, session)).json;
  const made = await post('/api/admin/events', {
    title,
    organizerId: 1,
    startTimestamp: at,
    endTimestamp: at,
    needsBibForMail: true,
  });
  const eventId = Number(made.eventId);
  const competition = await post(`/api/admin/competitions/${eventId}`, {
    title: '10 km',
    totalTicketCount: 500,
    timestamp: at,
  });
  const { id: competitionId } = competition.competition as { id: number };
  await post(`/api/admin/competition-prices/${competitionId}`, { price: 2500, quantity: 500 });
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, admin);
  const buyer = await guest(server, eventId);
  const email = `all-${eventId}@gate.example`;
  const signer = makeSigner((await readFile(join(server.dataDir, 'secret'), 'utf8')).trim());
  const codes: string[] = [];
  for (let from = 0; from < people; from += 50) {
    const starters = Array.from({ length: Math.min(50, people - from) }, (_, index) => ({
      localId: `p${from + index}`,
      firstName: 'Lauf',
      lastName: `Nummer${String(from + index).padStart(3, '0')}`,
      email,
      birthDate: '1990-05-01',
      gender: 'female',
    }));
    const booking = {
      teams: starters.map((starter) => ({ competitionId, participants: [starter] })),
      totalPrice: starters.length * 2500,
      termsAccepted: true,
      eventConditionsAccepted: true,
    };
    const { status, json } = await call(server, 'POST', `/api/events/${eventId}/book`, booking, buyer);
    expect([status, json]).toEqual([201, expect.anything()]);
    const order = `/api/admin/orders/${Number(json.orderId)}`;
    await call(server, 'PATCH', `${order}/status`, { status: 'complete' }, admin);
    const read = await fetch(server.url + order, { headers: { cookie: admin.cookie } });
    const { order: kept } = (await read.json()) as Kept;
    for (const { teams } of kept.competitions)
      for (const { id } of teams.flatMap(({ participants }) => participants))
        codes.push(ticketCodeOf(signer, eventId, id));
  }
  expect(codes).toHaveLength(people);
  return { eventId, codes };
}

/** Hands out a device on the organizer's page, and opens its link on a phone. */
export async function openPhone(
  office: Page,
  browser: Browser,
  { t, locale }: Texts,
  { eventId, gate, handsOut }: { eventId: number; gate: string; handsOut: boolean },
): Promise<Page> {
  await office.goto(`/admin/events/${eventId}/devices`);
  await office.getByLabel(t('gate.devices.gate')).fill(gate);
  if (handsOut) await office.getByLabel(t('gate.devices.mayHandOut')).check();
  await office.getByRole('button', { name: t('gate.devices.make') }).click();
  const link = (await office.locator('.gate-device-address').first().textContent()) ?? '';
  // A browser of its own: that nothing answers without a network stands in its console, too.
  const { origin } = new URL(link);
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: locale === 'de' ? 'de-AT' : 'en-US',
  });
  await context.addCookies([{ name: 'ccn-interacted', value: 'necessary', url: origin }]);
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(phone.locator('input[name=code]')).toHaveValue(/^\d+(-[0-9A-Z]{4}){4}$/);
  expect(new URL(phone.url()).hash).toBe('');
  await phone.getByRole('button', { name: t('gate.open.start') }).click();
  await phone.waitForURL(/\/scan\/devices\/\d+$/);
  return phone;
}

export const count = ({ t }: Texts, key: 'readyOffline' | 'queue', n: number): string =>
  t(`checkin.scan.${key}`, { count: String(n) });

/** A scanner with a cable types the code in a moment, wherever the focus is. */
export const typeCode = (page: Page, code: string): Promise<void> =>
  page.evaluate((text) => {
    for (const key of [...text, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, code);

export async function scan(page: Page, code: string, result: string): Promise<void> {
  await typeCode(page, code);
  await expect(page.locator('.scan-answer')).toHaveAttribute('data-result', result);
}

/** The worker has the page when the network goes. */
export const readyToReload = (page: Page): Promise<unknown> =>
  page.waitForFunction(async () => {
    for (const name of await caches.keys()) {
      const kept = await (await caches.open(name)).keys();
      const paths = kept.map(({ url }) => new URL(url).pathname);
      if (paths.includes(location.pathname) && paths.filter((path) => path.startsWith('/assets/')).length > 5)
        return true;
    }
    return false;
  });

export const attendance = async (server: RunningServer, admin: Session, eventId: number) => {
  const { json } = await call(server, 'GET', `/api/admin/events/${eventId}/admissions`, undefined, admin);
  return json as {
    competitions: { inside: number; handedOut: number }[];
    admittedTwice: number[];
    handedOutTwice: number[];
  };
};

export async function withoutNetwork<T>(contexts: readonly BrowserContext[], work: () => Promise<T>): Promise<T> {
  for (const context of contexts) await context.setOffline(true);
  const done = await work();
  for (const context of contexts) await context.setOffline(false);
  return done;
}
