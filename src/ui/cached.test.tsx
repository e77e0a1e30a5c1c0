import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { translatorFor } from '#src/texts/locale.ts';
import { CachedMarkup, useCached } from './cached.tsx';
import { type Page, PageContext, usePage } from './page.tsx';

const manifest = { runtime: '', hydrate: '', hydrateDeps: [], islands: {}, css: '', files: {} };
const page: Page = {
  i18n: translatorFor('de'),
  assets: { manifest },
  csrfToken: 'token-1',
  path: '/admin',
  origin: 'https://shop.example',
  viewer: null,
};
let drawn = 0;
function Token(): ReactElement {
  drawn += 1;
  const { csrfToken, i18n } = usePage();
  return <b>{`${csrfToken} ${i18n.locale}`}</b>;
}
function Part({ isNamed, shows }: { isNamed: boolean; shows: string }): ReactElement {
  const { csrfToken } = usePage();
  const markup = useCached('part', isNamed ? { csrfToken } : {});
  const draw = () => (
    <>
      <i>{shows}</i>
      <Token />
    </>
  );
  return <p dangerouslySetInnerHTML={{ __html: markup({ shows }, draw) }} />;
}
const shown = (of: Page, shows = 'one', isNamed = true) =>
  renderToString(
    <PageContext value={of}>
      <Part shows={shows} isNamed={isNamed} />
    </PageContext>,
  );

test('a part is rendered once for what it shows, for whom and in which language', () => {
  drawn = 0;
  const first = shown(page);
  expect(first).toBe('<p><i>one</i><b>token-1 de</b></p>');
  expect(shown({ ...page, path: '/admin/orders' })).toBe(first);
  expect(drawn).toBe(1);
  expect(shown(page, 'two')).toContain('<i>two</i>');
  expect(shown({ ...page, csrfToken: 'token-2' })).toContain('token-2 de');
  expect(shown({ ...page, i18n: translatorFor('en-us') })).toContain('token-1 en-us');
  expect(drawn).toBe(4);
  expect(shown(page)).toBe(first);
  expect(drawn).toBe(4);
});

test('a part that asks for what is not in its key is refused, so nothing of one person is kept for another', () => {
  expect(() => shown(page, 'one', false)).toThrow('csrfToken, which is not in its key');
});

test('what is asked for stays, what is not goes, and what is too large is not kept', () => {
  const kept = new CachedMarkup();
  let made = 0;
  const get = (key: string, letters: number) =>
    kept.get(key, () => {
      made += 1;
      return 'x'.repeat(letters);
    });
  get('often', 10);
  for (let at = 0; at < 1000; at += 1) {
    get(`seldom ${at}`, 10_000);
    get('often', 10);
  }
  expect(made).toBe(1001);
  get('seldom 0', 10_000);
  expect(made).toBe(1002);
  get('large', 100_000);
  get('large', 100_000);
  expect(made).toBe(1004);
  expect(kept.letters).toBeLessThan(2 * 2 ** 20);
});
