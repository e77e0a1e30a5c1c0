import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type AdminNavigation, adminNavigation } from '../screens/admin-navigation.ts';
import { countTasks } from '../screens/overview/tasks.ts';

/** Another process may have written meanwhile. */
const cacheMs = 2000;
const maxCached = 500;

type Kept = { commits: number; at: number; navigation: AdminNavigation };
const keptOf = new WeakMap<object, Map<string, Kept>>();

type Asked = {
  deps: Deps;
  i18n: Translator;
  viewer: Viewer | null;
  eventId: number | null;
  /** false: an error page, which counts no tasks. */
  isWhole: boolean;
};

/**
 * The management navigation takes more statements than most pages. It is cached per person, event and language until the next
 * write, for two seconds at most.
 */
export async function cachedNavigation({ deps, i18n, viewer, eventId, isWhole }: Asked): Promise<AdminNavigation> {
  const { commits } = deps.database;
  const now = deps.clock();
  const kept = keptOf.get(deps.database) ?? new Map<string, Kept>();
  keptOf.set(deps.database, kept);
  const key = JSON.stringify([
    viewer && [viewer.userId, viewer.isSuperAdmin, viewer.level, viewer.roles],
    i18n.locale,
    i18n.wording,
    i18n.timeZone,
    eventId,
  ]);
  const before = isWhole ? kept.get(key) : undefined;
  if (before && before.commits === commits && Math.abs(now - before.at) < cacheMs) return before.navigation;
  const waiting = isWhole ? await countTasks(deps, viewer) : 0;
  const navigation = await adminNavigation({ deps, i18n, viewer, eventId, now, waiting });
  if (!isWhole) return navigation;
  if (kept.size >= maxCached) kept.clear();
  kept.set(key, { commits, at: now, navigation });
  return navigation;
}
