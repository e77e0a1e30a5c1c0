import * as z from 'zod';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RecordOf } from '#src/web/answers.ts';
import { type ApiRoute, api } from '#src/web/http.ts';
import { loadEvent, requireEventRole } from '../access/event-access.ts';
import { onEvent, written } from '../changes/on-event.ts';
import { existingCatalog } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { deleteRecord, sortRecords } from './save.ts';
import { eventIdOfRecord, type RecordKind, storedAs } from './stored.ts';

type Call<Name extends string> = {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: Record<Name, number>;
};

/** The event of the record with the id parameter `name`. @throws Problem NOT_FOUND for another organizer's event */
export const loadEventOf =
  <Name extends string>(kind: RecordKind, name: Name) =>
  async ({ deps, viewer, may, params }: Call<Name>): Promise<number> => {
    const eventId = await eventIdOfRecord(deps.read, kind, params[name]);
    await requireEventRole(deps.read, viewer, eventId, may);
    return eventId;
  };

type Path = `/api/admin/${string}`;
type Caller = { viewer: Viewer; now: Instant };
/** Verbs with their summaries for the API document. */
type Verbs = Partial<Record<'create' | 'read' | 'update' | 'remove' | 'sort', string>>;

type RecordCalls<Row, New extends z.ZodType, Change extends z.ZodType> = {
  kind: RecordKind;
  /** `below`: create and sort; `one`: the others. Each ends with an id parameter. */
  below: Path;
  one: Path;
  /** The key in answers. */
  as: string;
  answer: z.ZodType<Row>;
  /** All rows of the event, or of one parent. */
  rows: (catalog: Catalog, now: Instant, parentId?: number) => readonly Row[];
  summaries: Verbs;
  /** Besides `tooFew` of the record's stock. */
  refusesUpdate?: readonly string[];
  newInput: New;
  input: Change;
  create: (work: Work, parentId: number, input: z.output<New>, by: Caller) => Promise<number>;
  update: (work: Work, id: number, input: z.output<Change>, by: Caller) => Promise<void>;
};

/** The event of the last id in a path: an event id, or a record of this kind. */
const loaderOf =
  (path: Path, kind: RecordKind | undefined) =>
  async ({
    deps,
    viewer,
    may,
    params,
  }: {
    deps: Deps;
    viewer: Viewer;
    may: Permission;
    params: Readonly<Record<string, string | number>>;
  }) => {
    const name = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
    const id = Number(params[name]);
    const call = { deps, viewer, may, params: { eventId: id, [name]: id } };
    const eventId = await (kind ? loadEventOf(kind, name)(call) : loadEvent(call));
    // A path with both ids must name a record of that event.
    if ('eventId' in params && params.eventId !== eventId) return refuse('NOT_FOUND');
    return { eventId, id };
  };

/** The API routes of one kind of record. */
export function recordCalls<Row extends { id: number }, New extends z.ZodType, Change extends z.ZodType>(
  calls: RecordCalls<Row, New, Change>,
): ApiRoute[] {
  const { kind, below, one, as, rows, summaries } = calls;
  const { above, order, inUse, stock } = storedAs(kind);
  const ofParent = loaderOf(below, above);
  const ofOne = loaderOf(one, kind);
  const answer = z.object({ [as]: calls.answer });
  const found = (catalog: Catalog, id: number, now: Instant) => {
    const row = rows(catalog, now).find((each) => each.id === id);
    return row && { [as]: row as RecordOf<typeof calls.answer> };
  };
  const change = { may: 'event.change' } as const;
  const routes = {
    create: (summary: string) =>
      api({ ...change, method: 'post', path: below, summary, load: ofParent, body: calls.newInput, answer }, (call) =>
        onEvent(call, call.record.eventId, async (work, eventId) => {
          const id = await calls.create(work, call.record.id, call.body as z.output<New>, call);
          return written(work, eventId, (catalog) => found(catalog, id, call.now));
        }),
      ),
    read: (summary: string) =>
      api({ method: 'get', path: one, may: 'event.read', summary, load: ofOne, answer }, async (call) => {
        const { eventId, id } = call.record;
        const catalog = await existingCatalog(call.deps.read, eventId);
        return found(catalog, id, call.now) ?? refuse('NOT_FOUND');
      }),
    update: (summary: string) =>
      api({ ...change, method: 'patch', path: one, summary, load: ofOne, body: calls.input, answer }, (call) =>
        onEvent(call, call.record.eventId, async (work, eventId) => {
          const { id } = call.record;
          await calls.update(work, id, call.body as z.output<Change>, call);
          return written(work, eventId, (catalog) => found(catalog, id, call.now));
        }),
      ),
    remove: (summary: string) =>
      api({ ...change, method: 'delete', path: one, summary, load: ofOne }, async (call) => {
        await onEvent(call, call.record.eventId, (work) => deleteRecord(work, kind, call.record.id));
        return undefined;
      }),
    sort: (summary: string) => {
      const { ids } = present(order, 'what is put in order has one');
      return api(
        {
          ...change,
          method: 'patch',
          path: `${below}/order`,
          summary,
          load: ofParent,
          body: z.object({ [ids]: z.array(z.int().positive()).max(1000) }),
          answer: z.object({ rows: z.array(calls.answer) }),
        },
        (call) =>
          onEvent(call, call.record.eventId, async (work, eventId) => {
            const { id } = call.record;
            await sortRecords(work, kind, id, call.body[ids] ?? []);
            return {
              rows: await written(
                work,
                eventId,
                (catalog) => rows(catalog, call.now, id) as RecordOf<typeof calls.answer>[],
              ),
            };
          }),
      );
    },
  };
  const tooFew = stock ? [stock.tooFew] : [];
  const refuses: Partial<Record<keyof Verbs, readonly string[]>> = {
    update: [...tooFew, ...(calls.refusesUpdate ?? [])],
    remove: [inUse],
    sort: order?.ofOther ? [order.ofOther] : [],
  };
  return (Object.keys(summaries) as (keyof Verbs)[]).map((verb) => ({
    ...routes[verb](summaries[verb] ?? ''),
    refuses: refuses[verb] ?? [],
  }));
}
