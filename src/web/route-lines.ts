import { lacking, lineOf, mayTouch, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Route } from '#src/web/http.ts';

/** The permission of the route at an address; null for addresses that are not ours. */
export type LineAt = (method: string, href: string) => Permission | null;

const maxCached = 5000;

/** `routes` in matching order. */
export function lineAtOf(routes: readonly Route[]): LineAt {
  const known = new Map<string, { pattern: RegExp; may: Permission }[]>();
  const keyOf = (method: string, path: string) => `${method} ${path.split('/').length}`;
  for (const { kind, method, path, may } of routes) {
    if (kind !== 'page') continue;
    const pattern = new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    const key = keyOf(method, path);
    known.set(key, [...(known.get(key) ?? []), { pattern, may }]);
  }
  // Cached: management pages share most of their fifty links.
  const found = new Map<string, Permission | null>();
  return (method, href) => {
    const end = href.search(/[?#]/);
    const path = end < 0 ? href : href.slice(0, end);
    const asked = `${method} ${path}`;
    const before = found.get(asked);
    if (before !== undefined) return before;
    const line = known.get(keyOf(method, path))?.find(({ pattern }) => pattern.test(path))?.may ?? null;
    if (found.size >= maxCached) found.clear();
    found.set(asked, line);
    return line;
  };
}

/**
 * Whether the viewer may follow a link or press a button on a page about these organizers (without any: for at least one of their
 * own). Pages leave out the others.
 */
export function opensFor(lineAt: LineAt, viewer: Viewer | null, organizerIds: readonly number[] | undefined) {
  if (!viewer || viewer.isSuperAdmin || viewer.roles.length === 0) return () => true;
  const isOpen = (may: Permission): boolean => {
    const { who, whose } = lineOf(may);
    if (who === 'superAdmin') return false;
    if (who !== 'organizer') return true;
    const isOfRecord = organizerIds !== undefined && (whose === 'events' || whose === 'organizers');
    return isOfRecord ? mayTouch(may, viewer, { organizerIds }) : lacking(may, viewer) === null;
  };
  // Cached per permission.
  const known = new Map<Permission, boolean>();
  return (method: 'get' | 'post', href: string): boolean => {
    const may = lineAt(method, href);
    if (!may) return true;
    let open = known.get(may);
    if (open === undefined) {
      open = isOpen(may);
      known.set(may, open);
    }
    return open;
  };
}
