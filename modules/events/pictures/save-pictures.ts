import { and, eq } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import type { Files } from '#src/files/files.ts';
import { storing, unnamedFiles } from '#src/files/tidy-files.ts';
import { hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { touchEvent } from '../changes/touch-event.ts';
import { changeRecord, refuseForeignPicture } from '../records/save.ts';
import type { PictureRecord } from '../rules/pictures.ts';
import { refuse } from '../rules/problems.ts';
import { events, pictures } from '../schema.ts';
import { isPictureFile, usesOf } from './read-pictures.ts';
import type { TakenPicture } from './take-upload.ts';

/** A folder of its own, so that cleaning up cannot delete other files. */
export const pictureFiles = (files: Files): Files => files.within('pictures');

type StoredPicture = { large: string; small: string; width: number; height: number };

/** Stores both sizes; `row` writes the row that names them. */
export function storePicture<T>(
  files: Files,
  { type, large, small }: TakenPicture,
  row: (stored: StoredPicture) => Promise<T>,
): Promise<T> {
  const extension = type === 'image/jpeg' ? 'jpg' : 'png';
  const pieces = [large, small].map(({ bytes }) => ({ bytes, extension }));
  const { width, height } = large;
  return storing(pictureFiles(files), pieces, (names) =>
    row({ large: names[0] as string, small: names[1] as string, width, height }),
  );
}

/** Idempotent: the same picture is the same row. */
export async function addPicture(work: Work, eventId: number, stored: StoredPicture): Promise<string> {
  const { large: name, small, width, height } = stored;
  await work.tx
    .insert(pictures)
    .values({ eventId, name, small, width, height, createdAt: work.now })
    .onConflictDoNothing();
  return name;
}

/** @throws Problem VALIDATION_FAILED for a picture of another event */
export async function choosePicture(work: Work, { kind, id }: PictureRecord, name: string | null): Promise<void> {
  if (kind === 'competition') return changeRecord(work, kind, id, async () => ({ previewPicture: name }));
  if (kind === 'article') return changeRecord(work, kind, id, async () => ({ picture: name }));
  await refuseForeignPicture(work, id, name, 'titlePicture');
  await work.tx.update(events).set({ titlePicture: name }).where(eq(events.id, id));
  return touchEvent(work, id);
}

/** @throws Problem CANT_DELETE_PICTURE_IN_USE with `details.usedBy` */
export async function deletePicture(work: Work, eventId: number, name: string): Promise<void> {
  const usedBy = (await usesOf(work.tx, eventId)).get(name) ?? [];
  if (usedBy.length > 0) refuse('CANT_DELETE_PICTURE_IN_USE', { usedBy });
  const deleted = await work.tx
    .delete(pictures)
    .where(and(eq(pictures.eventId, eventId), eq(pictures.name, name)))
    .returning({ name: pictures.name });
  if (deleted.length === 0) refuse('NOT_FOUND');
  await touchEvent(work, eventId);
}

/** Deletes files that neither an event nor an organizer uses. */
export function forgetPictureFiles({ files, read }: Pick<Deps, 'files' | 'read'>): Job {
  const round = unnamedFiles(pictureFiles(files), { is: (name) => isPictureFile(read, name) });
  return {
    name: 'forget-picture-files',
    endsByClock: true,
    everyMs: hours(1),
    run: () => round().then(() => false),
  };
}
