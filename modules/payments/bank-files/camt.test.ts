import { expect, test } from 'vitest';
import { camtFile, ownIban, readAll } from './testing.ts';

const reason = (file: string, own: string | null = ownIban) =>
  readAll(file, own).then(
    () => 'read',
    (error: { reason?: string }) => error.reason ?? String(error),
  );

test.each(['02', '03', '04', '05', '06', '07', '08'])('version %s of camt.053', async (version) => {
  const { format, lines } = await readAll(
    camtFile([{ amount: 4590, text: 'Stadtlauf rx 100 042 71', bankReference: 'B-778', endToEndId: 'E1' }], {
      version,
    }),
  );
  expect(format).toBe(`camt.053.001.${version}`);
  expect(lines).toEqual([
    {
      bookingDate: '2026-02-02',
      valueDate: '2026-02-02',
      amount: 4590,
      currency: 'EUR',
      payerName: 'Erika Muster',
      payerIban: 'DE89370400440532013000',
      texts: ['Stadtlauf rx 100 042 71'],
      endToEndId: 'E1',
      structuredReference: null,
      bankReference: 'B-778',
      accountIban: ownIban,
      isReversal: false,
      isPending: false,
    },
  ]);
});

test.each(['052', '053', '054'] as const)('camt.%s', async (message) => {
  const { format, lines } = await readAll(camtFile([{ amount: 100 }, { amount: -250, isReversal: true }], { message }));
  expect(format).toBe(`camt.${message}.001.08`);
  expect(lines.map(({ amount, isReversal }) => [amount, isReversal])).toEqual([
    [100, false],
    [-250, true],
  ]);
});

test('a structured reference, text in pieces, an entry announced only, a payer of many letters', async () => {
  const { lines } = await readAll(
    camtFile([
      { amount: 100, structured: 'RF18539007547034' },
      { amount: 100, texts: ['Anmeldung SB1000', '4271 danke'] },
      { amount: 100, status: 'PDNG', name: 'Zoë & Wałęsa' },
    ]),
  );
  expect(lines[0]?.structuredReference).toBe('RF18539007547034');
  expect(lines[1]?.texts).toEqual(['Anmeldung SB1000 4271 danke', 'Anmeldung SB10004271 danke']);
  expect(lines[2]).toMatchObject({ isPending: true, payerName: 'Zoë & Wałęsa' });
});

const withDetails = (amounts: string[]) =>
  camtFile([{ amount: 3000, text: 'Sammler' }], { version: '02' }).replace(
    /<NtryDtls>.*<\/NtryDtls>/s,
    `<NtryDtls>${amounts
      .map(
        (amount, index) =>
          `<TxDtls>${amount && `<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`}<RmtInf><Ustrd>Teil ${index}</Ustrd></RmtInf></TxDtls>`,
      )
      .join('')}</NtryDtls>`,
  );

test('an entry of several transfers is several lines, which must add up', async () => {
  const { lines } = await readAll(withDetails(['10.00', '20.00']));
  expect(lines.map(({ amount, texts }) => [amount, texts[0]])).toEqual([
    [1000, 'Teil 0'],
    [2000, 'Teil 1'],
  ]);
  expect(await reason(withDetails(['10.00', '20.01']))).toBe('amount');
  // Transfers without own amounts become one movement with all texts.
  const together = await readAll(withDetails(['', '']));
  expect(together.lines.map(({ amount, texts }) => [amount, texts[0]])).toEqual([[3000, 'Teil 0 Teil 1']]);
});

test('several statements in one file, namespaces with a prefix, moments for days', async () => {
  const one = camtFile([{ amount: 700 }]);
  const statement = /<Stmt>.*<\/Stmt>/s.exec(one)?.[0] ?? '';
  expect((await readAll(one.replace(statement, statement + statement))).lines).toHaveLength(2);
  const prefixed = one
    .replace('xmlns=', 'xmlns:c=')
    .replace(/<(\/?)(?=[A-Z])/g, '<$1c:')
    .replace('<c:Dt>2026-02-02</c:Dt></c:BookgDt>', '<c:DtTm>2026-02-02T23:30:00+01:00</c:DtTm></c:BookgDt>');
  expect((await readAll(prefixed)).lines[0]).toMatchObject({ amount: 700, bookingDate: '2026-02-02' });
});

test('declared in the Western code page', async () => {
  const text = camtFile([{ amount: 100, name: 'Jörg Größe' }]).replace('UTF-8', 'ISO-8859-1');
  const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  expect((await readAll(bytes)).lines[0]?.payerName).toBe('Jörg Größe');
  const wrong = Uint8Array.from(text.replace('ISO-8859-1', 'UTF-8'), (sign) => sign.charCodeAt(0));
  await expect(readAll(wrong)).rejects.toMatchObject({ reason: 'broken' });
});

const good = camtFile([{ amount: 4590, text: 'x' }]);
test.each<[string, string, string]>([
  ['cut in the middle', good.slice(0, -60), 'broken'],
  ['not well formed', good.replace('</Stmt>', '</Stm>'), 'broken'],
  ['with an entity of its own', good.replace('<Ustrd>x', '<Ustrd>&boom;'), 'broken'],
  ['with a document type', good.replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'), 'doctype'],
  ['with balances that the entries do not explain', camtFile([{ amount: 100 }], { closingOff: 1 }), 'balance'],
  ['of another account', camtFile([{ amount: 100 }], { iban: 'DE89370400440532013000' }), 'otherAccount'],
  ['with a credit in francs', camtFile([{ amount: 100, currency: 'CHF' }]), 'currency'],
  ['with an amount of three decimals', good.replaceAll('45.90', '45.905'), 'amount'],
  ['with an amount below nothing', good.replaceAll('>45.90', '>-45.90'), 'amount'],
  ['with a day that is none', good.replace('<BookgDt><Dt>2026-02-02', '<BookgDt><Dt>2026-02-30'), 'date'],
  ['without a side', good.replace(/(<Ntry>.*?)<CdtDbtInd>CRDT<\/CdtDbtInd>/s, '$1'), 'broken'],
  ['of another message', good.replace('camt.053.001.08', 'pain.001.001.09'), 'unknownFormat'],
  ['without statements', good.replace(/<Stmt>.*<\/Stmt>/s, ''), 'broken'],
  ['with text behind its end', `${good}x`, 'broken'],
  ['that is a page', '<!doctype html><html></html>', 'doctype'],
  ['of a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'unknownFormat'],
])('a file %s is refused', async (_, file, expected) => {
  expect(file).not.toBe(good);
  expect(await reason(file)).toBe(expected);
});

test('ignores debits in another currency', async () => {
  expect(await reason(camtFile([{ amount: -100, currency: 'CHF' }]))).toBe('read');
});
