import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { cancelOrder, orderOf } from '#modules/orders/index.ts';
import { runner } from '#modules/orders/testing.ts';
import { moveBooked, openCancellationRefund } from '#modules/payments/index.ts';
import type { Locale } from '#src/texts/locale.ts';
import { checkedByOthers, withoutValidator } from '#tests/support/einvoice/validator.ts';
import { pngOf } from '#tests/support/pictures.ts';
import { testShop } from '#tests/support/shop.ts';
import { seed } from '#tests/support/thorough.ts';
import { worldNames } from '#tests/support/world-names.ts';
import { drawPaper, paperFile } from '../papers/paper-file.ts';
import { ciiOf, isEInvoice } from '../rules/cii.ts';
import { pictureAreas } from '../rules/paper.ts';
import { livedPapers, someOrder, someStep } from '../rules/testing.ts';
import { changeTemplate } from '../template/change-template.ts';
import { choosePaperPicture, storePaperPicture, takePaperPicture } from '../template/save-pictures.ts';
import { buyerAddress, invoicingScene } from './testing.ts';

test('papers of every kind are valid by the rules of EN 16931 and as PDF/A-3, in the eyes of others', {
  timeout: 600_000,
}, async () => {
  const scene = await invoicingScene();
  const { shop, race } = scene;
  const choose = (articleId: number, variantId: number, quantity: number, unitPrice?: number) => ({
    uniqueLocalId: `a${articleId}`,
    articleId,
    variantId,
    quantity,
    ...(unitPrice ? { unitPrice } : {}),
  });
  const everything = () => [
    choose(race.shirtId, race.shirtVariantId, 2),
    choose(scene.bookId, scene.bookVariantId, 3),
    choose(scene.donationId, scene.donationVariantId, 1, 777),
  ];
  const rich = {
    totalPrice: 3150 + 5000 + 6000 + 777 + 500,
    cancellationProtections: [{ id: race.protectionId, price: 500 }],
  };
  const company = { ...buyerAddress, companyName: 'Größe & Söhne <GmbH>', vatId: 'ATU12345675' };
  const ids: number[] = [];
  const bought = async (booking: Record<string, unknown>) => {
    const { orderId } = await scene.bought([runner({ articles: everything() })], { ...rich, ...booking });
    ids.push(orderId);
    return orderId;
  };
  const refunded = async (orderId: number, decided: Parameters<typeof openCancellationRefund>[0]) =>
    shop.deps.write((work) =>
      cancelOrder(work, { orderId, editorId: 1, reason: 'byAdmin', giveBack: openCancellationRefund(decided) }),
    );
  await bought({ invoiceAddress: company });
  for (const companyName of Object.values(worldNames)) await bought({ invoiceAddress: { ...company, companyName } });
  await refunded(await bought({}), { mode: 'full' });
  await refunded(await bought({}), { mode: 'withoutProcessingFee' });
  await refunded(await bought({}), { mode: 'custom', amount: 4321 });
  // From here on papers wear all that a template has, pictures with something clear in them too.
  await wearTemplate(scene);
  const moved = await bought({});
  const participantId = (await orderOf(shop.deps.read, moved))?.competitions[0]?.teams[0]?.participants[0]?.id ?? 0;
  for (const competitionId of [scene.marathonId, scene.funId, scene.likeId]) {
    await shop.deps.write((work) => moveBooked(work, { orderId: moved, participantId, competitionId, editorId: 1 }));
    await shop.settle();
  }
  // A small amount without the address of its recipient: PDF/A without an invoice for machines.
  const { orderId: small } = await scene.bought([runner()], {
    invoiceAddress: { firstName: 'Ada', lastName: 'Berger' },
  });
  const papers = (await Promise.all([...ids, small].map((id) => scene.papers(id)))).flat();
  expect(
    papers
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'invoice')
      .sort(),
  ).toEqual(['correction', 'correction', 'correction', 'creditNote', 'creditNote', 'creditNote']);
  expect(papers.filter(({ data }) => !isEInvoice(data))).toHaveLength(1);
  const wearing = papers.filter(({ data: { template } }) => Object.values(template.pictures).every(Boolean));
  expect(wearing.map(({ number }) => number)).toEqual(wearing.map(() => expect.stringMatching(/^LC-\d{6}-26$/)));
  expect([...new Set(wearing.map(({ kind }) => kind))].sort()).toEqual(['correction', 'creditNote', 'invoice']);

  const why = withoutValidator();
  if (why) {
    console.info(`the rules that are code of ours were checked alone: ${why}`);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'startblock-einvoice-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files: string[] = [];
  for (const { id, data } of papers.filter((paper) => isEInvoice(paper.data))) {
    const [pdf, xml] = [join(folder, `${id}.pdf`), join(folder, `${id}.xml`)];
    await writeFile(pdf, (await paperFile(shop.deps, id)).bytes);
    await writeFile(xml, ciiOf(data));
    files.push(pdf, xml);
  }
  expect(await checkedByOthers('en16931', files)).toEqual({ valid: files.length, wrong: '' });
  console.info(`${files.length} files are valid by Mustang (CII schema, EN 16931 Schematron) and veraPDF (PDF/A-3a)`);
});

test('the papers of 500 random orders are valid in the eyes of others', { timeout: 3_600_000 }, async () => {
  const why = withoutValidator();
  if (why) {
    console.info(`the papers of random orders were checked by rules of our own alone (rules/billing.test.ts): ${why}`);
    return;
  }
  const orders = fc.sample(fc.tuple(someOrder, fc.array(someStep, { maxLength: 5 })), { numRuns: 500, seed });
  const papers = orders.flatMap(([items, steps], at) =>
    livedPapers(items, steps).map((paper) => ({ ...paper, language: languages[at % 2] as Locale })),
  );
  expect([...new Set(papers.map(({ kind }) => kind))].sort()).toEqual(['correction', 'creditNote', 'invoice']);
  const { deps } = await testShop();
  const folder = await mkdtemp(join(tmpdir(), 'startblock-einvoice-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const started = performance.now();
  const told = (what: string) => console.info(`${what} after ${Math.round((performance.now() - started) / 1000)} s`);
  const names = papers.map((_, at) => join(folder, String(at)));
  for (const [at, paper] of papers.entries()) {
    const bytes = await drawPaper(deps, paper, deps.clock());
    await Promise.all([writeFile(`${names[at]}.pdf`, bytes), writeFile(`${names[at]}.xml`, ciiOf(paper))]);
  }
  told(`${papers.length} papers of ${orders.length} orders are drawn`);
  const all = { valid: papers.length, wrong: '' };
  expect(
    await checkedByOthers(
      '3a',
      names.map((name) => `${name}.pdf`),
    ),
  ).toEqual(all);
  told(`${papers.length} PDFs are valid by veraPDF (PDF/A-3a)`);
  expect(
    await checkedByOthers(
      'en16931',
      names.map((name) => `${name}.xml`),
    ),
  ).toEqual(all);
  told(`${papers.length} invoices are valid by Mustang (CII schema, EN 16931 Schematron)`);
});

const languages: readonly Locale[] = ['de', 'en-us'];

async function wearTemplate({ shop, organizerId }: Awaited<ReturnType<typeof invoicingScene>>): Promise<void> {
  const { deps } = shop;
  const clear = pngOf(1600, 250, (x, y) => [11, 122, 75, y > 200 ? 0 : x % 256]);
  const picture = await storePaperPicture(deps.files, await takePaperPicture(deps, clear), async (stored) => stored);
  await deps.write(async (work) => {
    for (const area of pictureAreas) await choosePaperPicture(work, { organizerId, area }, picture, 1);
    const change = {
      accountingGroupNr: { prefix: 'LC-', suffix: '-26' },
      descriptionTop: 'Danke, dass du bei uns läufst!\nBis bald.',
      descriptionBottom: 'Laufverein <Donau>',
      spacing: { top: { value: 170, unit: 'px' as const }, left: { value: 6, unit: 'em' as const } },
    };
    await changeTemplate(work, organizerId, change, 1);
  });
}
