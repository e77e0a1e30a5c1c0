import { expect, test } from 'vitest';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { testShop } from '#tests/support/shop.ts';
import { shown } from '#tests/support/shown.ts';

const anna = 'anna@example.test';

test.each(['/conditions', '/data-protection', '/imprint', '/accessibility', '/support', '/api/docs'])(
  '%s speaks both languages and brings no script',
  async (path) => {
    const shop = await testShop();
    const german = await (await shop.visitor({ acceptLanguage: 'de' }).fetch(path)).text();
    const english = await (await shop.visitor({ acceptLanguage: 'en' }).fetch(path)).text();
    expect(german).toContain('lang="de"');
    expect(english).toContain('lang="en-US"');
    expect(german).not.toMatch(/screens\.[a-z]|<script|style=|\{(operator|contact)\}/);
    expect(english).not.toMatch(/screens\.[a-z]|<script|style=|\{(operator|contact)\}/);
  },
);

test('robots and icons are answered', async () => {
  const shop = await testShop();
  expect(await (await shop.visitor().fetch('/robots.txt')).text()).toContain('Disallow: /admin');
  expect((await shop.visitor().fetch('/favicon.ico')).headers.get('content-type')).toBe('image/svg+xml');
});

test('security.txt names the operator as whom to write to, for three months', async () => {
  const shop = await testShop();
  const answer = await shop.visitor().fetch('/.well-known/security.txt');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toBe(`Contact: mailto:${shop.deps.config.contactEmail}
Expires: 2026-05-31T09:00:00.000Z
Preferred-Languages: de, en
Canonical: http://shop.test/.well-known/security.txt
`);
});

test('a page that is not there says so and leads on', async () => {
  const shop = await testShop();
  const answer = await shop.visitor().fetch('/nowhere');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('href="/support"');
});

test('whoever manages nothing yet reads at the closed door how one comes in', async () => {
  const shop = await testShop();
  const runner = await shop.login(anna);
  const refused = await runner.fetch('/admin/events');
  expect(refused.status).toBe(403);
  expect(shown(await refused.text())).toContain('Wurdest du eingeladen, logg dich mit der Adresse ein');
  const event = await (await runner.fetch('/events/999')).text();
  expect(shown(event)).not.toContain('Wurdest du eingeladen');
});

test('whoever works for an organizer reads at a closed door that the role is not enough, and is led to what is theirs', async () => {
  const shop = await testShop();
  const organizerId = await shop.deps.write(async (work) => {
    const id = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, id, 'desk@club.example', null, 'desk');
    await addOrganizerUser(work, id, 'gate@club.example', null, 'gate');
    return id;
  });
  for (const [who, path, own] of [
    ['desk@club.example', `/admin/organizer/${organizerId}`, '/admin'],
    ['gate@club.example', '/admin/orders', '/scan'],
  ] as const) {
    const refused = await (await shop.login(who)).fetch(path);
    const page = shown(await refused.text());
    expect([refused.status, page.includes('Deine Rolle reicht hier nicht')]).toEqual([403, true]);
    expect(page).toMatch(new RegExp(`<main[^]*href="${own}"`));
    expect(page).not.toContain('Wurdest du eingeladen');
  }
});

test('the mailbox shows mails as JSON, as a page, and in a frame that can do nothing', async () => {
  const shop = await testShop();
  const visitor = shop.visitor();
  for (const email of [anna, 'berta@example.test']) await visitor.json('POST', '/api/auth/code/send-mail', { email });
  const json = { headers: { accept: 'application/json' } };
  const all = (await (await visitor.fetch('/dev/mailbox', json)).json()) as Record<string, unknown>[];
  expect(all.map((mail) => mail.to)).toEqual(['berta@example.test', anna]);
  const [mail] = (await (await visitor.fetch(`/dev/mailbox?to=${anna}`, json)).json()) as Record<string, unknown>[];
  expect(mail).toMatchObject({ to: anna, createdAt: '2026-03-02T09:00:00.000Z', attachments: [] });
  expect(shown(await (await visitor.fetch('/dev/mailbox')).text())).toContain(anna);
  const narrowed = shown(await (await visitor.fetch('/dev/mailbox?to=Anna@example.test&sort=subject&dir=asc')).text());
  expect([narrowed.includes(anna), narrowed.includes('berta@')]).toEqual([true, false]);
  const file = await visitor.fetch('/dev/mailbox.csv?to=berta@example.test');
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(2);
  const page = await visitor.fetch(`/dev/mailbox/${mail?.id}`);
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'");
  expect(await page.text()).toContain('sandbox=');
  const html = await visitor.fetch(`/dev/mailbox/${mail?.id}/html`);
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/);
  expect((await visitor.fetch('/dev/mailbox/999')).status).toBe(404);
});

test('outside the demo there is no mailbox', async () => {
  const shop = await testShop({ demo: false });
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/send-mail', { email: anna });
  for (const path of [
    '/dev/mailbox',
    '/dev/mailbox.csv',
    '/dev/mailbox/1',
    '/dev/mailbox/1/html',
    '/dev/mailbox/1/attachments/1',
  ]) {
    expect((await visitor.fetch(path, { headers: { accept: 'application/json' } })).status).toBe(404);
  }
});
