import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { seed, times } from '#tests/support/thorough.ts';
import { XmlError, xmlParser } from './xml.ts';

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

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function parsed(pieces: readonly string[]): Seen {
  const events: [string, string][] = [];
  let depth = 0;
  const parser = xmlParser({
    open: (name, attributes) => {
      depth += 1;
      events.push(['open', `${name} ${JSON.stringify(attributes)}`]);
    },
    close: () => {
      depth -= 1;
      events.push(['close', '']);
    },
    text: (text) => {
      if (depth > 0) events.push(['text', text]);
    },
    doctype: () => {
      throw new XmlError('a document type');
    },
  });
  try {
    for (const piece of pieces) parser.write(piece);
    parser.close();
    return joined(events);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
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
    events.push(['open', `${localName(name)} ${JSON.stringify(attributes)}`]);
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
  '<a><?go on?>x<!-- - > -- ></a>',
  '<a><!-- no - end --></a>',
  '<a><!-- ---></a>',
  '<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;</a>',
  '<a>&boom;</a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>& b</a>',
  '<a><![CDATA[<b>&amp;]] ></b>]]></a>',
  '<a>]]&gt;</a>',
  '<a b="x > y">z</a>',
  '<a b=1>z</a>',
  '<a b>z</a>',
  '<a b="1"c="2">z</a>',
  '<a b="&lt;&#10;">z</a>',
  '<a><b></a></b>',
  '<a></a><b></b>',
  '<a></a>text',
  'text<a></a>',
  '<a',
  '<a><b>',
  '<a></a ><!-- behind -->',
  '<1a></1a>',
  '<a\n b = "1"\n/>',
  '<!DOCTYPE a><a/>',
  '<a>\u0001</a>',
  '<ä:b_-.1>ö</ä:b_-.1>',
  '\ufeff<a/>',
];

/** Every way to cut a text once, and letter by letter. */
const cuts = (text: string): string[][] => [
  [text],
  [...text],
  ...Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)]),
];

test.each(cases)('%j is read, or refused, as saxes does, however it is cut', (text) => {
  const expected = bySaxes(text);
  for (const pieces of cuts(text)) expect(parsed(pieces)).toEqual(expected);
});

/** Not well formed. The library reads them, always in the same way, and nothing in them is executed or expanded. */
test.each([
  [' <?xml version="1.0"?><a/>', ['open a {}', 'close ']],
  ['<?xml?><a/>', ['open a {}', 'close ']],
  ['<![CDATA[x]]><a/>', ['open a {}', 'close ']],
  ['<a>]]></a>', ['open a {}', 'text ]]>', 'close ']],
  ['<a b="x < y">z</a>', ['open a {"b":"x < y"}', 'text z', 'close ']],
  ['<a b="1" b="2">z</a>', ['open a {"b":"1"}', 'text z', 'close ']],
  ['<a></ a>', ['open a {}', 'close ']],
  ['< a></a>', ['open a {}', 'close ']],
  ['<!ELEMENT a><a/>', ['open a {}', 'close ']],
  ['', []],
  ['   ', []],
])('%j is read, however it is cut', (text, expected) => {
  expect(bySaxes(text)).toBe('refused');
  for (const pieces of cuts(text)) expect(parsed(pieces)).toEqual(expected);
});

const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
const withAttributes = (count: number) => `<a ${Array.from({ length: count }, (_, at) => `b${at}="1"`).join(' ')}/>`;
const long = 'x'.repeat(70_000);

test.each([
  ['40 levels', nested(40), nested(41)],
  ['100 attributes', withAttributes(100), withAttributes(101)],
  ['64 KB of a comment', `<a><!--${long.slice(0, 60_000)}--></a>`, `<a><!--${long}--></a>`],
  ['64 KB of an attribute', `<a b="${long.slice(0, 60_000)}"/>`, `<a b="${long}"/>`],
  ['the entities of XML', '<a>&amp;</a>', '<a>&nbsp;</a>'],
  ['characters of XML', '<a b="&#9;">\u{1F600}</a>', '<a b="&#1;"/>'],
])('at most %s', (_, allowed, refused) => {
  const pieces = (text: string) => text.match(/[\s\S]{1,1000}/g) ?? [];
  expect(parsed(pieces(allowed))).not.toBe('refused');
  expect(parsed(pieces(refused))).toBe('refused');
});

test('a long text arrives in parts, as it was', () => {
  expect(parsed([`<a>${long}`, long, '</a>'])).toEqual(['open a {}', `text ${long}${long}`, 'close ']);
});

const statement = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Ntry><Amt Ccy="EUR">30.01</Amt><CdtDbtInd>CRDT</CdtDbtInd><Ustrd>Startgeld &amp; mehr &lt;1></Ustrd></Ntry>
<Ntry><Amt Ccy="EUR">2.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Ustrd>Entgelt</Ustrd></Ntry>
</Stmt></BkToCstmrStmt></Document>
`;

test(`what saxes reads of a statement with characters changed is read alike, however it is cut (SEED=${seed})`, () => {
  const signs = fc.constantFrom(
    ...['', '<', '>', '&', ';', '"', "'", '/', '!', '?', '=', ' ', ']', '-', 'x'],
    '&amp;',
    '<a>',
  );
  const change = fc.record({ at: fc.nat(statement.length - 1), taken: fc.nat(2), put: signs });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3 }), fc.nat(statement.length - 1), (changes, cut) => {
      let text = statement;
      for (const { at, taken, put } of changes) text = text.slice(0, at) + put + text.slice(at + taken);
      const [whole, reference] = [parsed([text]), bySaxes(text)];
      expect(parsed([text.slice(0, cut), text.slice(cut)])).toEqual(whole);
      if (reference !== 'refused') expect(whole).toEqual(reference);
    }),
    { numRuns: times(5000, 500), seed },
  );
});
