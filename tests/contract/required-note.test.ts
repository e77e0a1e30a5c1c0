import { expect, test } from 'vitest';
import { fill, pageRoutes, scene } from './scene.ts';

/** Where a star stands beside a label, its form says what the star means. */

const people = ['guest', 'unverified', 'buyer', 'organizer', 'superAdmin'] as const;
const star = '<span aria-hidden="true"> *</span>';
const meaning = /<p class="required-note">\* (erforderlich|Required)<\/p>/;
const formsOf = (html: string): string[] => html.match(/<form\b.*?<\/form>/gs) ?? [];

test('every page with a star says in the same form what it means', { timeout: 120_000 }, async () => {
  const at = await scene();
  const names = { ...at.ids, event: at.ids.eventId ?? '' };
  // So that the steps of the booking have somebody to show.
  const step = `/events/${at.ids.eventId}/competitions?competition=${at.ids.competitionId}`;
  const starred = new Set<string>();
  const silent: string[] = [];
  const look = (path: string, html: string) => {
    for (const form of formsOf(html).filter((each) => each.includes(star))) {
      starred.add(path);
      if (!meaning.test(form)) silent.push(path);
    }
    const outside = html.replace(/<form\b.*?<\/form>/gs, '');
    if (outside.includes(star)) silent.push(`${path} (outside of a form)`);
  };
  for (const person of people) {
    look(step, await (await at[person].fetch(step)).text());
    for (const { method, path } of pageRoutes) {
      if (method !== 'get') continue;
      const answer = await at[person].fetch(fill(path, names));
      if (answer.headers.get('content-type')?.startsWith('text/html')) look(path, await answer.text());
    }
  }
  expect([...new Set(silent)]).toEqual([]);
  expect(starred.size, 'pages with a star').toBeGreaterThan(20);
});
