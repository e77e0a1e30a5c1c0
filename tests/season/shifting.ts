import { dateIn, fromIso } from '#src/kernel/time.ts';
import type { Json, Season } from './season.ts';
import { tried } from './tried.ts';

type EventJson = Json & { startTimestamp: string; timeZone: string; competitions: (Json & { timestamp: string })[] };

const dayNumber = (at: string, zone: string) => Date.parse(dateIn(fromIso(at), zone)) / 86_400_000;

/** Whole local days from the event's start to each competition's. */
const distances = ({ startTimestamp, timeZone, competitions }: EventJson): number[] =>
  competitions.map(({ timestamp }) => dayNumber(timestamp, timeZone) - dayNumber(startTimestamp, timeZone));

/** What is no time, and so never moves. */
const untimed = (value: unknown): string =>
  JSON.stringify(value, (name, each) =>
    /timestamp$|Time$|^available(From|To)$|^ageCheckDate$|^raceResult$/i.test(name) ? undefined : each,
  );

/** The organizer postpones the event, looks at it and takes that back: what was previewed happens, and nothing else. */
async function shift(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  const path = `/api/admin/events/${eventId}`;
  const read = async () => (await organizer.json<{ event: EventJson }>('GET', path)).body.event;
  const before = await read();
  const startTimestamp = new Date(Date.parse(before.startTimestamp) + dice.between(1, 20) * 86_400_000).toISOString();
  const planned = await tried(season, 'preview shift', organizer, 'POST', `${path}/shift`, {
    startTimestamp,
    dryRun: true,
  });
  if (JSON.stringify(await read()) !== JSON.stringify(before)) throw new Error('a preview moved something');
  const done = await tried(season, 'shift', organizer, 'POST', `${path}/shift`, { startTimestamp });
  if (JSON.stringify(done) !== JSON.stringify(planned)) throw new Error('a shift moved something else than previewed');
  if (!done) return;
  const after = await read();
  if (distances(after).join() !== distances(before).join()) throw new Error('a competition was left behind');
  if (untimed(after) !== untimed(before)) throw new Error('a shift changed something else than times');
  await tried(season, 'shift back', organizer, 'POST', `${path}/shift`, { startTimestamp: before.startTimestamp });
}

export const shiftingVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [[1, shift]];
