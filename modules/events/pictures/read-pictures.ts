import { desc, eq, or } from 'drizzle-orm';
import { isLogoFile, smallLogoOf } from '#modules/organizers/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { existingCatalog } from '../read-catalog.ts';
import { type PictureRecord, picturePlaces, storedPicturePattern } from '../rules/pictures.ts';
import { pictures } from '../schema.ts';

export type PictureUse = PictureRecord & { title: string };
export type EventPicture = { name: string; width: number; height: number; usedBy: PictureUse[] };

/** Uses by picture name. */
export async function usesOf(reader: Reader | Tx, eventId: number): Promise<Map<string, PictureUse[]>> {
  const found = new Map<string, PictureUse[]>();
  for (const { picture, ...place } of picturePlaces(await existingCatalog(reader, eventId))) {
    if (picture !== null) found.set(picture, [...(found.get(picture) ?? []), place]);
  }
  return found;
}

/** Newest first. */
export async function picturesOf(reader: Reader | Tx, eventId: number): Promise<EventPicture[]> {
  const rows = await reader
    .select({ name: pictures.name, width: pictures.width, height: pictures.height })
    .from(pictures)
    .where(eq(pictures.eventId, eventId))
    .orderBy(desc(pictures.createdAt), desc(pictures.name));
  const uses = await usesOf(reader, eventId);
  return rows.map((row) => ({ ...row, usedBy: uses.get(row.name) ?? [] }));
}

/** By the name of the large file; null when no event or organizer has the picture. */
export async function fileOfPicture(reader: Reader, name: string, size: 'large' | 'small'): Promise<string | null> {
  if (!storedPicturePattern.test(name)) return null;
  const found = await reader.all<{ small: string }>(ready('select small from pictures where name = ? limit 1', [name]));
  const small = found[0]?.small ?? (await smallLogoOf(reader, name));
  if (small === null) return null;
  return size === 'small' ? small : name;
}

export async function isPictureFile(reader: Reader | Tx, file: string): Promise<boolean> {
  const found = await reader
    .select({ name: pictures.name })
    .from(pictures)
    .where(or(eq(pictures.name, file), eq(pictures.small, file)))
    .limit(1);
  return found.length > 0 || isLogoFile(reader, file);
}
