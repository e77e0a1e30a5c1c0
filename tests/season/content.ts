import type { Json, Season } from './season.ts';
import { tried } from './tried.ts';

const pathOf = ({ eventId }: Season) => `/api/admin/events/${eventId}/content`;
const told = ({ courses: _, ...content }: Json): string => JSON.stringify(content);

/** What the organizer changes of the page stands there a second later, for everybody, and nothing else of it moved. */
async function changeContent(season: Season): Promise<void> {
  const { dice, shop, organizer, eventId, competitions } = season;
  const mark = `Wort ${dice.between(1, 999_999)}`;
  const timestamp = new Date(shop.clock() + dice.between(1, 90) * 86_400_000).toISOString();
  const competitionId = dice.pick([null, dice.pick(competitions).id, 999_999]);
  const change = dice.pick<Json>([
    { included: [mark, mark.toUpperCase()] },
    { schedule: [{ timestamp, title: mark, competitionId }] },
    { faqs: [{ question: mark, answer: 'Ja.' }] },
    { host: { about: mark } },
    { included: [], schedule: [], faqs: [] },
  ]);
  const before = (await organizer.json<{ content: Json }>('GET', pathOf(season))).body.content;
  const answer = await tried(season, 'change content', organizer, 'PATCH', pathOf(season), change);
  shop.clock.advance(1000);
  const visitor = shop.visitor();
  const { body } = await visitor.json<{ content: Json }>('GET', `/api/events/${eventId}/content`);
  if (told(body.content) !== told((answer?.content ?? before) as Json))
    throw new Error('the page tells something else than what was kept');
  if (!answer || !JSON.stringify(change).includes(mark)) return;
  const html = await (await visitor.fetch(`/events/${eventId}`)).text();
  if (!html.includes(mark)) throw new Error(`${mark} is kept and not on the page`);
}

/** A preview is of the one who asks: it keeps nothing, and nobody of another organizer gets to read any. */
async function previewContent(season: Season): Promise<void> {
  const { dice, shop, organizer, eventId, log, people } = season;
  const mark = `Entwurf ${dice.between(1, 999_999)}`;
  const path = `/admin/events/${eventId}/page`;
  const typed = { included: mark, do: 'preview' };
  const before = told((await organizer.json<{ content: Json }>('GET', pathOf(season))).body.content);
  const shown = await organizer.form(path, typed);
  if (shown.status !== 200 || !(await shown.text()).includes(mark))
    throw new Error(`a preview answered ${shown.status} and does not show what was typed`);
  for (const caller of [dice.pick(people).caller, shop.visitor()]) {
    const answer = await caller.form(path, typed);
    if (answer.status === 200 || (await answer.text()).includes(mark))
      throw new Error('somebody else sees a preview of this event');
  }
  if (told((await organizer.json<{ content: Json }>('GET', pathOf(season))).body.content) !== before)
    throw new Error('a preview has changed what is kept');
  if ((await (await shop.visitor().fetch(`/events/${eventId}`)).text()).includes(mark))
    throw new Error('a preview stands on the page');
  log.set('preview content', (log.get('preview content') ?? 0) + 1);
}

export const contentVerbs = [
  [1, changeContent],
  [1, previewContent],
] as const;
