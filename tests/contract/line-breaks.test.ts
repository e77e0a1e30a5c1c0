import { expect, test } from 'vitest';
import * as z from 'zod';
import { formIn } from '#tests/support/form.ts';
import { apiRoutes, fill, pageRoutes, scene } from './scene.ts';

const text = 'Eins\nZwei\n\nDrei';

/** From so many characters on a text has paragraphs. */
const longText = 500;

/** Long, and still no text with paragraphs. */
const oneLiners: Record<string, string> = {
  resultSplits: 'a notation: 5 km=Split1; 10 km=Split2',
};

type Check = { _zod: { def: { check: string; maximum?: number } } };
type Inner = { _zod: { def: Record<string, unknown> } };

/** The long texts of a schema that come out without the line breaks they were sent with, by their path. */
function flattened(schema: unknown, path: string): string[] {
  const { def } = (schema as Inner)._zod;
  const into = (inner: unknown, at = path) => (inner ? flattened(inner, at) : []);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, inner]) => into(inner, `${path}.${name}`));
    case 'array':
      return into(def.element, `${path}[]`);
    case 'union':
      return (def.options as unknown[]).flatMap((inner) => into(inner));
    case 'record':
      return into(def.valueType, `${path}{}`);
    case 'pipe':
      return [...into(def.in), ...into(def.out)];
    case 'string': {
      const limits = ((def.checks ?? []) as Check[]).map(({ _zod: { def: check } }) =>
        check.check === 'max_length' ? (check.maximum ?? 0) : Number.POSITIVE_INFINITY,
      );
      const maximum = Math.min(...limits, Number.POSITIVE_INFINITY);
      if (maximum < longText || !Number.isFinite(maximum)) return [];
      const read = z.safeParse(schema as z.ZodType, text);
      return read.success && read.data !== text ? [path] : [];
    }
    default:
      return into(def.innerType);
  }
}

test('every long text of every call keeps its line breaks', () => {
  const bodies = apiRoutes.filter((route) => route.body !== undefined);
  expect(bodies.length).toBeGreaterThan(60);
  const wrong = bodies.flatMap((route) => flattened(route.body, `${route.method} ${route.path}`));
  expect(wrong.filter((path) => !(String(path.split('.').at(-1)) in oneLiners))).toEqual([]);
  // And it does look.
  const short = z.object({
    note: z
      .string()
      .overwrite((typed) => typed.replaceAll('\n', ' '))
      .max(5000),
  });
  expect(flattened(short, 'post /x')).toEqual(['post /x.note']);
});

const textareas = (page: string): string[] =>
  [...page.matchAll(/<textarea[^>]*name="([^"]+)"/g)].flatMap(([, name]) => name ?? []);

/** What is no text: a list of a line each, rules in a notation of their own. */
const lists = new Set([
  'googleAnalyticsTrackingCodes',
  'facebookPixels',
  'ownClasses',
  'included',
  'members',
  'disciplines',
]);

test('every text area of a form that saves a record gives back the lines that were typed', {
  timeout: 180_000,
}, async () => {
  const at = await scene();
  const kept: string[] = [];
  const saved = new Set(pageRoutes.flatMap(({ method, path }) => (method === 'post' ? path : [])));
  const forms = pageRoutes.filter(
    ({ method, path }) => method === 'get' && path.startsWith('/admin/') && saved.has(path),
  );
  for (const route of forms) {
    const ids = { ...at.ids, event: at.ids.eventId ?? '' };
    for (const section of route.path.includes('{section}') ? ['texts', 'sale', 'people', 'look'] : ['']) {
      const path = fill(route.path, { ...ids, section });
      if (/unknown-|\/new$|\/send|\/cancel/.test(path)) continue;
      const read = async () => {
        const page = await at.superAdmin.fetch(path);
        return page.status === 200 ? page.text() : '';
      };
      const page = await read();
      const form = page.includes('data-guard') ? formIn(page) : {};
      const names = textareas(page).filter((name) => name in form && !lists.has(name) && !name.includes('['));
      if (names.length === 0 || !('baseline' in form)) continue;
      // As browsers post it.
      const typed = Object.fromEntries(names.map((name) => [name, text.replaceAll('\n', '\r\n')]));
      const { status } = await at.superAdmin.form(path, { ...form, ...typed });
      if (status !== 303) continue;
      const again = formIn(await read());
      for (const name of names.filter((each) => again[each] !== '')) {
        expect([path, name, again[name]]).toEqual([path, name, text]);
        kept.push(name);
      }
    }
  }
  expect(kept).toEqual(
    expect.arrayContaining([
      'description',
      'conditions',
      'additionalConditions',
      'pdfDescription',
      'host.about',
      'soldOutText',
    ]),
  );
});
