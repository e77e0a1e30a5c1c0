import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { fill, pageRoutes, scene } from './scene.ts';

/** What a page says: without tags, what is only for machines, and what somebody typed into it. */
const saidOn = (html: string): string =>
  html
    .replaceAll(/<(script|style|template|head)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\{\w+\}/g, ' ')
    .replaceAll(/\s+/g, ' ');

test.each([
  ['de', /.{0,30}\b(?:Wettb|B)ewerb.{0,30}/gi],
  ['en-us', /.{0,30}\bcompetitions?\b.{0,30}/gi],
] as const)(
  'the pages of an event that sells packages never say Bewerb or competition: %s',
  async (language, pattern) => {
    const at = await scene();
    const { superAdmin, ids, shop, race } = at;
    await shop.deps.write((work) => updateEvent(work, race.eventId, { useAlternateTranslation: true }));
    await superAdmin.json('PATCH', '/api/settings', { language });
    const found: Record<string, string[]> = {};
    let looked = 0;
    const ofEvent = pageRoutes.flatMap(({ method, path }) =>
      method === 'get' && /\{(event|eventId|competitionId|orderId)\}/.test(path) ? [path] : [],
    );
    const lists = ['orders', 'participants'].map((name) => `/admin/${name}?event=${race.eventId}`);
    for (const path of [...ofEvent, ...lists]) {
      const answer = await superAdmin.fetch(fill(path, ids), { headers: { 'accept-language': language } });
      if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) continue;
      looked += 1;
      const said = saidOn(await answer.text()).match(pattern);
      if (said) found[path] = said;
    }
    expect(found).toEqual({});
    expect(looked).toBeGreaterThan(80);
  },
);
