import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { translatorFor } from '#src/texts/locale.ts';
import { Island } from '#src/web/island.tsx';
import { AdminLayout, currentLink, Layout } from '#src/web/layout.tsx';
import { CheckboxField, DateField, fieldId, RadioCards, TextField } from './field.tsx';
import { ErrorSummary, Form } from './form.tsx';
import { type Page, PageContext } from './page.tsx';
import { withQuery } from './paths.ts';
import { Pager, Table } from './table.tsx';

const manifest = {
  runtime: '/assets/runtime-1.js',
  hydrate: '/assets/hydrate-1.js',
  hydrateDeps: ['/assets/part-1.js'],
  islands: { Greeting: { src: '/assets/Greeting-1.js', deps: ['/assets/part-1.js'] } },
  css: '/assets/main-1.css',
  files: { 'icons/favicon.svg': '/assets/favicon-1.svg' },
};
/** The whole document of a page; `document` is a `Layout`, an `AdminLayout` or another full `<html>` element. */
const renderDocument = (page: Page, document: ReactElement): string =>
  `<!DOCTYPE html>${renderToString(<PageContext value={page}>{document}</PageContext>)}`;

const visitor: Page = {
  i18n: translatorFor('de'),
  assets: { manifest },
  csrfToken: null,
  path: '/orders?page=2',
  origin: 'https://shop.example',
  viewer: null,
};
const buyer: Page = {
  ...visitor,
  csrfToken: 'token-1',
  viewer: { email: 'anna@example.org', isSuperAdmin: false, isOrganizer: false, verified: true, isImpersonated: false },
};

describe('the frame', () => {
  test('is a whole document in the visitor’s language', () => {
    const html = renderDocument(visitor, <Layout title="Meine Bestellungen">Hallo</Layout>);
    expect(html).toMatch(/^<!DOCTYPE html><html lang="de"><head>/);
    expect(html).toContain('<title>Meine Bestellungen – Startblock</title>');
    expect(html).toContain('<link rel="canonical" href="https://shop.example/orders"/>');
    expect(html).toContain('<main class="site-main" id="main" tabindex="-1">');
    expect(html).toContain('href="/orders?page=2&amp;lang=en-us"');
    expect(html).toContain('href="/auth"');
    expect(html).toContain('<a class="nav-link" href="/orders" aria-current="page">');
  });

  test('needs neither inline script nor inline style', () => {
    const html = renderDocument(
      buyer,
      <AdminLayout title="Übersicht" groups={[]} switcher={{ current: null, next: [], others: [] }}>
        Hallo
      </AdminLayout>,
    );
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=/);
  });

  test('logs out by a form with the token, and shows the management to organizers alone', () => {
    const html = renderDocument(buyer, <Layout>Hallo</Layout>);
    expect(html).toContain('<form action="/auth/logout" method="post">');
    expect(html).toContain('<input type="hidden" name="csrf" value="token-1"/>');
    expect(html).not.toContain('/admin');
    const organizer = { ...buyer, viewer: { ...buyer.viewer!, isOrganizer: true } };
    expect(renderDocument(organizer, <Layout>Hallo</Layout>)).toContain('href="/admin"');
  });

  test('takes name and colour of a white label', () => {
    const page = { ...visitor, whiteLabel: { name: 'Donaulauf', accent: '#ffd400' } };
    const html = renderDocument(page, <Layout title="Anmeldung">Hallo</Layout>);
    expect(html).toContain('<title>Anmeldung – Donaulauf</title>');
    expect(html).toContain('<link rel="stylesheet" href="/assets/accent-ffd400.css"/>');
  });

  test('marks the nearest link as the current one', () => {
    expect(currentLink('/admin/orders/7?x=1', ['/', '/admin', '/admin/orders'])).toBe('/admin/orders');
    expect(currentLink('/ordersome', ['/', '/orders'])).toBeUndefined();
    expect(withQuery('/?lang=de&q=a', 'lang', 'en-us')).toBe('/?lang=en-us&q=a');
    expect(withQuery('/auth?to=/orders?page=2#a', 'lang', 'de')).toBe('/auth?to=%2Forders%3Fpage%3D2&lang=de#a');
  });
});

describe('fields', () => {
  const show = (element: React.ReactElement) => renderDocument(visitor, element);

  test('tie label, hint and error to the control', () => {
    const html = show(
      <TextField name="people[0].firstName" label="Vorname" hint="Wie im Pass" error="Fehlt." required />,
    );
    expect(html).toContain('<label class="field-label" for="field-people-0-firstName">');
    expect(html).toContain('id="field-people-0-firstName"');
    expect(html).toContain('aria-describedby="field-people-0-firstName-hint field-people-0-firstName-error"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('id="field-people-0-firstName-error">Fehlt.</p>');
  });

  test('keep what was typed', () => {
    expect(show(<DateField name="birthDate" label="Geburtsdatum" defaultValue="31.2.98" />)).toContain(
      'value="31.2.98"',
    );
    expect(show(<CheckboxField name="terms" label="AGB" defaultChecked />)).toContain('checked=""');
    const choices = ['bank', 'card'].map((value) => ({ value, label: value }));
    expect(show(<RadioCards name="pay" label="Zahlung" choices={choices} defaultValue="card" />)).toMatch(
      /checked="" id="field-pay-1"|id="field-pay-1"[^>]*checked=""/,
    );
  });

  test('are listed by the summary of errors, which leads to them', () => {
    const errors = { 'people[0].email': ['Ungültig.'], terms: 'Bitte zustimmen.', fine: [] };
    const html = show(<ErrorSummary title="Zwei Angaben" errors={errors} />);
    expect(html).toContain(`href="#${fieldId('people[0].email')}">Ungültig.</a>`);
    expect(html).toContain('href="#field-terms">Bitte zustimmen.</a>');
    expect(html).not.toContain('field-fine');
    expect(html).toContain('role="alert"');
    expect(show(<ErrorSummary title="Nichts" errors={{}} />)).toBe('<!DOCTYPE html>');
  });

  test('a form that posts carries the token, one that searches does not', () => {
    expect(show(<Form csrfToken="t" action="/x" />)).toContain('name="csrf" value="t"');
    expect(show(<Form csrfToken="t" action="/x" method="get" />)).not.toContain('csrf');
  });
});

describe('lists', () => {
  const columns = [{ key: 'name', title: 'Name', sortable: true, cell: (row: { name: string }) => row.name }];
  const table = (direction: 'asc' | 'desc') =>
    renderDocument(
      visitor,
      <Table
        caption="Läufer"
        columns={columns}
        rows={[{ name: 'Anna' }]}
        rowKey={(row) => row.name}
        sort={{ field: 'name', direction }}
        sortHref={(sort) => `?${sort.field}.${sort.direction}`}
        empty="Niemand"
      />,
    );

  test('turn their order around by a link', () => {
    expect(table('asc')).toContain('aria-sort="ascending"><a class="table-sort" href="?name.desc">');
    expect(table('desc')).toContain('href="?name.asc"');
    expect(table('asc')).toContain('data-label="Name"');
  });

  test('have no pager for a single page', () => {
    const pager = (page: number, pages: number) =>
      renderDocument(visitor, <Pager page={page} pages={pages} href={(n) => `?page=${n}`} />);
    expect(pager(1, 1)).toBe('<!DOCTYPE html>');
    expect(pager(1, 2)).not.toContain('rel="prev"');
    expect(pager(2, 3)).toMatch(/rel="prev" href="\?page=1".*rel="next" href="\?page=3"/);
  });
});

const Greeting = ({ name }: { name: string }) => <p>Hallo {name}</p>;

describe('an island', () => {
  const page = (
    <Layout title="Insel">
      <Island name="Greeting" of={Greeting} props={{ name: '"Łukasz" <b>' }} />
    </Layout>
  );

  test('is rendered on the server, with its script in the head once', () => {
    const html = renderDocument(visitor, page);
    expect(html).toContain('Hallo <!-- -->&quot;Łukasz&quot; &lt;b&gt;</p>');
    expect(html).toContain('data-src="/assets/Greeting-1.js"');
    // What it is given stands behind it, and no text of it ends there.
    expect(html).toContain('</div><script type="application/json">{"name":"\\"Łukasz\\" \\u003cb>"}</script>');
    expect(html.match(/<script[^>]*src="\/assets\/runtime-1\.js"/g)).toHaveLength(1);
    expect(html.match(/rel="modulepreload" href="\/assets\/part-1\.js"/g)).toHaveLength(1);
    expect(html.indexOf('runtime-1.js')).toBeLessThan(html.indexOf('</head>'));
  });

  test('that says it is large is left to whoever renders later, any other is not', () => {
    const asked: string[] = [];
    const renderLater: Page['renderLater'] = ({ name, json, render }) => {
      asked.push(`${name} ${json} ${render()}`);
      return '<!--later-->';
    };
    const island = (isLarge: boolean) => (
      <Island name="Greeting" of={Greeting} props={{ name: 'Kim' }} isLarge={isLarge} />
    );
    expect(renderDocument({ ...visitor, renderLater }, island(false))).toContain('Hallo <!-- -->Kim');
    expect(asked).toEqual([]);
    const later = renderDocument({ ...visitor, renderLater }, island(true));
    expect(later).toContain('<!--later-->');
    expect(later).not.toContain('Hallo');
    expect(asked).toEqual(['Greeting {"name":"Kim"} <p>Hallo <!-- -->Kim</p>']);
    // Outside the application there is nobody else.
    expect(renderDocument(visitor, island(true))).toContain('Hallo <!-- -->Kim');
  });

  test('is the only reason for a script', () => {
    expect(renderDocument(visitor, <Layout title="Still">Hallo</Layout>)).not.toContain('<script');
  });
});
