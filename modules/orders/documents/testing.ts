/** Invented papers: for tests and for looking at while drawing. Words come from the locale files. */
import { readFileSync } from 'node:fs';
import { cents } from '#src/kernel/money.ts';
import type { DocumentLanguage, OrderConfirmationData, ParticipantConfirmationData } from './data.ts';
import { orderLabelsFrom, ticketLabelsFrom } from './data.ts';

type Read = (key: string) => string;

export function documentWords(locale: 'de' | 'en-us'): Read {
  const texts = JSON.parse(readFileSync(`locales/${locale}/documents.json`, 'utf8')) as Record<string, string>;
  return (key) => {
    const text = texts[key];
    if (!text) throw new Error(`no text for ${key}`);
    return text;
  };
}

const euros = (language: DocumentLanguage) => (cents: number) => {
  const amount = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' });
  return amount.format(cents / 100);
};

const eventIn = (language: DocumentLanguage) =>
  language === 'de'
    ? { title: 'Donaulauf 2026', date: 'Sonntag, 17. Mai 2026', place: 'Hauptplatz, Linz' }
    : { title: 'Danube Run 2026', date: 'Sunday, May 17, 2026', place: 'Main Square, Linz' };

export function sampleTicket(
  language: DocumentLanguage,
  t: Read,
  qr: Uint8Array,
  change: Partial<ParticipantConfirmationData> = {},
): ParticipantConfirmationData {
  const isGerman = language === 'de';
  return {
    language,
    organizer: {
      name: 'Laufverein Donau',
      lines: ['Hauptplatz 1, 4020 Linz', 'info@laufverein.example', 'ZVR 123456789'],
    },
    platform: t('documents.platform').replace('{platform}', 'Startblock'),
    event: eventIn(language),
    competition: {
      title: isGerman ? 'Halbmarathon' : 'Half marathon',
      start: isGerman ? '17. Mai 2026, 09:30 Uhr' : 'May 17, 2026, 9:30 AM',
    },
    figure: { label: t('documents.ticket.bib'), value: '1042' },
    participant: {
      name: 'Zoë Wałęsa-Großmann',
      team: null,
      facts: [
        { label: t('documents.ticket.birthYear'), value: '1994' },
        { label: isGerman ? 'Nation' : 'Nationality', value: isGerman ? 'Österreich' : 'Austria' },
      ],
    },
    answers: [
      { label: isGerman ? 'Verein' : 'Club', value: 'LC Łódź' },
      { label: isGerman ? 'T-Shirt-Größe' : 'Shirt size', value: 'M' },
    ],
    articles: isGerman ? ['1 × Finisher-Shirt, M', '2 × Nudelparty'] : ['1 × Finisher shirt, M', '2 × Pasta party'],
    startInfo: isGerman
      ? [
          'Startnummernausgabe: Samstag, 16. Mai, 10–18 Uhr, und Sonntag ab 7 Uhr im Zelt am Hauptplatz.',
          'Bring diese Karte ausgedruckt oder am Telefon mit. Der Zeitnehmungschip ist in der Startnummer.',
          'Garderobe und Duschen findest du 200 m vom Start in der Sporthalle.',
        ]
      : [
          'Bib pick-up: Saturday, May 16, 10 AM–6 PM, and Sunday from 7 AM in the tent on Main Square.',
          'Bring this card on paper or on your phone. The timing chip is inside the bib.',
          'Bag drop and showers are in the sports hall, 200 m from the start.',
        ],
    orderNumber: 'SB10004271',
    code: 'T1.7.4711.0123456789ABCDEF',
    qr,
    codeText: 'QR-Code',
    labels: ticketLabelsFrom(t),
    ...change,
  };
}

export function sampleOrder(
  language: DocumentLanguage,
  t: Read,
  change: Partial<OrderConfirmationData> = {},
): OrderConfirmationData {
  const isGerman = language === 'de';
  const name = 'Zoë Wałęsa-Großmann';
  return {
    language,
    organizer: {
      name: 'Laufverein Donau',
      lines: ['Hauptplatz 1, 4020 Linz', 'ZVR 123456789, UID ATU12345678', 'info@laufverein.example'],
    },
    platform: t('documents.platform').replace('{platform}', 'Startblock'),
    orderNumber: '100042',
    orderDate: isGerman ? '10. Jänner 2026' : 'January 10, 2026',
    status: { word: t('documents.order.status.complete'), tone: 'good' },
    event: eventIn(language),
    addresses: [
      {
        label: isGerman ? 'Kontaktadresse' : 'Contact address',
        lines: [name, 'Straße der Einheit 7a', '4020 Linz', isGerman ? 'Österreich' : 'Austria'],
      },
    ],
    lines: [
      {
        name: isGerman ? 'Halbmarathon' : 'Half marathon',
        detail: name,
        quantity: 1,
        unitCents: cents(3900),
        totalCents: cents(3900),
      },
      { name: 'Finisher-Shirt', detail: 'M', quantity: 2, unitCents: cents(1990), totalCents: cents(3980) },
      {
        name: isGerman ? 'Gutschein' : 'Voucher',
        detail: 'VEREIN10',
        quantity: 1,
        unitCents: cents(-390),
        totalCents: cents(-390),
      },
      {
        name: isGerman ? 'Bearbeitungsgebühr' : 'Processing fee',
        quantity: 1,
        unitCents: cents(150),
        totalCents: cents(150),
      },
    ],
    taxes: [
      { rate: '20 %', netCents: cents(3442), taxCents: cents(688), grossCents: cents(4130) },
      { rate: '10 %', netCents: cents(3191), taxCents: cents(319), grossCents: cents(3510) },
    ],
    totalCents: cents(7640),
    payment: {
      way: isGerman ? 'Visa, bezahlt am 10. Jänner 2026' : 'Visa, paid on January 10, 2026',
      facts: [],
    },
    notes: [t('documents.order.noInvoice')],
    withdrawal: null,
    money: euros(language),
    labels: orderLabelsFrom(t),
    ...change,
  };
}
