import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { drawingIn } from '../rules/pictures.ts';
import { pictures } from '../schema.ts';

/**
 * What a record of an event may show: nothing, a drawing of the product, or a picture of this very event.
 * @throws Problem VALIDATION_FAILED beside `field` for everything else
 */
export async function refuseForeignPicture(
  work: Work,
  eventId: number,
  name: string | null | undefined,
  field: 'titlePicture' | 'previewPicture' | 'picture',
): Promise<void> {
  if (name === null || name === undefined || drawingIn(name)) return;
  const found = await work.tx
    .select({ name: pictures.name })
    .from(pictures)
    .where(and(eq(pictures.eventId, eventId), eq(pictures.name, name)));
  if (found.length === 0) refuseFields({ [field]: ['events.error.foreignPicture'] });
}
