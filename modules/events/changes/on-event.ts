import { eq } from 'drizzle-orm';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { requireEventRole } from '../access/event-access.ts';
import { catalogOf, existingCatalog } from '../read-catalog.ts';
import { contentOf } from '../read-content.ts';
import { shortlinksOf } from '../read-list.ts';
import type { Catalog } from '../rules/catalog.ts';
import type { RecordChange } from '../rules/changes.ts';
import { changesBetween, type EventState } from '../rules/changes.ts';
import { hasMoved, startFacts, startsMoved } from '../rules/facts.ts';
import { pictures } from '../schema.ts';
import { eventAudits } from '../schema-audits.ts';

type Caller = { deps: Deps; viewer: Viewer };

/**
 * Runs a verb in one write if the caller may change the event, and records what it changed. All changes of events pass
 * through here.
 * @throws Problem NOT_FOUND
 */
export const onEvent = <T>(
  { deps, viewer }: Caller,
  eventId: number,
  verb: (work: Work, eventId: number) => Promise<T>,
  may: Permission = 'event.change',
): Promise<T> =>
  deps.write(async (work) => {
    await requireEventRole(work.tx, viewer, eventId, may);
    return audited(work, viewer, eventId, () => verb(work, eventId));
  });

/** Picks what a verb wrote from the catalog inside the write. */
export async function written<T>(work: Work, eventId: number, pick: (catalog: Catalog) => T | undefined): Promise<T> {
  return present(pick(await existingCatalog(work.tx, eventId)), 'what was written is in the catalogue');
}

/** Longer texts are cut in audit entries. */
const longestText = 300;
/** SQLite takes 32,766 values a statement. */
const maxAtOnce = 1000;

/** Runs a verb and records who changed which record, by comparing the event before and after. */
export async function audited<T>(work: Work, editor: Viewer, eventId: number, verb: () => Promise<T>): Promise<T> {
  const before = await stateOf(work, eventId);
  const answer = await verb();
  await addEventAudits(work, editor, eventId, before);
  const after = before && (await catalogOf(work.tx, eventId));
  if (after && hasMoved(before.catalog, after, work.now))
    await work.announce(startsMoved({ eventId, before: startFacts(before.catalog) }));
  return answer;
}

/** Records the difference to `before`; without it the event is new. */
export async function addEventAudits(
  work: Work,
  editor: Viewer,
  eventId: number,
  before: EventState | null = null,
): Promise<void> {
  const after = await stateOf(work, eventId);
  if (!after) return;
  await addEventEntries(work, editor, eventId, changesBetween(before, after));
}

/** Records changes of records that a higher module keeps for an event. */
export async function addEventEntries(
  work: Work,
  editor: Pick<Viewer, 'userId'>,
  eventId: number,
  changed: readonly RecordChange[],
): Promise<void> {
  const entries = changed.map(({ changes, ...entry }) => ({
    ...entry,
    changes: changes.map(({ field, before: old, after: now }) => ({ field, before: short(old), after: short(now) })),
    eventId,
    editorId: editor.userId,
    impersonatorId: work.impersonatorId ?? null,
    createdAt: work.now,
  }));
  for (let at = 0; at < entries.length; at += maxAtOnce)
    await work.tx.insert(eventAudits).values(entries.slice(at, at + maxAtOnce));
}

async function stateOf({ tx }: Work, eventId: number): Promise<EventState | null> {
  const catalog = await catalogOf(tx, eventId);
  if (!catalog) return null;
  const links = await shortlinksOf(tx, [eventId]);
  const stored = await tx.select({ name: pictures.name }).from(pictures).where(eq(pictures.eventId, eventId));
  const content = await contentOf(tx, catalog.event);
  return { catalog, content, shortlinks: links.get(eventId) ?? [], pictures: stored.map(({ name }) => name) };
}

const short = (value: unknown): unknown =>
  typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)} …` : value;
