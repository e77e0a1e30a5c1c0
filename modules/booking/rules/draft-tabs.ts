import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import type { DraftData } from './draft.ts';

/** Several tabs share one draft: the latest edit of each person wins, in whatever order the posts arrive. */

/** Edit times by local id ('' for other fields), from `latest`, the newest time the page was given. Null: no script. */
export type EditTimes = { latest: number; times: ReadonlyMap<string, number> };
const typedName = 'typed';
export const editTimesIn = (form: FormData): EditTimes | null =>
  form.has(typedName)
    ? {
        latest: Number(/^\d{1,15}$/.exec(String(form.get(typedName)))?.[0] ?? 0),
        times: new Map(
          form.getAll(typedName).flatMap((entry) => {
            const [, at, whose = ''] = /^(\d{1,15}):(.{0,100})$/.exec(String(entry)) ?? [];
            return at ? [[whose, Number(at)] as const] : [];
          }),
        ),
      }
    : null;
const timeOf = ({ latest, times }: EditTimes, whose: string): number => Math.max(latest, times.get(whose) ?? 0);

export const isSavedForm = (form: FormData): boolean => form.get('intent') === 'keep';

/** Time of the latest edit or removal by person and step. */
export type Changed = Readonly<Record<string, number>>;
/** Ordered, or dropped for another event: autosave never restores them. */
const goneForGood = -1;
/** Removed people are remembered for late posts; the oldest have no open page any more. */
const maxChanges = 2000;

export const latestChange = (changed: Changed = {}): number => Math.max(0, ...Object.values(changed));

const isLater = (at: number, known: number | undefined): boolean => at >= (known ?? 0);

/** Edited elsewhere after this page was loaded. */
export const isOutdated = (edits: EditTimes | null, changed: Changed = {}, step: string, whose = ''): boolean =>
  edits !== null && !isLater(timeOf(edits, whose), changed[stepKey(step, whose)]);

const stepKey = (step: string, whose: string): string => (step === 'competitions' ? whose : `${step}:${whose}`);
/** Key of the protection boxes on a person's card. */
export const ofProtections = stepKey('cancellation-protection', '');

/** Records the edits of a posted step. `isKept`: autosave. `shown`: whose articles the page contains. */
export function withInput(
  changed: Changed = {},
  edits: EditTimes | null,
  step: string,
  isKept: boolean,
  visibleIds: ReadonlySet<string> = new Set(),
): Changed {
  const after: Record<string, number> = { ...changed };
  for (const [whose, at] of edits?.times ?? []) {
    const keys = [stepKey(step, whose), ...(visibleIds.has(whose) ? [stepKey('articles', whose)] : [])];
    for (const key of keys) if (isLater(at, after[key]) && !(isKept && after[key] === goneForGood)) after[key] = at;
  }
  return newestOf(after);
}

const newestOf = (changed: Changed): Changed => {
  const all = Object.entries(changed);
  return all.length <= maxChanges ? changed : Object.fromEntries(all.slice(-maxChanges));
};

export function withChanges(before: DraftData, after: DraftData): Changed {
  const changed: Record<string, number> = { ...after.changed };
  const now = latestChange(changed) + 1;
  const [was, is] = [placesOf(before.teams), placesOf(after.teams)];
  for (const localId of [...was.keys(), ...is.keys()]) {
    const isMarked = changed[localId] !== before.changed?.[localId];
    if (!isMarked && was.get(localId) !== is.get(localId)) changed[localId] = now;
  }
  return newestOf(changed);
}

const placesOf = (teams: readonly DraftTeam[]): ReadonlyMap<string, string> =>
  new Map(
    teams.flatMap(({ participants, ...team }) => [
      [team.localId, team.teamName] as const,
      ...participants.map(
        ({ articles: _, declined: __, ...person }) =>
          [person.localId, [team.localId, team.competitionId, textOf(person.fields), textOf(person)].join()] as const,
      ),
    ]),
  );

const textOf = ({ fields: _, ...texts }: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));

export const withoutPeople = (data: DraftData): DraftData => ({
  ...data,
  teams: [],
  protectionIds: [],
  voucherCodes: [],
  codeInput: '',
  changed: newestOf({
    ...data.changed,
    ...Object.fromEntries(
      data.teams.flatMap(({ participants }) => participants.map(({ localId }) => [localId, goneForGood])),
    ),
  }),
});

/** The latest edit of each person wins. A removed person returns only by a button of a page that shows them. */
export function withInputOfOtherTabs(
  page: { teams: readonly DraftTeam[]; seen: readonly string[]; typed: EditTimes | null; isKept: boolean },
  { teams: before, changed = {} }: Pick<DraftData, 'teams' | 'changed'>,
): DraftTeam[] {
  const { teams, seen, typed: edits, isKept } = page;
  if (!edits) return withOtherTabs(teams, before, seen);
  const here = new Map(before.flatMap((team) => team.participants.map((person) => [person.localId, { team, person }])));
  const unknown = new Set<string>();
  const latest =
    (team: DraftTeam) =>
    (posted: DraftParticipant): DraftParticipant[] => {
      const { localId } = posted;
      const [at, known] = [timeOf(edits, localId), changed[localId]];
      const found = here.get(localId);
      if (!found) return isKept && known !== undefined && (known === goneForGood || known > at) ? [] : [posted];
      if (isLater(at, known)) return [posted];
      if (found.team.localId === team.localId && found.team.competitionId === team.competitionId) return [found.person];
      // Moved elsewhere meanwhile.
      unknown.add(localId);
      return [];
    };
  const posted = teams
    .map((team) => {
      const known = before.find(({ localId }) => localId === team.localId);
      const isNamedElsewhere = known && !isLater(timeOf(edits, team.localId), changed[team.localId]);
      return {
        ...team,
        teamName: isNamedElsewhere ? known.teamName : team.teamName,
        participants: team.participants.flatMap(latest(team)),
      };
    })
    .filter(({ participants }) => participants.length > 0);
  // A person the page knew but does not post was removed in it, unless edited elsewhere later.
  const named = new Set(teams.flatMap((team) => team.participants.map(({ localId }) => localId)));
  for (const [localId, { team }] of here) {
    const at = edits.times.get(localId) ?? edits.times.get(team.localId);
    if (!named.has(localId) && (at === undefined || !isLater(at, changed[localId]))) unknown.add(localId);
  }
  return withOtherTabs(
    posted,
    before,
    seen.filter((localId) => !unknown.has(localId)),
  );
}

/** Keeps people another tab added: unknown to this tab (`seen`: local ids it ever showed). */
export function withOtherTabs(
  posted: readonly DraftTeam[],
  before: readonly DraftTeam[],
  baseline: readonly string[],
): DraftTeam[] {
  const known = new Set([...baseline, ...posted.flatMap((team) => team.participants.map(({ localId }) => localId))]);
  const added = before
    .map((team) => ({ ...team, participants: team.participants.filter(({ localId }) => !known.has(localId)) }))
    .filter((team) => team.participants.length > 0);
  const grown = posted.map((team) => {
    const more = added.find(
      ({ localId, competitionId }) => localId === team.localId && competitionId === team.competitionId,
    );
    return more ? { ...team, participants: [...team.participants, ...more.participants] } : team;
  });
  return [...grown, ...added.filter(({ localId }) => !posted.some((team) => team.localId === localId))];
}
