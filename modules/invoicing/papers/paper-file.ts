import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { renderArchived } from '#src/documents/document.ts';
import type { Files } from '#src/files/files.ts';
import { readPicture } from '#src/files/pictures/images.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { ciiOf, isEInvoice } from '../rules/cii.ts';
import { type PaperData, pictureAreas } from '../rules/paper.ts';
import { invoiceFiles, invoices } from '../schema.ts';
import { type PaperPictures, paperRecord } from './paper-record.ts';

/** A folder of their own, because they are retained longer than pictures of events. */
export const paperPictures = (files: Files): Files => files.within('paper-pictures');

type FileDeps = Pick<Deps, 'fonts' | 'files'>;

export const paperFolder = 'papers';

/** Draws a paper as PDF/A-3a, with the electronic invoice inside if it is one. Deterministic. */
export async function drawPaper(
  deps: FileDeps,
  data: PaperData,
  issuedAt: Instant,
  { by = null, isExample = false }: { by?: RequestedBy; isExample?: boolean } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  // Examples contain no electronic invoice.
  const xml = !isExample && isEInvoice(data) ? ciiOf(data) : null;
  const record = paperRecord(data, await picturesOf(deps, data), translatorFor(data.language), xml !== null);
  return renderArchived(deps.fonts, { template: 'modules/invoicing/papers/paper.typ', ...record, xml, issuedAt }, by);
}

async function picturesOf({ files }: FileDeps, { template }: PaperData): Promise<PaperPictures> {
  const pictures: PaperPictures = {};
  for (const area of pictureAreas) {
    const name = template.pictures[area];
    if (name === null) continue;
    const bytes = present(await paperPictures(files).get(name), 'a picture that a paper names is stored');
    const read = readPicture(bytes);
    assert('picture' in read, 'a picture that was made anew can be read');
    const { width, height } = read.picture;
    if (width && height) pictures[area] = { bytes, format: name.endsWith('.png') ? 'png' : 'jpg', width, height };
  }
  return pictures;
}

/** The file of an issued paper. Drawn on the first request, unchanged afterwards. */
export async function paperFile(
  deps: FileDeps & Pick<Deps, 'read' | 'write'>,
  invoiceId: number,
  by: RequestedBy = null,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; fileName: string }> {
  const [paper] = await deps.read
    .select({ data: invoices.data, issuedAt: invoices.issuedAt, file: invoiceFiles.file, sha256: invoiceFiles.sha256 })
    .from(invoices)
    .leftJoin(invoiceFiles, eq(invoiceFiles.invoiceId, invoices.id))
    .where(eq(invoices.id, invoiceId));
  if (!paper) return refuse('NOT_FOUND');
  const { data, issuedAt } = paper;
  const i18n = translatorFor(data.language);
  const fileName = i18n.t(`invoicing.paper.fileName.${data.kind}`, { number: data.number });
  const folder = deps.files.within(paperFolder);
  const stored = paper.file ? await folder.get(paper.file) : null;
  if (stored) {
    assert(sha256(stored) === paper.sha256, 'the file of a paper is the one that was handed out');
    return { bytes: stored, fileName };
  }
  const drawn = await drawPaper(deps, data, issuedAt, { by });
  const file = await folder.put(drawn, 'pdf');
  await deps.write(({ tx, now }) =>
    tx
      .insert(invoiceFiles)
      .values({ invoiceId, file, sha256: sha256(drawn), createdAt: now })
      .onConflictDoNothing(),
  );
  const [first] = await deps.read.select().from(invoiceFiles).where(eq(invoiceFiles.invoiceId, invoiceId));
  // A concurrent request may have stored its file first.
  const bytes = first && first.file !== file ? await folder.get(first.file) : drawn;
  return { bytes: present(bytes, 'a file that was just stored'), fileName };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
