import { desc, eq, or } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import { ready } from '#src/platform/hot-statements.ts';
import { existingCatalog } from '../read-catalog.ts';
import { type PictureKind, storedPicturePattern } from '../rules/pictures.ts';
import { pictures } from '../schema.ts';

/** A place where a picture stands. */
export type PictureUse = { kind: PictureKind; id: number; title: string };
export type EventPicture = { name: string; width: number; height: number; usedBy: PictureUse[] };

/** Where each picture of an event stands, by its name. */
export async function usesOf(reader: Reader | Tx, eventId: number): Promise<Map<string, PictureUse[]>> {
  const { event, competitions, articles } = await existingCatalog(reader, eventId);
  const uses = [
    { kind: 'event' as const, id: event.id, title: event.title, name: event.titlePicture },
    ...competitions.map(({ id, title, previewPicture: name }) => ({ kind: 'competition' as const, id, title, name })),
    ...articles.map(({ id, name: title, picture: name }) => ({ kind: 'article' as const, id, title, name })),
  ];
  const found = new Map<string, PictureUse[]>();
  for (const { name, kind, id, title } of uses) {
    if (name !== null) found.set(name, [...(found.get(name) ?? []), { kind, id, title }]);
  }
  return found;
}

/** The pictures of an event, newest first, with where each stands. */
export async function picturesOf(reader: Reader | Tx, eventId: number): Promise<EventPicture[]> {
  const rows = await reader
    .select({ name: pictures.name, width: pictures.width, height: pictures.height })
    .from(pictures)
    .where(eq(pictures.eventId, eventId))
    .orderBy(desc(pictures.createdAt), desc(pictures.name));
  const uses = await usesOf(reader, eventId);
  return rows.map((row) => ({ ...row, usedBy: uses.get(row.name) ?? [] }));
}

/** The stored file of a picture by the name of its large one; null when no event has it (any more). */
export async function fileOfPicture(reader: Reader, name: string, size: 'large' | 'small'): Promise<string | null> {
  if (!storedPicturePattern.test(name)) return null;
  const found = await reader.all<{ small: string }>(ready('select small from pictures where name = ? limit 1', [name]));
  const row = found[0];
  if (!row) return null;
  return size === 'small' ? row.small : name;
}

/** Whether any event has a picture whose large or small file is called this. */
export async function isPictureFile(reader: Reader | Tx, file: string): Promise<boolean> {
  const found = await reader
    .select({ name: pictures.name })
    .from(pictures)
    .where(or(eq(pictures.name, file), eq(pictures.small, file)))
    .limit(1);
  return found.length > 0;
}
