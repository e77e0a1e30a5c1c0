import { expect, test } from 'vitest';
import { contrast } from '#src/ui/theme.ts';
import { type MailBody, renderMail } from './frame.tsx';

const body: MailBody = {
  lang: 'de',
  preheader: 'Dein Startplatz ist sicher.',
  brand: 'Donaulauf',
  blocks: [
    { kind: 'heading', text: 'Du bist dabei!' },
    { kind: 'paragraph', text: 'Hallo Anna <script>alert(1)</script>,\ndanke & bis bald.' },
    { kind: 'facts', facts: [{ label: 'Bestellung', value: 'SB10004271' }] },
    { kind: 'code', label: 'Dein Anmeldecode', code: '123456' },
    { kind: 'button', label: 'Bestellung ansehen', url: 'https://example.test/orders/7?a=1&b=2' },
    { kind: 'list', items: ['Ausweis', 'Startkarte'] },
    {
      kind: 'totals',
      lines: [{ label: 'Halbmarathon', amount: '39,00 €' }],
      total: { label: 'Gesamt', amount: '40,50 €' },
    },
    { kind: 'picture', inlineId: 'pay', alt: 'QR-Code für die Überweisung', width: 200 },
    { kind: 'bib', label: 'Startnummer', figure: '1042', name: 'Anna Gruber', lines: ['Halbmarathon'] },
  ],
  footer: ['Laufverein Beispiel, 4020 Linz'],
};

test('HTML and text say the same', () => {
  const { html, text } = renderMail('Betreff', body);
  for (const fact of [
    'Du bist dabei!',
    'SB10004271',
    '123456',
    'Ausweis',
    '40,50 €',
    '1042',
    'Anna Gruber',
    '4020 Linz',
  ]) {
    expect(html).toContain(fact);
    expect(text).toContain(fact);
  }
  expect(html).toContain('lang="de"');
  expect(html).toContain('alt="QR-Code für die Überweisung"');
  expect(text).toContain('https://example.test/orders/7?a=1&b=2');
});

test('merged values are escaped in HTML and verbatim in the text', () => {
  const { html, text } = renderMail('Betreff', body);
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;');
  expect(text).toContain('danke & bis bald');
});

test('an address that is none of the web becomes no link', () => {
  const { html } = renderMail('x', { ...body, blocks: [{ kind: 'button', label: 'x', url: 'javascript:alert(1)' }] });
  expect(html).not.toMatch(/href=/);
});

test('nothing is loaded from elsewhere, and it is far below what programs clip', () => {
  const { html } = renderMail('Betreff', body);
  expect(html).not.toMatch(/src="http|@import|url\(|<link/);
  expect(html.length).toBeLessThan(102_000 / 4);
});

test('the subject is one line', () => expect(renderMail('Dein\r\nLauf\u2028!', body).subject).toBe('Dein Lauf !'));

/** The colours of every piece of text, as the elements around it say in their inline styles: `[text, ink, ground]`. */
function coloursIn(html: string): [string, string, string][] {
  const stack: { tag: string; ink: string; ground: string }[] = [{ tag: '', ink: '#000000', ground: '#ffffff' }];
  const texts: [string, string, string][] = [];
  for (const [, text = '', tag = ''] of html.slice(html.indexOf('<body')).matchAll(/([^<]*)<([^>]*)>/g)) {
    const now = stack.at(-1) ?? expect.fail('an open element');
    if (text.trim() !== '') texts.push([text.trim(), now.ink, now.ground]);
    const name = /^\/?([a-z0-9]+)/.exec(tag)?.[1] ?? '';
    if (tag.startsWith('/'))
      stack.splice(
        Math.max(
          1,
          stack.findLastIndex((each) => each.tag === name),
        ),
      );
    else if (!tag.endsWith('/')) {
      const style = /style="([^"]*)"/.exec(tag)?.[1] ?? '';
      const ink = /(?:^|;)color:(#[0-9a-f]{6})/.exec(style)?.[1] ?? now.ink;
      const ground = /(?:^|;)background-color:(#[0-9a-f]{6})/.exec(style)?.[1] ?? now.ground;
      stack.push({ tag: name, ink, ground });
    }
  }
  return texts;
}

test.each(['#1f45d6', '#ffe600', '#ffffff', '#000000', '#7fd4c1', '#c40000'])(
  'every text can be read, with the accent %s (WCAG AA)',
  (accent) => {
    const texts = coloursIn(renderMail('Betreff', { ...body, accent }).html);
    expect(texts.length).toBeGreaterThan(15);
    for (const [text, ink, ground] of texts) expect([text, contrast(ink, ground) >= 4.5]).toEqual([text, true]);
  },
);
