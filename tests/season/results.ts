import { sql } from 'drizzle-orm';
import type { Invariant } from './invariants.ts';
import type { Json, Season } from './season.ts';
import { tried } from './tried.ts';

const said = (season: Season, outcome: string) => season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);

/** The timing's file: some of those who started, some twice, some with nothing, somebody nobody knows. */
async function importTimes(season: Season): Promise<void> {
  const { dice, organizer, eventId, tickets } = season;
  const time = () => dice.pick(['', `${dice.between(30, 59)}:${dice.between(10, 59)}`, '40:00', '1:02:03,4']);
  const lines = Array.from({ length: dice.between(1, 8) }, () => {
    const id = tickets.length > 0 && dice.chance(0.9) ? dice.pick(tickets).participantId : 999_999;
    return `${id};Gast ${dice.between(1, 3)};${time()};${dice.pick(['', '', 'DNF', 'DSQ', 'soon'])}`;
  });
  const body = new FormData();
  body.set('file', new File([['Teilnehmer-ID;Name;Zeit;Status', ...lines].join('\n')], 'zeiten.csv'));
  const isDry = dice.chance(0.2);
  const answer = await organizer.fetch(`/api/admin/events/${eventId}/results/import?dryRun=${isDry}`, {
    method: 'POST',
    body,
    headers: { 'x-csrf-token': organizer.cookies.get('csrf-token') ?? '' },
  });
  if (answer.status >= 500) throw new Error(`import results: ${answer.status} ${await answer.text()}`);
  const { importId = null } = (await answer.json()) as { importId?: number | null };
  said(season, `results: ${answer.status} ${isDry ? 'tried' : importId === null ? 'nothing new' : 'imported'}`);
}

async function undoResults(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  const state = await tried(season, 'read results', organizer, 'GET', `/api/admin/events/${eventId}/results`);
  const imports = (state?.imports ?? []) as { id: number }[];
  const { id } = imports.length > 0 && dice.chance(0.8) ? (imports[0] as { id: number }) : { id: 999_999 };
  await tried(season, 'undo results', organizer, 'POST', `/api/admin/events/${eventId}/results/undo/${id}`);
}

async function publishLists(season: Season): Promise<void> {
  const { dice, organizer, eventId, competitions } = season;
  const lists = { showsStartList: dice.chance(0.8) };
  await tried(season, 'start list', organizer, 'PATCH', `/api/admin/events/${eventId}/result-settings`, lists);
  const counted = {
    isPublished: dice.chance(0.8),
    classPreset: dice.pick(['fives', 'tens', 'none', 'own']),
    ownClasses: dice.pick(['A: 0-40\nB: 41+', 'A: 0-40\nB: 40+']),
    teamsBy: dice.pick(['none', 'team', 'club']),
    teamSize: dice.between(1, 3),
  };
  const path = `/api/admin/competitions/${dice.pick(competitions).id}/result-settings`;
  await tried(season, 'publish results', organizer, 'PATCH', path, counted);
}

async function sayName(season: Season): Promise<void> {
  const { dice, tickets, buyers, organizer } = season;
  if (tickets.length === 0) return;
  const { orderId, participantId } = dice.pick(tickets);
  const path = `orders/${orderId}/participants/${participantId}/public-name`;
  const body = { isShown: dice.chance(0.4) };
  if (dice.chance(0.6)) await tried(season, 'say name', dice.pick(buyers), 'PATCH', `/api/${path}`, body);
  else await tried(season, 'say name for somebody', organizer, 'PATCH', `/api/admin/${path}`, body);
}

/** The organizer says it by a line of the list, of whoever is not registered, too. */
async function setResultNameVisibilities(season: Season): Promise<void> {
  const { dice, shop, organizer, eventId } = season;
  const lines = await shop.deps.read.all<{ id: number }>(sql`select id from results where event_id = ${eventId}`);
  const { id } = lines.length > 0 && dice.chance(0.9) ? dice.pick(lines) : { id: 999_999 };
  const path = `/api/admin/events/${eventId}/results/${id}/public-name`;
  await tried(season, 'say name of a result', organizer, 'PATCH', path, { isShown: dice.chance(0.4) });
}

type Row = { id: number; name: string | null; rank: number | null; timeMs: number | null; status: string };

/** Whoever looks at the lists meets nobody who is not to stand there, and ranks that are right. */
async function lookAtLists(season: Season): Promise<void> {
  const { shop, eventId, competitions } = season;
  // What happened to orders a moment ago is seen by then.
  shop.clock.advance(5000);
  const visitor = shop.visitor();
  const gone = await shop.deps.read.all<{ id: number }>(sql`
    select p.id from participants p join orders o on o.id = p.order_id join users u on u.id = o.user_id
    left join public_names n on n.participant_id = p.id
    where p.event_id = ${eventId} and (p.live = 0 or o.status = 'canceled' or u.deleted_at is not null or n.is_shown = 0)`);
  const hidden = new Set(gone.map(({ id }) => id));
  const list = await visitor.json<Json>('GET', `/api/events/${eventId}/start-list?perPage=500`);
  const starters = (list.body?.rows ?? []) as { participantId: number }[];
  for (const { participantId } of starters)
    if (hidden.has(participantId)) throw new Error(`the start list names ${participantId}`);
  said(season, `start list: ${list.status} ${starters.length > 0 ? 'some' : 'none'}`);
  for (const { id } of competitions) {
    const found = await visitor.json<Json>('GET', `/api/competitions/${id}/results?perPage=500`);
    if (found.status >= 500) throw new Error(`results: ${found.status}`);
    const rows = (found.body?.rows ?? []) as Row[];
    said(season, `results: looked at ${found.status} ${rows.length > 0 ? 'some' : 'none'}`);
    const finishers = rows.filter(({ status }) => status === 'finished');
    for (const row of rows) {
      const faster = finishers.filter(({ timeMs }) => (timeMs ?? 0) < (row.timeMs ?? 0)).length;
      const rank = row.status === 'finished' ? faster + 1 : null;
      if (row.rank !== rank) throw new Error(`result ${row.id} has rank ${row.rank} and not ${rank}`);
    }
    const named = rows.filter(({ name }) => name !== null).map((row) => row.id);
    const whose = await shop.deps.read.all<{ id: number }>(sql`
      select participant_id id from results where participant_id is not null
        and id in (select value from json_each(${JSON.stringify(named)}))`);
    for (const one of whose) if (hidden.has(one.id)) throw new Error(`the results name ${one.id}`);
    const guests = await shop.deps.read.all<{ id: number }>(sql`
      select id from results where participant_id is null and is_name_shown = 0
        and id in (select value from json_each(${JSON.stringify(named)}))`);
    if (guests.length > 0) throw new Error(`the results name ${guests[0]?.id}, who said no`);
    if (found.status !== 200) continue;
    const [counted] = await shop.deps.read.all<{ n: number }>(sql`
      select count(*) n from results r left join participants p on p.id = r.participant_id
      left join orders o on o.id = p.order_id left join users u on u.id = o.user_id
      where r.competition_id = ${id} and (p.id is null or (p.live and o.status <> 'canceled' and u.deleted_at is null))`);
    if (found.body.count !== counted?.n) throw new Error(`${found.body.count} results of ${counted?.n}`);
  }
}

export const resultVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [4, importTimes],
  [1, undoResults],
  [2, publishLists],
  [2, sayName],
  [1, setResultNameVisibilities],
  [2, lookAtLists],
];

export const resultInvariants: readonly Invariant[] = [
  {
    sentence: 'a participant has one result, of their own event',
    breaches: `select r.participant_id from results r where r.participant_id is not null
        group by r.participant_id having count(*) > 1
      union all select r.id from results r join participants p on p.id = r.participant_id where p.event_id <> r.event_id
      union all select r.id from results r join competitions c on c.id = r.competition_id where c.event_id <> r.event_id`,
  },
  {
    sentence: 'a result says what the last import that holds made of it',
    breaches: `select r.id from results r where not exists (select 1 from result_changes c
        join result_imports i on i.id = c.import_id and i.undone_at is null
        where c.result_id = r.id and coalesce(json_extract(c.after, '$.timeMs'), 0) = coalesce(r.time_ms, 0)
          and json_extract(c.after, '$.status') = r.status
          and c.import_id = (select max(l.import_id) from result_changes l
            join result_imports k on k.id = l.import_id and k.undone_at is null where l.result_id = r.id))`,
  },
  {
    sentence: 'every import by a person, and everything that was published, stands in the history of its event',
    breaches: `select i.id from result_imports i where i.editor_id is not null and not exists (select 1 from event_audits a
        where a.kind = 'results' and a.action = 'created' and a.record_id = i.id and a.event_id = i.event_id)
      union all select i.id from result_imports i where i.undone_at is not null and not exists (select 1 from event_audits a
        where a.kind = 'results' and a.action = 'deleted' and a.record_id = i.id)
      union all select c.competition_id from result_competitions c where c.published_at is not null and not exists
        (select 1 from event_audits a where a.kind = 'results' and a.record_id = c.competition_id and a.action = 'changed')`,
  },
  {
    sentence: 'nothing is left of the results of an account that is gone, nor of what it said of names',
    breaches: `select r.id from results r join participants p on p.id = r.participant_id join orders o on o.id = p.order_id
        join users u on u.id = o.user_id where u.deleted_at is not null
      union all select n.participant_id from public_names n join participants p on p.id = n.participant_id
        join orders o on o.id = p.order_id join users u on u.id = o.user_id where u.deleted_at is not null`,
  },
];
