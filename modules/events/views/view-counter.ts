import { createHash } from 'node:crypto';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { isbot } from 'isbot';
import { batches } from '#src/data/hot-statements.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type CalendarDate, dateIn, days, type Instant, minutes, plus, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { describeError } from '#src/runtime/log.ts';
import { catalogOf, eventIdOf } from '../read-catalog.ts';
import { isPublic } from '../rules/sale.ts';
import { events } from '../schema.ts';
import { eventViewers, eventViews, viewSalts } from '../schema-views.ts';

/** Future days were written by a process with a wrong clock. */
export const isOver = (day: CalendarDate, timeZone: string, now: Instant): boolean =>
  day < dateIn(now, timeZone) || day > dateIn(plus(now, days(1)), timeZone);

/** Overwrites a salt before deleting it, since deleted data may stay on the disk. */
const overwritten = '0'.repeat(43);

/** Deletes marks of other days. */
async function forgetViewersOf({ tx }: Work, timeZone: string, today: CalendarDate): Promise<void> {
  const ofZone = tx.select({ id: events.id }).from(events).where(eq(events.timeZone, timeZone));
  await tx.delete(eventViewers).where(and(inArray(eventViewers.eventId, ofZone), ne(eventViewers.day, today)));
}

async function forgetViewers(work: Work): Promise<void> {
  const { tx, now } = work;
  for (const { timeZone, day } of await tx.select().from(viewSalts)) {
    if (!isOver(day, timeZone, now)) continue;
    const isThis = eq(viewSalts.timeZone, timeZone);
    await tx.update(viewSalts).set({ salt: overwritten }).where(isThis);
    await tx.delete(viewSalts).where(isThis);
    await forgetViewersOf(work, timeZone, dateIn(now, timeZone));
  }
}

export const forgetViewersJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-viewers',
  everyMs: minutes(1),
  async run() {
    await write(forgetViewers);
    return false;
  },
});

export type View = { event: string; clientAddress: string; userAgent: string };

/** Interval of writes. */
const everyMs = seconds(2);
const maxNoted = 20_000;
const maxKnown = 200_000;
const maxPerAddress = 200;
const saltBytes = 32;

type Salt = { day: CalendarDate; salt: string };
type Mark = { eventId: number; day: CalendarDate; mark: string };
type Viewed = { eventId: number; timeZone: string; viewers: readonly { address: string; userAgent: string }[] };

const digest = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22);

/** Counts viewers once per event and day. Noting is cheap, since cached pages count too; writes are batched. */
export class ViewCounter {
  readonly #noted = new Set<string>();
  /** Marks of today that are stored. */
  #known = new Set<string>();
  #ofAddress = new Map<string, number>();
  #knownDays = '';
  #timer: ReturnType<typeof setInterval> | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly deps: () => Pick<Deps, 'read' | 'write' | 'clock' | 'log' | 'config'>) {}

  note({ event, clientAddress, userAgent }: View): void {
    if (this.#noted.size < maxNoted && userAgent !== '') this.#noted.add(`${event}\n${clientAddress}\n${userAgent}`);
  }

  start(): void {
    this.#timer = setInterval(() => void this.write(), everyMs);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.write();
  }

  /** Errors are logged only; losing a count is acceptable. */
  write(): Promise<void> {
    this.#writing = this.#writing
      .then(() => this.#write())
      .catch((error: unknown) => this.deps().log.warn('views were not counted', describeError(error)));
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#noted.size === 0) return;
    const noted = [...this.#noted].map((line) => line.split('\n') as [string, string, string]);
    this.#noted.clear();
    const viewed: Viewed[] = [];
    for (const [event, lines] of Map.groupBy(noted, ([name]) => name)) {
      const found = await this.#publicEvent(event);
      const viewers = lines.filter(([, , agent]) => !isbot(agent));
      if (found && viewers.length > 0) {
        viewed.push({ ...found, viewers: viewers.map(([, address, userAgent]) => ({ address, userAgent })) });
      }
    }
    if (viewed.length > 0) await this.deps().write((work) => this.#count(work, viewed));
  }

  async #publicEvent(name: string): Promise<{ eventId: number; timeZone: string } | null> {
    const { read } = this.deps();
    const eventId = await eventIdOf(read, name);
    const catalog = eventId ? await catalogOf(read, eventId) : null;
    return catalog && isPublic(catalog.event) ? { eventId, timeZone: catalog.event.timeZone } : null;
  }

  async #count(work: Work, viewed: readonly Viewed[]): Promise<void> {
    const marks: Mark[] = [];
    for (const [timeZone, ofZone] of Map.groupBy(viewed, (one) => one.timeZone)) {
      const { day, salt } = await saltOf(work, timeZone);
      this.#forgetBefore(timeZone, day);
      for (const { eventId, viewers } of ofZone) marks.push(...this.#newMarks(eventId, { day, salt }, viewers));
    }
    for (const batch of batches(marks)) {
      const added = await work.tx
        .insert(eventViewers)
        .values(batch)
        .onConflictDoNothing()
        .returning({ eventId: eventViewers.eventId, day: eventViewers.day });
      for (const [, same] of Map.groupBy(added, ({ eventId, day }) => `${eventId} ${day}`)) {
        const [first] = same;
        if (first) await addViews(work, { ...first, count: same.length });
      }
    }
    for (const { mark } of marks) this.#remember(mark);
  }

  #newMarks(eventId: number, { day, salt }: Salt, viewers: Viewed['viewers']): Mark[] {
    const { limitFactor } = this.deps().config;
    const max = limitFactor === 0 ? Number.POSITIVE_INFINITY : Math.ceil(maxPerAddress * limitFactor);
    return viewers.flatMap(({ address, userAgent }) => {
      const mark = digest(salt, eventId, address, userAgent);
      if (this.#known.has(mark)) return [];
      const place = digest(salt, eventId, address);
      const count = (this.#ofAddress.get(place) ?? 0) + 1;
      if (count > max) return [];
      this.#ofAddress.set(place, count);
      return [{ eventId, day, mark }];
    });
  }

  #remember(mark: string): void {
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.add(mark);
  }

  /** Marks of another salt are useless. */
  #forgetBefore(timeZone: string, day: CalendarDate): void {
    const days = `${timeZone} ${day}`;
    if (this.#knownDays.includes(days)) return;
    this.#knownDays = `${this.#knownDays
      .split('\n')
      .filter((one) => one !== '' && !one.startsWith(`${timeZone} `))
      .join('\n')}\n${days}`;
    this.#known = new Set();
    this.#ofAddress = new Map();
  }
}

/** The salt of today; the first view of a day creates it, in any process. */
async function saltOf(work: Work, timeZone: string): Promise<Salt> {
  const { tx, now } = work;
  const [stored] = await tx.select().from(viewSalts).where(eq(viewSalts.timeZone, timeZone));
  if (stored && !isOver(stored.day, timeZone, now)) return stored;
  const fresh = { day: dateIn(now, timeZone), salt: secretToken(saltBytes) };
  const [written] = stored
    ? await tx
        .update(viewSalts)
        .set(fresh)
        .where(and(eq(viewSalts.timeZone, timeZone), eq(viewSalts.day, stored.day)))
        .returning()
    : await tx
        .insert(viewSalts)
        .values({ timeZone, ...fresh })
        .onConflictDoNothing()
        .returning();
  if (written) {
    await forgetViewersOf(work, timeZone, fresh.day);
    return written;
  }
  // Another process created it first.
  const [current] = await tx.select().from(viewSalts).where(eq(viewSalts.timeZone, timeZone));
  return current ?? fresh;
}

async function addViews({ tx }: Work, { eventId, day, count }: { eventId: number; day: CalendarDate; count: number }) {
  await tx
    .insert(eventViews)
    .values({ eventId, day, count })
    .onConflictDoUpdate({
      target: [eventViews.eventId, eventViews.day],
      set: { count: sql`${eventViews.count} + ${count}` },
    });
}
