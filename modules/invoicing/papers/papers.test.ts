import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createOrganizer } from '#modules/organizers/index.ts';
import { brokenConstraint } from '#src/data/database.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { ciiOf } from '../rules/cii.ts';
import { invoiceFiles, invoiceSeries, invoices } from '../schema.ts';
import { samplePaper } from '../testing.ts';
import { issuePaper, type NewPaper } from './issue-paper.ts';
import { drawPaper, paperFile } from './paper-file.ts';

const data = (): NewPaper['data'] => {
  const { version: _, number: __, issuedOn: ___, refersTo: ____, currency: _____, ...content } = samplePaper();
  return content;
};
const paperOf = (organizerId: number, occasion: string, change: Partial<NewPaper> = {}): NewPaper => ({
  series: { organizerId },
  organizerId,
  occasion,
  timeZone: 'Europe/Vienna',
  data: data(),
  ...change,
});

async function shopOfTwo() {
  const shop = await testShop();
  const { write } = shop.deps;
  const first = await write((work) => createOrganizer(work, { name: 'Laufverein Donau' }));
  const second = await write((work) => createOrganizer(work, { name: 'Laufverein Inn' }));
  return { ...shop, first, second };
}
const sequencesOf = (rows: readonly { seriesId: number; sequence: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ seriesId }) => seriesId)].map(([id, own]) => [id, own.map(({ sequence }) => sequence)]),
  );

test('numbers fifty concurrent papers without gaps per organizer, although some fail', async () => {
  const { deps, first, second } = await shopOfTwo();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, at) =>
      deps.write(async (work) => {
        const issued = await issuePaper(work, paperOf(at % 3 === 0 ? second : first, `test-${at}`));
        if (at % 7 === 0) throw new Error('it came to nothing');
        return issued;
      }),
    ),
  );
  const issued = outcomes.filter(({ status }) => status === 'fulfilled').length;
  const rows = await deps.read.select().from(invoices).orderBy(asc(invoices.id));
  expect(rows).toHaveLength(issued);
  expect(issued).toBe(42);
  for (const sequences of Object.values(sequencesOf(rows))) expect(sequences).toEqual(sequences.map((_, at) => at + 1));
  expect(new Set(rows.map(({ number }) => number)).size).toBe(issued);
  expect(rows[0]?.number).toMatch(/^R\d+-000001$/);
  expect(rows.every(({ number, data }) => data.number === number && data.issuedOn === '2026-03-02')).toBe(true);
});

test('the platform has a series of its own; an occasion is issued once', async () => {
  const { deps, first } = await shopOfTwo();
  const issue = (paper: NewPaper) => deps.write((work) => issuePaper(work, paper));
  const ofPlatform = { series: 'platform' as const, settlementId: 7 };
  expect((await issue(paperOf(first, 'settlement-7', ofPlatform))).number).toBe('P-000001');
  const again = await issue(paperOf(first, 'settlement-7', ofPlatform)).catch((error: unknown) =>
    brokenConstraint(error),
  );
  expect(again).toBe('unique');
  expect((await issue(paperOf(first, 'settlement-8', ofPlatform))).number).toBe('P-000002');
  const credit = await issue(paperOf(first, 'settlement-8-back', { ...ofPlatform, refersTo: { id: 2 } }));
  const [row] = (await deps.read.select().from(invoices)).filter(({ id }) => id === credit.id);
  expect(row?.data.refersTo).toEqual({ number: 'P-000002', issuedOn: '2026-03-02' });
});

test('refuses to change or delete an issued paper, its file or its series', async () => {
  const { deps, first } = await shopOfTwo();
  const { id } = await deps.write((work) => issuePaper(work, paperOf(first, 'one')));
  await paperFile(deps, id);
  const why = (broken: Promise<unknown>) =>
    broken.then(
      () => 'done',
      (error: Error) => String(error.cause ?? error),
    );
  const tried = [
    await why(deps.write(({ tx }) => tx.update(invoices).set({ number: 'X' }))),
    await why(deps.write(({ tx }) => tx.delete(invoices))),
    await why(deps.write(({ tx }) => tx.update(invoiceFiles).set({ sha256: 'X' }))),
    await why(deps.write(({ tx }) => tx.delete(invoiceFiles))),
    await why(deps.write(({ tx }) => tx.update(invoiceSeries).set({ last: 9 }))),
    await why(deps.write(({ tx }) => tx.update(invoiceSeries).set({ last: 0 }))),
  ];
  for (const message of tried) expect(message).toMatch(/never changed|never deleted|leave none out/);
});

test('contains the electronic invoice byte for byte, is drawn once and reproducible', async () => {
  const { deps, first } = await shopOfTwo();
  const { id } = await deps.write((work) => issuePaper(work, paperOf(first, 'one')));
  const [one, other] = await Promise.all([paperFile(deps, id), paperFile(deps, id)]);
  expect(one.fileName).toBe(`Rechnung R${first}-000001.pdf`);
  expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true);
  const [row] = await deps.read.select().from(invoices);
  const again = await drawPaper(deps, row?.data as never, row?.issuedAt as never);
  expect(Buffer.from(one.bytes).equals(Buffer.from(again))).toBe(true);

  const document = await PDFDocument.load(one.bytes, { updateMetadata: false });
  const files = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Type')) === PDFName.of('EmbeddedFile')
        ? [Buffer.from(decodePDFRawStream(object).decode()).toString('utf8')]
        : [],
    );
  expect(files).toEqual([ciiOf(row?.data as never)]);
  const [spec] =
    document.catalog
      .lookup(PDFName.of('AF'))
      ?.toString()
      .match(/\d+ 0 R/g) ?? [];
  expect(spec).toBeDefined();
  expect(Buffer.from(one.bytes).toString('latin1')).toContain('/AFRelationship /Alternative');
  expect(document.catalog.lookup(PDFName.of('MarkInfo'), PDFDict).toString()).toContain('true');
});

test('a small amount without a recipient is a paper for people alone', async () => {
  const { deps, first } = await shopOfTwo();
  const { id } = await deps.write((work) =>
    issuePaper(work, paperOf(first, 'one', { data: { ...data(), buyer: null } })),
  );
  const { bytes } = await paperFile(deps, id);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  expect(document.catalog.lookup(PDFName.of('AF'))).toBeUndefined();
  expect(Buffer.from(bytes).toString('latin1')).toContain('<pdfaid:part>3</pdfaid:part>');
});
