import { and, eq, sql } from 'drizzle-orm';
import { takeUpload } from '#modules/events/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import type { Files } from '#src/files/files.ts';
import type { Bitmap } from '#src/files/pictures/imaging.ts';
import { storing, unnamedFiles } from '#src/files/tidy-files.ts';
import { hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paperPictures } from '../papers/paper-file.ts';
import { templateOf } from '../read-template.ts';
import { type PaperTemplate, pictureAreas } from '../rules/paper.ts';
import { refuse } from '../rules/problems.ts';
import type { PictureArea } from '../rules/template.ts';
import { invoices, invoiceTemplatePictures } from '../schema.ts';
import { saveTemplate } from './change-template.ts';

/** @throws Problem TEMPLATE_NOT_FOUND for an unknown area */
export const areaOf = (text: string): PictureArea =>
  pictureAreas.find((area) => area === text) ?? refuse('TEMPLATE_NOT_FOUND');

/** Removes transparency from an upload, which PDF/A and printers handle badly. @throws Problem VALIDATION_FAILED */
export async function takePaperPicture(
  deps: Pick<Deps, 'imaging' | 'log'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Bitmap> {
  const { type, large } = await takeUpload(deps, bytes);
  return type === 'image/jpeg' ? large : deps.imaging.fit(large.bytes, 'image/png', large.width, 'image/jpeg');
}

export type SizedPicture = { name: string; width: number; height: number };

/** `row` writes the reference to the stored file. */
export const storePaperPicture = <T>(
  files: Files,
  { bytes, width, height }: Bitmap,
  row: (stored: SizedPicture) => Promise<T>,
): Promise<T> =>
  storing(paperPictures(files), [{ bytes, extension: 'jpg' }], ([name = '']) => row({ name, width, height }));

/**
 * Sets or removes a picture for future papers.
 * @throws Problem TEMPLATE_NOT_FOUND without such an organizer, or without a picture to remove
 */
export async function choosePaperPicture(
  work: Work,
  { organizerId, area }: { organizerId: number; area: PictureArea },
  picture: SizedPicture | null,
  actorId: number,
): Promise<void> {
  const { tx } = work;
  const template = (await templateOf(tx, organizerId)) ?? refuse('TEMPLATE_NOT_FOUND');
  const before = template.pictures[area];
  if (picture === null && before === null) return refuse('TEMPLATE_NOT_FOUND');
  const name = picture?.name ?? null;
  if (name === before) return;
  const pictures: PaperTemplate['pictures'] = { ...template.pictures, [area]: name };
  const newest = await newestInvoice(tx);
  if (picture && name) {
    const { width, height } = picture;
    await tx
      .insert(invoiceTemplatePictures)
      .values({ organizerId, name, width, height, afterInvoice: newest })
      .onConflictDoUpdate({
        target: [invoiceTemplatePictures.organizerId, invoiceTemplatePictures.name],
        set: { untilInvoice: null },
      });
  }
  if (before && !pictureAreas.some((each) => pictures[each] === before)) {
    await tx.update(invoiceTemplatePictures).set({ untilInvoice: newest }).where(isPicture(organizerId, before));
  }
  await saveTemplate(work, organizerId, { ...template, pictures }, actorId, [`pictures.${area}`]);
}

const isPicture = (organizerId: number, name: string) =>
  and(eq(invoiceTemplatePictures.organizerId, organizerId), eq(invoiceTemplatePictures.name, name));

async function newestInvoice(tx: Tx): Promise<number> {
  const [row] = await tx.select({ id: sql<number>`coalesce(max(${invoices.id}), 0)` }).from(invoices);
  return row?.id ?? 0;
}

export async function picturesOf(
  reader: Reader,
  organizerId: number,
  pictures: PaperTemplate['pictures'],
): Promise<Partial<Record<PictureArea, SizedPicture>>> {
  const rows = await reader
    .select()
    .from(invoiceTemplatePictures)
    .where(eq(invoiceTemplatePictures.organizerId, organizerId));
  return Object.fromEntries(
    pictureAreas.flatMap((area) => {
      const row = rows.find(({ name }) => name === pictures[area]);
      return row ? [[area, { name: row.name, width: row.width, height: row.height }]] : [];
    }),
  );
}

/** null: never part of the template. */
export async function pictureFile(
  { read, files }: Pick<Deps, 'read' | 'files'>,
  organizerId: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [row] = await read
    .select({ name: invoiceTemplatePictures.name })
    .from(invoiceTemplatePictures)
    .where(isPicture(organizerId, name));
  return row ? paperPictures(files).get(row.name) : null;
}

/** In use by a template, or by a paper whose file may still be drawn. */
async function isNeeded(reader: Reader | Tx, name: string): Promise<boolean> {
  const { organizerId, afterInvoice, untilInvoice } = invoiceTemplatePictures;
  const [row] = await reader
    .select({ name: invoiceTemplatePictures.name })
    .from(invoiceTemplatePictures)
    .where(
      and(
        eq(invoiceTemplatePictures.name, name),
        sql`(${untilInvoice} is null or exists (
          select 1 from ${invoices}
          where ${invoices.id} > ${afterInvoice} and ${invoices.id} <= ${untilInvoice}
            and ${invoices.organizerId} = ${organizerId}
        ))`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Deletes unused picture files and their rows. */
export function forgetPaperPictures({ files, read, write }: Pick<Deps, 'files' | 'read' | 'write'>): Job {
  const round = unnamedFiles(paperPictures(files), {
    is: (name) => isNeeded(read, name),
    forget: (name) =>
      write(async ({ tx }) => {
        if (await isNeeded(tx, name)) return false;
        await tx.delete(invoiceTemplatePictures).where(eq(invoiceTemplatePictures.name, name));
        return true;
      }),
  });
  return {
    name: 'forget-paper-pictures',
    endsByClock: true,
    everyMs: hours(1),
    run: () => round().then(() => false),
  };
}
