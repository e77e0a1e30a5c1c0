import { expect, test } from 'vitest';
import { reservedShortlinks, shortlinkPattern } from '#modules/events/shapes.ts';
import { apiRoutes, pageRoutes } from './scene.ts';

/** Names of a path that take the shortlink of an event. */
const takesShortlink = /^\{(event|eventId)\}$/;

/** Words of routes that stand where another route of the same shape takes the name of an event. */
function wordsOfRoutes(): string[] {
  const routes = [...apiRoutes, ...pageRoutes].map(({ method, path }) => ({ method, parts: path.split('/').slice(1) }));
  return routes.flatMap(({ method, parts }) =>
    routes.flatMap((other) => {
      if (other.method !== method || other.parts.length !== parts.length) return [];
      const at = other.parts.findIndex((part) => takesShortlink.test(part));
      const word = parts[at] ?? '';
      const meet = parts.every((part, each) => {
        const theirs = other.parts[each] ?? '';
        return each === at || part === theirs || part.startsWith('{') || theirs.startsWith('{');
      });
      return meet && shortlinkPattern.test(word) ? [word] : [];
    }),
  );
}

test('no event can be called as a route that stands where its name would', () => {
  expect([...new Set(wordsOfRoutes())].filter((word) => !reservedShortlinks.includes(word))).toEqual([]);
});
