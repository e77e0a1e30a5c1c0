import { onTestFinished } from 'vitest';
import type { OidcError } from '#dev/openid-provider/people.ts';
import { type SimulatedName, type Simulator, startSimulator } from '#tests/support/openid-provider.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

export async function shopWithProviders(
  options: { kinds?: Parameters<typeof startSimulator>[0]; env?: Record<string, string> } = {},
): Promise<{ shop: TestShop; simulator: Simulator }> {
  const simulator = await startSimulator(options.kinds);
  onTestFinished(() => simulator.stop());
  const shop = await testShop({ demo: false, env: { ...simulator.env, ...options.env } });
  simulator.connect({ publicUrl: shop.deps.config.publicUrl, clock: shop.clock });
  return { shop, simulator };
}

export type Choice = {
  person?: 'anna' | 'jonas' | 'mira';
  email?: string;
  fault?: OidcError;
  answer?: 'allow' | 'cancel' | 'error';
  share?: 'email' | '';
};

export async function atProvider(authorizationUrl: string, choice: Choice = {}) {
  const url = new URL(authorizationUrl);
  const page = await fetch(url);
  if (page.status !== 200) throw new Error(`the provider answered ${page.status}`);
  const answer = await fetch(`${url.origin}${url.pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      ...Object.fromEntries(url.searchParams),
      person: 'anna',
      share: 'email',
      fault: 'none',
      answer: 'allow',
      ...choice,
    }),
  });
  const location = answer.headers.get('location');
  if (location) return { method: 'get' as const, url: new URL(location), fields: {} };
  const html = await answer.text();
  const action = /<form\b[^>]* action="([^"]+)"/.exec(html)?.[1] ?? '';
  const fields = Object.fromEntries(
    [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  );
  return { method: 'post' as const, url: new URL(action), fields };
}

const pathOf = (url: URL) => url.pathname + url.search;

export async function loginBy(who: Caller, provider: SimulatedName, choice: Choice = {}, to = '/settings') {
  const started = await who.fetch(`/auth/with/${provider}?to=${encodeURIComponent(to)}`);
  const back = await atProvider(started.headers.get('location') ?? '', choice);
  return comeBack(who, back);
}

export async function comeBack(who: Caller, back: Awaited<ReturnType<typeof atProvider>>): Promise<string> {
  let path = pathOf(back.url);
  if (back.method === 'post') {
    // A cross-site request brings no Lax cookies, and its own origin.
    const cookies = new Map(who.cookies);
    who.cookies.clear();
    const posted = await who.fetch(path, {
      method: 'POST',
      body: new URLSearchParams(back.fields),
      headers: { origin: 'http://provider.test' },
    });
    for (const [name, value] of cookies) who.cookies.set(name, value);
    if (posted.status !== 303) return `${posted.status}`;
    path = posted.headers.get('location') ?? '';
  }
  const answer = await who.fetch(path);
  return answer.status === 303 ? (answer.headers.get('location') ?? '') : `${answer.status}`;
}

export const codeOf = (path: string): string | null => new URL(path, 'http://shop.test').searchParams.get('code');

export async function enterMailedCode(shop: TestShop, who: Caller, email: string, to = '/settings'): Promise<string> {
  await who.form('/auth', { email, to, way: 'code' });
  const found = (await shop.mails(email)).map((mail) => /^\d{6}$/m.exec(mail.text)?.[0]).find(Boolean);
  const answer = await who.form('/enter-code', { code: found ?? '', to });
  return answer.headers.get('location') ?? `${answer.status}`;
}
