import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsWebAddress } from './web-address.ts';

test.each([
  'https://win.example',
  'Anna http://x.y',
  'www.gewinn.de',
  'WWW.Gewinn.tld',
  'example.com',
  'Gratis auf gewinn-spiel.com!',
  'EXAMPLE.COM',
  'x.com',
  'example.co.uk',
  'sport.at',
  'Sport.at',
  'münchen-läuft.de',
  'shop.example.de/rabatt',
  'bit.ly/3xYz',
  't.me/kanal',
  'casino.bet',
  'billig.shop',
  'mail an win@spam.com',
  'example。com',
  'example．com',
  'ｅｘａｍｐｌｅ.com',
  'free-crypto.xyz',
  'info@gewinn.tips',
  'mailto:a@b.at',
  'Schreib a@b.wien',
  'выигрыш.рф',
  'gewinn.zip',
  'Gewinn.ZIP',
  'Urlaub.mov',
  'rechnung.top',
  'gratis.live',
  'spiel.win',
  'sieger.wien',
  'lauf.tirol',
  'loppu.fi',
  'xn--mnchen-3ya.de',
  '192.0.2.1',
  'Anna 203.0.113.250 Huber',
  '203.0.113.7:8080/gewinn',
  '\uff11\uff19\uff12.0.2.1',
  'exam\u200bple.com',
  'example\u200b.\u200dcom',
  'example.c\u00adom',
  'exa\u2060mple\ufeff.at',
  'www\u200b.gewinn.de',
  'http:\u200c//gewinn.example',
  '192\u200b.0.2.1',
  'example\u2024com',
  'example\u00b7com',
  'example\u2022com',
  'example\u2027com',
  'example\u22c5com',
  'example\u30fbcom',
  'example\u06d4com',
  'example\uff61com',
  'example\ufe52com',
  '192\u30020\u30022\u30021',
])('%s contains a web address', (name) => {
  expect(holdsWebAddress(name)).toBe(true);
});

test.each([
  'St. Pölten',
  'St.Pölten',
  'st.pölten',
  'Dr.med',
  'Dr.med. Huber',
  'Dr.in',
  'Mag.a',
  'DI.in',
  'Ing.in Maier',
  'Dipl.Ing.',
  'B.Sc.',
  'M.A.',
  'Ph.D.',
  'LL.M.',
  'Mag.phil.',
  'J.R.R. Tolkien',
  'J.R.R.Tolkien',
  'Müller-Huber.',
  'A.Bauer',
  'Wei.Li',
  "O'Connor",
  'van der Berg',
  'v.d.Berg',
  'Ma.de Lourdes',
  'Müller GmbH & Co.KG',
  'Müller GmbH & Co. KG',
  'Ges.m.b.H.',
  'Verein e.V.',
  'Atletica S.p.A.',
  'Sport S.r.l.',
  'Bega d.o.o.',
  'Škoda a.s.',
  'Huber Ltd.',
  'Inc.',
  'Swim.Bike.Run',
  'swim.bike.run',
  'Just.Do.It',
  'Keep.It.Simple',
  'Run.For.Life',
  '1.FC Köln',
  'TSV 1860 e.V.',
  'Nr.1',
  'Team 3.0',
  'Team @work',
  'F@st Runners e.V.',
  'Laufen um 10.30',
  'Jr.',
  'M. Night Shyamalan',
  '王小明',
  'Нина Иванова',
  'محمد',
  'Jean-Luc',
  'Kim.',
  'J.R. Smith',
  'J.R.Smith',
  'Dr.med.univ. Huber',
  'A.S.V. Wien',
  'A.S.V.Wien',
  'ASV.Wien',
  'U.S.C. Top',
  'Zip Huber',
  'Anna-Live Maier',
  'run.for.fun',
  'Lauf am 24.12.2026',
  'Staffel 1.2.3',
  '10.30.',
  'v1.2.3.456',
  'Gal\u00b7la Col\u00b7legi',
  'Swim\u2022Bike\u2022Run',
  '\u30de\u30a4\u30b1\u30eb\u30fb\u30b8\u30e7\u30f3\u30bd\u30f3',
  '\u0645\u062d\u0645\u062f\u200c\u0631\u0636\u0627',
  'Anne\u00adlie\u00adse',
  '',
])('%s contains no web address', (name) => {
  expect(holdsWebAddress(name)).toBe(false);
});

/** Honest names of many countries, as people and their parents write them. */
const names =
  `Anna Łukasz Zoë Jürgen François José María João Nuñez Ångström Søren Þór Çağlar Şükrü Nguyễn Trần Văn Wei Li Xu
Hyun-woo Satō Yūki Priya Singh Devi Mohammed Al-Farsi Ben-David Kovács Szabó Nagy Dvořák Svoboda Horvat Marić Đorđević
Popescu Ionescu Papadopoulos Ivanov Иванова Шевченко O’Brien McDonald D'Angelo Rossi Bianchi Esposito Müller Huber
Gruber de la Cruz van der Berg von Hohenfels del Río bint Omar ibn Okonkwo Adebayo Mbeki Wanjiku Kamau Tesfaye Haile
Kahananui Te Aroha St Johann Veit Pölten Gallen Baden`.split(/\s+/);
const titles = ['Dr.', 'Mag.', 'Dipl.-Ing.', 'Prof.', 'Ing.', 'Dr.in', 'Mag.a', 'MMag.', 'Univ.-Prof.', 'St.'];
const initial = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ').map((letter) => `${letter}.`);
const word = fc.oneof(fc.constantFrom(...names), fc.constantFrom(...titles), initial);

test('real names contain no web address, with titles and initials, with and without blanks', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      expect(holdsWebAddress(words.join(' '))).toBe(false);
    }),
    { numRuns: 3000 },
  );
  fc.assert(
    fc.property(fc.array(initial, { minLength: 1, maxLength: 4 }), fc.constantFrom(...names), (initials, name) => {
      expect(holdsWebAddress(`${initials.join('')}${name}`)).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('finds every address between real names', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9-]{1,18}[a-z0-9]$/);
  const end = fc.constantFrom('com', 'net', 'org', 'de', 'at', 'ch', 'eu', 'shop', 'it');
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 3 }),
      label,
      end,
      fc.array(word, { maxLength: 3 }),
      (before, host, tld, after) => {
        expect(holdsWebAddress([...before, `${host}.${tld}`, ...after].join(' '))).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test('invisible characters and look-alike dots neither hide an address nor make one of a name', () => {
  const hidden = fc.constantFrom(
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u200e',
    '\u034f',
    '\ufe0f',
    '',
  );
  const dot = fc.constantFrom(
    '.',
    '\u3002',
    '\uff0e',
    '\uff61',
    '\u2024',
    '\ufe52',
    '\u00b7',
    '\u2022',
    '\u30fb',
    '\u06d4',
  );
  const host = fc.stringMatching(/^[a-z][a-z0-9]{3,12}$/);
  const end = fc.constantFrom('com', 'net', 'at', 'de', 'zip', 'top', 'wien');
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 2 }),
      host,
      dot,
      end,
      fc.array(hidden, { minLength: 30 }),
      (before, ...address) => {
        const [label, sign, tld, unseen] = address;
        const strewn = [...`${label}${sign}${tld}`]
          .map((letter, at) => `${unseen[at % unseen.length]}${letter}`)
          .join('');
        expect(holdsWebAddress([...before, strewn].join(' '))).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.array(hidden, { minLength: 30 }),
      (words, unseen) => {
        const strewn = [...words.join(' ')].map((letter, at) => `${unseen[at % unseen.length]}${letter}`).join('');
        expect(holdsWebAddress(strewn)).toBe(false);
      },
    ),
    { numRuns: 2000 },
  );
});

test('finds IPv4 addresses before and after any name', () => {
  const part = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 2 }),
      fc.tuple(part, part, part, part),
      fc.array(word, { maxLength: 2 }),
      (before, parts, after) => {
        expect(holdsWebAddress([...before, parts.join('.'), ...after].join(' '))).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});

test('checks a long text in linear time', () => {
  const began = performance.now();
  for (const text of ['a.'.repeat(20_000), 'aaa.'.repeat(10_000), '-'.repeat(40_000)]) holdsWebAddress(text);
  expect(performance.now() - began).toBeLessThan(1000);
});
