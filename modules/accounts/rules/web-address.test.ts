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
])('%s is an address of the web', (name) => {
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
  '',
])('%s is none', (name) => {
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

test('no name that people have is one, with titles and initials, with and without blanks', () => {
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

test('every address is found, whatever name stands around it', () => {
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

test('a long text is read at once', () => {
  const began = performance.now();
  for (const text of ['a.'.repeat(20_000), 'aaa.'.repeat(10_000), '-'.repeat(40_000)]) holdsWebAddress(text);
  expect(performance.now() - began).toBeLessThan(1000);
});
