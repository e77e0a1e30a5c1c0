import { sql } from 'drizzle-orm';
import type { Invariant } from './invariants.ts';
import type { Json, Season } from './season.ts';
import { ticketByOwnLink } from './transfers.ts';
import { tried } from './tried.ts';

/** The organizer lays out numbers; ranges grow, and go, also while somebody has a number of them. */
async function layOutRanges(season: Season): Promise<void> {
  const { dice, eventId, organizer } = season;
  const path = `/api/admin/events/${eventId}/bib-ranges`;
  const found = await tried(season, 'look at bibs', organizer, 'GET', `/api/admin/events/${eventId}/bibs`);
  const { ranges } = (found?.bibs ?? { ranges: [] }) as { ranges: { id: number; first: number; last: number }[] };
  const first = dice.between(1, 90);
  if (ranges.length === 0 || dice.chance(0.5)) {
    const competitionId = dice.pick(season.competitions).id;
    const free = dice.chance(0.4) ? { block: dice.between(1, 5), gap: dice.between(1, 3) } : {};
    await tried(season, 'new bib range', organizer, 'POST', path, {
      competitionId,
      first,
      last: first + dice.between(0, 15),
      ...free,
    });
    return;
  }
  const range = dice.pick(ranges);
  if (dice.chance(0.6)) {
    const change = dice.chance(0.5) ? { last: range.last + dice.between(1, 8) } : { reserve: dice.between(0, 3) };
    await tried(season, 'change bib range', organizer, 'PATCH', `${path}/${range.id}`, change);
    return;
  }
  await tried(season, 'delete bib range', organizer, 'DELETE', `${path}/${range.id}`);
}

/** Applies what was previewed, with life going on in between; a piece is cut off by the power now and then. */
async function apply(season: Season, verb: string, runId: number): Promise<void> {
  const { dice, eventId, organizer, shop } = season;
  const { applyRunsJob } = await import('#modules/bibs/apply-run.ts');
  const path = `/api/admin/events/${eventId}/bib-runs/${runId}`;
  if (dice.chance(0.15)) await setByHand(season);
  if (!(await tried(season, `apply ${verb}`, organizer, 'POST', `${path}/apply`))) return;
  const { deps } = shop;
  for (;;) {
    const isCut = dice.chance(0.2);
    const job = applyRunsJob({
      read: deps.read,
      bibsHeldElsewhere: deps.bibsHeldElsewhere,
      write: (work) =>
        deps.write(async (inside) => {
          const done = await work(inside);
          if (isCut) throw new Error('power');
          return done;
        }),
    });
    if (dice.chance(0.1)) await setByHand(season);
    if (!(await job.run().catch(() => true))) break;
  }
  const shown = await tried(season, 'look at bib run', organizer, 'GET', path);
  if ((shown?.run as Json | undefined)?.status !== 'done') throw new Error(`a run of bibs never ended: ${runId}`);
}

const runIn = (answer: Json | null): number | null => (answer?.run as { id: number } | undefined)?.id ?? null;

async function assign(season: Season): Promise<void> {
  const { dice, eventId, organizer } = season;
  const body = {
    sequence: dice.pick(['orderDate', 'name', 'club'] as const),
    reassign: dice.chance(0.4),
    competitionIds: dice.chance(0.7) ? null : [dice.pick(season.competitions).id],
  };
  const verb = body.reassign ? 'reassign bibs' : 'assign bibs';
  const runId = runIn(await tried(season, verb, organizer, 'POST', `/api/admin/events/${eventId}/bib-runs`, body));
  if (runId !== null && dice.chance(0.85)) await apply(season, verb, runId);
}

async function undo(season: Season): Promise<void> {
  const { eventId, organizer } = season;
  const path = `/api/admin/events/${eventId}/bib-runs/undo`;
  const runId = runIn(await tried(season, 'undo bibs', organizer, 'POST', path, {}));
  if (runId !== null) await apply(season, 'undo of bibs', runId);
}

/** A file of the timing system: right lines, lines of nobody, empty ones, and one number for two people. */
async function importBibs(season: Season): Promise<void> {
  const { dice, eventId, organizer } = season;
  const lines = Array.from({ length: dice.between(1, 6) }, () => {
    const id = dice.chance(0.8) && season.tickets.length > 0 ? dice.pick(season.tickets).participantId : 99_999;
    const chip = dice.chance(0.3) ? `C${dice.between(1, 99)}` : '';
    return `${dice.chance(0.85) ? dice.between(1, 60) : ''};${id};${chip}`;
  });
  const form = new FormData();
  form.set('file', new File([['Startnummer;Teilnehmer-ID;Chip', ...lines].join('\r\n')], 'nummern.csv'));
  const answer = await organizer.fetch(`/api/admin/events/${eventId}/bib-imports`, {
    method: 'POST',
    headers: { 'x-csrf-token': organizer.cookies.get('csrf-token') ?? '' },
    body: form,
  });
  if (answer.status >= 500) throw new Error(`import bibs: ${answer.status}`);
  const runId = answer.status === 201 ? runIn((await answer.json()) as Json) : null;
  season.log.set('import bibs', (season.log.get('import bibs') ?? 0) + 1);
  if (runId !== null) await apply(season, 'import of bibs', runId);
}

/** Somebody at the desk types a number, or timing does. */
async function setByHand({ dice, shop, tickets }: Season): Promise<void> {
  if (tickets.length === 0) return;
  const { setBib } = await import('#modules/orders/index.ts');
  const { Problem } = await import('#src/kernel/problem.ts');
  const { participantId } = dice.pick(tickets);
  const bib = dice.chance(0.2) ? null : String(dice.between(1, 110));
  const source = dice.pick(['hand', 'timing'] as const);
  await shop.deps
    .write((work) => setBib(work, { participantId, bib, source }))
    .catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
}

/** The organizer corrects one number, takes it away, or takes the next free one; numbers of the timing alike. */
async function correctBib(season: Season): Promise<void> {
  const { dice, organizer, tickets } = season;
  if (tickets.length === 0) return;
  const { participantId } = dice.pick(tickets);
  const body = dice.pick([{ bib: String(dice.between(0, 60)).padStart(3, '0') }, { nextFree: true }, { bib: null }]);
  const path = `/api/admin/participants/${participantId}/bib`;
  await tried(season, 'correct bib', organizer, 'PATCH', path, body);
}

/** Start waves come, change, are filled and emptied, one person or all at once. */
async function startWaves(season: Season): Promise<void> {
  const { dice, eventId, organizer, tickets } = season;
  const path = `/api/admin/events/${eventId}/waves`;
  const found = await tried(season, 'look at waves', organizer, 'GET', path);
  const waves = (found?.rows ?? []) as { id: number; competitionId: number }[];
  const { body } = await organizer.json<{ event: { competitions: { id: number }[] } }>(
    'GET',
    `/api/admin/events/${eventId}`,
  );
  const startsAt = new Date(season.shop.clock() + dice.between(1, 90) * 86_400_000).toISOString();
  const locksAt = dice.chance(0.2)
    ? new Date(season.shop.clock() + dice.between(-2, 5) * 86_400_000).toISOString()
    : null;
  if (waves.length < 4)
    await tried(season, 'new wave', organizer, 'POST', path, {
      ...{ competitionId: dice.pick(body.event.competitions).id, title: `Welle ${dice.between(1, 9)}` },
      ...{ startsAt, locksAt, size: dice.between(1, 8), allowsChoice: dice.chance(0.7) },
    });
  else if (dice.chance(0.2)) await tried(season, 'delete wave', organizer, 'DELETE', `${path}/${dice.pick(waves).id}`);
  else
    await tried(season, 'change wave', organizer, 'PATCH', `${path}/${dice.pick(waves).id}`, {
      size: dice.between(1, 8),
    });
  const sequence = dice.pick(['orderDate', 'club'] as const);
  if (dice.chance(0.6)) await tried(season, 'assign waves', organizer, 'POST', `${path}/assign`, { sequence });
  const [wave] = waves;
  if (wave && tickets.length > 0)
    await tried(season, 'set wave', organizer, 'POST', `${path}/set`, {
      participantId: dice.pick(tickets).participantId,
      waveId: dice.chance(0.8) ? wave.id : null,
    });
}

/** Somebody changes the start wave on the own page, most often to one that is offered there. */
async function changeOwnWave({ dice, log, shop }: Season): Promise<void> {
  const { read, signer } = shop.deps;
  const people = await read.all<{ id: number }>(sql`select pw.participant_id id from participant_waves pw
    join start_waves w on w.id = pw.wave_id where w.allows_choice = 1 order by pw.participant_id`);
  if (people.length === 0) return;
  const visitor = shop.visitor();
  const textOf = async (path: string | null | undefined) =>
    path ? (await visitor.fetch(path.replaceAll('&amp;', '&'))).text() : '';
  const own = await textOf(await ticketByOwnLink(read, signer, dice.pick(people).id));
  const path = /href="(\/tickets\/\d+\/wave\?[^"]+)"/.exec(own)?.[1]?.replaceAll('&amp;', '&');
  if (!path) return;
  const offered = [...(await textOf(path)).matchAll(/name="waveId" value="(\d+)"/g)].map(([, id = '']) => id);
  const waveId = offered.length > 0 && dice.chance(0.9) ? dice.pick(offered) : String(dice.between(1, 9));
  const { status } = await visitor.form(path, { waveId });
  if (status >= 500) throw new Error(`change own wave: ${status}`);
  const verb = status === 303 ? 'change own wave' : `change own wave: ${status}`;
  log.set(verb, (log.get(verb) ?? 0) + 1);
}

async function switchOnCompletion(season: Season): Promise<void> {
  const path = `/api/admin/events/${season.eventId}/bibs`;
  await tried(season, 'bibs on completion', season.organizer, 'PATCH', path, {
    assignOnCompletion: season.dice.chance(0.7),
  });
}

/** One of the two gives the numbers: once RACE RESULT does, nobody lays them out here. */
const alone =
  (verb: (season: Season) => Promise<void>) =>
  async (season: Season): Promise<void> => {
    if (!season.log.has('set up timing')) await verb(season);
  };

export const bibVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [2, alone(layOutRanges)],
  [2, alone(assign)],
  [1, alone(undo)],
  [1, alone(importBibs)],
  [1, alone(setByHand)],
  [1, alone(switchOnCompletion)],
  [2, correctBib],
  [2, startWaves],
  [4, changeOwnWave],
];

/** Where the number of `p` came from last; a range that is gone, or was shorter once, stands in the event's history. */
const lastSource = `(select a.comment from order_audit_changes c join order_audits a on a.id = c.audit_id
  where c.participant_id = p.id and c.field = 'rrBib' order by c.id desc limit 1)`;

export const bibInvariants: readonly Invariant[] = [
  {
    sentence: 'the last word of an order’s history on a start wave is the wave',
    breaches: `select p.id, w.title from participants p left join participant_waves pw on pw.participant_id = p.id
      left join start_waves w on w.id = pw.wave_id where w.id is not null and not exists (select 1 from order_audit_changes c
        where c.participant_id = p.id and c.field = 'wave' and c.after = w.title)`,
  },
  {
    sentence: 'a start number is one live person’s at an event',
    breaches: `select event_id, rr_bib from participants where live = 1 and rr_bib is not null
      group by event_id, upper(rr_bib) having count(*) > 1`,
  },
  {
    sentence: 'every start number came from a range, by hand, from a file or from timing, as the history says',
    breaches: `select p.id, p.rr_bib, ${lastSource} source from participants p where p.rr_bib is not null and source is not
      'participant.bibSet' and source is not 'participant.bibByHand' and source is not 'participant.bibFromFile'
      and (source is not 'participant.bibFromRange' or not exists (select 1 from event_audits a
        where a.event_id = p.event_id and a.kind = 'bibRange' and cast(p.rr_bib as integer)
          between cast(a.name as integer) and cast(substr(a.name, instr(a.name, '–') + 1) as integer)))`,
  },
  {
    sentence: 'ranges of an event never overlap',
    breaches: `select a.id, b.id from bib_ranges a join bib_ranges b on b.event_id = a.event_id and b.id > a.id
      where a.first <= b.last and b.first <= a.last`,
  },
  {
    sentence: 'a run that is over left nothing open, and nobody without the number that was theirs meanwhile',
    breaches: `select i.id from bib_run_items i join bib_runs r on r.id = i.run_id
      where (r.status = 'done' and i.state in ('waiting', 'parked')) or (r.status = 'preview' and i.state not in ('told', 'waiting'))`,
  },
];
