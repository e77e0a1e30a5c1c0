import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Problem } from '#src/kernel/problem.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { listSql, questionOf } from './query.ts';

const fields = { id: { column: sql`id`, kind: 'number' }, at: { column: sql`at`, kind: 'instant' } } as const;

function refusedOf(question: { filter?: unknown; order?: unknown }): Record<string, string[]> {
  const written = Object.fromEntries(Object.entries(question).map(([name, value]) => [name, JSON.stringify(value)]));
  try {
    listSql(questionOf({ offset: 0, limit: 20, ...written }), fields);
  } catch (error) {
    if (error instanceof Problem) return error.details.fields as Record<string, string[]>;
    throw error;
  }
  throw new Error('the list is asked');
}

test.each([
  [{ filter: [{ field: 'name', value: 1 }] }, 'filter.0.field', 'Das gibt es hier nicht.'],
  [{ order: [{ field: 'name', dir: 'asc' }] }, 'order.0.field', 'Das gibt es hier nicht.'],
  [{ order: [{ field: 'id', dir: 'up' }] }, 'order.0.dir', 'Wähl bitte einen der Werte aus, die es gibt.'],
  [{ filter: [{ field: 'id', value: 'x' }] }, 'filter.0.value', 'Das ist keine Zahl.'],
  [{ filter: [{ field: 'id', value: [1] }] }, 'filter.0.value', 'Das passt hier nicht.'],
  [{ filter: [{ field: 'id', value: {} }] }, 'filter.0.value', 'Das passt hier nicht.'],
  [{ filter: 7 }, 'filter', 'Das passt hier nicht.'],
  [
    { filter: [{ field: 'at', value: 'soon' }] },
    'filter.0.value',
    'Das ist kein Zeitpunkt. Schreib ihn wie 2027-06-15T09:00:00Z.',
  ],
] as const)('a list that cannot be asked says at what: %j', (question, path, sentence) => {
  const refused = refusedOf(question);
  expect(Object.keys(refused)).toEqual([path]);
  const [key = ''] = refused[path] ?? [];
  const { t, has } = translatorFor('de');
  const whole = [key, `problem.field.${key}`].find(has);
  expect(whole && has(whole) && t(whole)).toBe(sentence);
});
