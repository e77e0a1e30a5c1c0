import type { Words } from '#src/platform/locale.ts';
import type { Reading } from '../forms/reading.ts';
import type { CatalogArticle } from '../rules/catalog.ts';

const most = 50;
const longestName = 200;
const mostPieces = 1_000_000;

export type NewVariants = Pick<Reading, 'typed' | 'errors'> & { names: string[]; amount: number };

/**
 * "XS, S, M" in one field makes three variants of the same amount; 1 unless said otherwise. An amount alone makes one
 * without a name, for an article that comes in no sizes. Nothing typed makes none.
 */
export function readNewVariants({ typed, input, errors }: Reading, article: CatalogArticle, words: Words): NewVariants {
  const text = String(input.newNames ?? '');
  const names = text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const amount = (input.newAmount as number | null | undefined) ?? null;
  if (names.length === 0 && amount !== null) names.push('');
  const wrong: Record<string, string | readonly string[]> = { ...errors };
  const same = (name: string) => name.toLowerCase();
  const known = new Set(article.variants.map(({ name }) => same(name)));
  const twice = names.find(
    (name, at) => known.has(same(name)) || names.findIndex((each) => same(each) === same(name)) < at,
  );
  if (names.length > most) wrong.newNames = words.t('events.variants.tooMany', { most });
  else if (names.some((name) => name.length > longestName)) wrong.newNames = words.t('events.variants.tooLong');
  else if (twice === '') wrong.newNames = words.t('events.variants.nameMissing');
  else if (twice !== undefined) wrong.newNames = words.t('events.variants.twice', { name: twice });
  if (amount !== null && (amount < 0 || amount > mostPieces)) wrong.newAmount = words.t('ui.form.invalid');
  return { typed, errors: wrong, names, amount: amount ?? 1 };
}
