import { expect, test } from 'vitest';
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
