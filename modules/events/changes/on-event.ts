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
import { changesBetween, type EventState, type RecordChange } from '../rules/changes.ts';
import { hasMoved, startFacts, startsMoved } from '../rules/facts.ts';
import { eventAudits, pictures } from '../schema.ts';

type Caller = { deps: Deps; viewer: Viewer };

/**
 * Runs a verb on an event in one write, if the caller manages it, writes down what it changed, and answers what the verb
 * answers. Everything that people change about an event comes through here.
 * @throws Problem NOT_FOUND when the event is another's or not there.
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

/** What a verb left behind, as the write sees it. */
export async function written<T>(work: Work, eventId: number, pick: (catalog: Catalog) => T | undefined): Promise<T> {
  return present(pick(await existingCatalog(work.tx, eventId)), 'what was written is in the catalogue');
}

/** Texts of an event may be long; an entry says how they begin. */
const longestText = 300;
/** A copy of a large event makes thousands of entries, and a statement takes 32,766 values. */
const maxAtOnce = 1000;

/**
 * Runs a verb on an event and writes down what it changed: who, when, which record, before and after. It compares the
 * event before and after, so a verb cannot forget to say what it did.
 */
export async function audited<T>(work: Work, editor: Viewer, eventId: number, verb: () => Promise<T>): Promise<T> {
  const before = await stateOf(work, eventId);
  const answer = await verb();
  await addEventAudits(work, editor, eventId, before);
  const after = before && (await catalogOf(work.tx, eventId));
  if (after && hasMoved(before.catalog, after, work.now))
    await work.announce(startsMoved({ eventId, before: startFacts(before.catalog) }));
  return answer;
}

/** Writes down what an event is now, beside what it was; without that it is new. */
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

/** Writes down what became of records that belong to an event and are kept by a module above this one. */
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
