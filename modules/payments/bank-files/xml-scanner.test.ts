import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { seed, times } from '#tests/support/thorough.ts';
import { camtFile } from './testing.ts';
import { XmlFault, XmlScanner } from './xml-scanner.ts';

type Seen = string[] | 'refused';

/** Adjacent texts are joined; both parsers may split them. */
function joined(events: readonly (readonly [string, string])[]): string[] {
  const seen: string[] = [];
  let text = '';
  for (const [kind, what] of events) {
    if (kind === 'text') {
      text += what;
      continue;
    }
    if (text !== '') seen.push(`text ${text}`);
    text = '';
    seen.push(`${kind} ${what}`);
  }
  return text === '' ? seen : [...seen, `text ${text}`];
}

function scanned(pieces: readonly string[]): Seen {
  const events: [string, string][] = [];
  const scanner = new XmlScanner({
    open: (name, attributes) => events.push(['open', `${name} ${JSON.stringify(attributes)}`]),
    close: () => events.push(['close', '']),
    text: (text) => events.push(['text', text]),
    doctype: () => {
      throw new XmlFault('a document type');
    },
  });
  try {
    for (const piece of pieces) scanner.write(piece);
    scanner.end();
    return joined(events);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return 'refused';
  }
}

/** saxes as reference parser. Text outside of the document is ignored. */
function bySaxes(text: string): Seen {
  const events: [string, string][] = [];
  const parser = new SaxesParser();
  let depth = 0;
  const refuse = (error: unknown) => {
    throw error;
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    events.push(['open', `${name} ${JSON.stringify(attributes)}`]);
  });
  parser.on('closetag', () => {
    depth -= 1;
    events.push(['close', '']);
  });
  const read = (part: string) => {
    if (depth > 0) events.push(['text', part]);
  };
  parser.on('text', read);
  parser.on('cdata', read);
  try {
    parser.write(text).close();
    return joined(events);
  } catch {
    return 'refused';
  }
}

const cases = [
  '<a/>',
  '<a></a>',
  ' <a> </a> ',
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<a b="1" c=\'2\'>x</a>',
  ' <?xml version="1.0"?><a/>',
  '<?xml?><a/>',
  '<a><?go on?>x<!-- - > -- ></a>',
  '<a><!-- no - end --></a>',
  '<a><!-- ---></a>',
  '<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;</a>',
  '<a>&boom;</a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>& b</a>',
  '<a><![CDATA[<b>&amp;]] ></b>]]></a>',
  '<![CDATA[x]]><a/>',
  '<a>]]></a>',
  '<a>]]&gt;</a>',
  '<a b="x > y">z</a>',
  '<a b="x < y">z</a>',
  '<a b=1>z</a>',
  '<a b>z</a>',
  '<a b="1"c="2">z</a>',
  '<a b="1" b="2">z</a>',
  '<a b="&lt;&#10;">z</a>',
  '<a><b></a></b>',
  '<a></a><b></b>',
  '<a></a>text',
  'text<a></a>',
  '<a',
  '<a><b>',
  '<a></a ><!-- behind -->',
  '<a></ a>',
  '< a></a>',
  '<1a></1a>',
  '<a\n b = "1"\n/>',
  '<!DOCTYPE a><a/>',
  '<!ELEMENT a><a/>',
  '',
  '   ',
  '<a>\u0001</a>',
  '<ä:b_-.1>ö</ä:b_-.1>',
  '\ufeff<a/>',
];

test.each(cases)('%j is read, or refused, as saxes does, however it is cut', (text) => {
  const expected = bySaxes(text);
  expect(scanned([text])).toEqual(expected);
  expect(scanned([...text])).toEqual(expected);
  for (let cut = 1; cut < text.length; cut += 1)
    expect(scanned([text.slice(0, cut), text.slice(cut)])).toEqual(expected);
});

test(`a statement with signs changed, taken out or put in is read, or refused, as saxes does (SEED=${seed})`, () => {
  const lines = [
    { amount: 3001, text: 'Startgeld & mehr <1>' },
    { amount: -250, text: 'Entgelt' },
  ];
  const file = camtFile(lines);
  const signs = fc.constantFrom(
    '',
    '<',
    '>',
    '&',
    ';',
    '"',
    "'",
    '/',
    '!',
    '?',
    '=',
    ' ',
    ']',
    '-',
    'x',
    '&amp;',
    '<a>',
  );
  const change = fc.record({ at: fc.nat(file.length - 1), taken: fc.nat(2), put: signs });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3 }), fc.nat(file.length - 1), (changes, cut) => {
      let text = file;
      for (const { at, taken, put } of changes) text = text.slice(0, at) + put + text.slice(at + taken);
      expect(scanned([text.slice(0, cut), text.slice(cut)])).toEqual(bySaxes(text));
    }),
    { numRuns: times(5000, 500), seed },
  );
});
