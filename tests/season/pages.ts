import type { Person, Season } from './season.ts';

/**
 * Somebody books by the pages as a browser without scripts does, and things come in between: the way back, a script that
 * keeps the form, an old tab, a lost session. Whoever was typed stands in the step again afterwards, until they are
 * ordered, once.
 */
type Page = { path: string; html: string };

const decoded = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const attribute = (tag: string, name: string) => decoded(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** What the booking's form would post, repeated names and all. */
function fieldsOf({ html }: Page): [string, string][] {
  const form = html.slice(html.indexOf('id="booking"'));
  const own = form.slice(0, form.indexOf('</form>'));
  const fields: [string, string][] = [];
  for (const [tag] of own.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)) {
    const name = attribute(tag, 'name');
    if (!name || (/type="checkbox"/.test(tag) && !/ checked/.test(tag))) continue;
    const rest = own.slice(own.indexOf(tag) + tag.length);
    const chosen = /<option value="([^"]*)" selected/.exec(rest.slice(0, rest.indexOf('</select>')))?.[1] ?? '';
    fields.push([name, tag.startsWith('<select') ? chosen : attribute(tag, 'value')]);
  }
  return fields;
}

/** The box of the organizer's news, which nobody has ticked. */
function newsBox({ html }: Page): [string, string][] {
  const tag = /<input[^>]* name="newsletter"[^>]*>/.exec(html)?.[0];
  if (tag && / checked/.test(tag)) throw new Error('the box for news is ticked');
  return tag ? [['newsletter', attribute(tag, 'value')]] : [];
}

const lastNamesIn = (page: Page): string[] =>
  fieldsOf(page).flatMap(([name, value]) => (name.endsWith('.lastName') && value !== '' ? [value] : []));

async function open({ caller }: Person, path: string): Promise<Page> {
  const answer = await caller.fetch(path);
  if (answer.status >= 500) throw new Error(`GET ${path}: ${answer.status}`);
  const location = answer.headers.get('location');
  return location ? { path: location, html: '' } : { path, html: await answer.text() };
}

async function post(season: Season, person: Person, path: string, fields: readonly [string, string][]): Promise<Page> {
  const answer = await person.caller.fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
    headers: { origin: season.shop.deps.config.publicUrl, referer: season.shop.deps.config.publicUrl + path },
  });
  if (answer.status >= 500) throw new Error(`POST ${path}: ${answer.status}`);
  const outcome = `pages: ${path.split('/').pop()} ${answer.status}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
  const location = answer.headers.get('location');
  return { path: location ?? path, html: location ? '' : await answer.text() };
}

const withChanges = (fields: readonly [string, string][], change: (name: string) => string | undefined) =>
  fields.map(([name, value]): [string, string] => [name, change(name) ?? value]);

let typedSoFar = 0;

/** The answers for somebody new; who was typed before stays as they are. */
function typedBy(season: Season, page: Page): [string, string][] {
  const { dice } = season;
  const fields = fieldsOf(page);
  const empty = new Set(
    fields.filter(([name, value]) => name.endsWith('.lastName') && value === '').map(([name]) => name.slice(0, -9)),
  );
  const answers: Record<string, () => string> = {
    firstName: () => dice.pick(['Ida', 'Jan', 'Kim']),
    lastName: () => `Tipp-${++typedSoFar}`,
    birthDate: () => `${dice.between(1, 9)}.${dice.between(1, 9)}.${dice.pick([1980, 1995, 2015])}`,
    gender: () => dice.pick(['female', 'male', 'diverse']),
  };
  return withChanges(fields, (name) => {
    const [, who = '', what = ''] = /^(.*)\.(\w+)$/.exec(name) ?? [];
    return empty.has(who) ? answers[what]?.() : undefined;
  });
}

export async function bookByPages(season: Season, loseSession: (person: Person) => Promise<boolean>): Promise<void> {
  const { dice, eventId } = season;
  const person = dice.pick(season.people);
  const step = (name: string) => `/events/${eventId}/${name}`;
  const entered = step('competitions');
  let page = await open(person, entered);
  if (page.html === '') return;
  const before = lastNamesIn(page);
  page = await post(season, person, entered, [
    ...fieldsOf(page),
    ['intent', `add:${dice.pick(season.competitions).id}`],
  ]);
  const oldTab = await open(person, entered);
  const typed = typedBy(season, oldTab);
  const names = typed.flatMap(([name, value]) => (name.endsWith('.lastName') && value ? [value] : []));
  const expectNobodyLost = async (when: string) => {
    const shown = lastNamesIn(await open(person, entered));
    const lost = [...before, ...names].filter((name) => !shown.includes(name));
    if (lost.length > 0) throw new Error(`lost ${lost.join()} ${when}; shown were ${shown.join()}`);
  };
  await post(season, person, entered, [...typed, ['intent', dice.pick(['keep', 'back', 'next'])]]);
  await expectNobodyLost('after the form was posted');
  if (dice.chance(0.3)) {
    // A tab of before knows nobody of those.
    await post(season, person, entered, [
      ...fieldsOf(oldTab).filter(([name]) => !/^teams/.test(name) && name !== 'seen'),
      ['seen', ''],
      ['intent', 'keep'],
    ]);
    await expectNobodyLost('after an old tab was kept');
  }
  if (dice.chance(0.2)) {
    if (!(await loseSession(person))) return;
    await expectNobodyLost('after the session was lost');
  }
  const ready = await open(person, entered);
  page = await post(season, person, entered, [...fieldsOf(ready), ['intent', 'next']]);
  for (let at = 0; at < 6 && page.path !== entered && !page.path.startsWith('/payment'); at += 1) {
    const here = page.path.split('?')[0] ?? '';
    const shown = await open(person, page.path);
    if (shown.html === '' || here.endsWith('/payment') || here.endsWith('/completed')) break;
    // How it is paid is chosen on the page of paying.
    const fields = fieldsOf(shown).filter(([name]) => name !== 'paymentMethod');
    const accepted: [string, string][] = here.endsWith('check-order')
      ? [['accepted', 'true'], ...newsBox(shown).filter(() => dice.chance(0.5))]
      : [];
    const chosen = withChanges(fields, (name) => (name.startsWith('quantity.') && dice.chance(0.3) ? '1' : undefined));
    if (dice.chance(0.1)) return;
    page = await post(season, person, here, [...chosen, ...accepted, ['intent', 'next']]);
    if (page.html !== '') return;
  }
  const orderId = Number(/order=(\d+)/.exec(page.path)?.[1]);
  if (!orderId) return;
  season.orderIds.push(orderId);
  season.log.set('book by pages', (season.log.get('book by pages') ?? 0) + 1);
  const left = lastNamesIn(await open(person, entered));
  if (left.length > 0) throw new Error(`ordered and still typed: ${left.join()}`);
}
