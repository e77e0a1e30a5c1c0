import * as z from 'zod';
import type { FormInput } from '#src/platform/forms/fields.ts';
import { readForm } from '#src/platform/forms/read-form.ts';
import type { Translator } from '#src/platform/locale.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import type { CatalogArticle } from '../rules/catalog.ts';
import { newVariantForm } from './form.ts';

const most = 50;
const longestName = 200;
const mostPieces = 1_000_000;
const schema = z.object({ newNames: z.string(), newAmount: z.int().min(0).max(mostPieces).nullable() });

export type NewVariants = { input: FormInput; errors: FormErrors; names: string[]; amount: number };

/**
 * "XS, S, M" in one field makes three variants of the same amount; 1 unless said otherwise. An amount alone makes one
 * without a name, for an article that comes in no sizes. Nothing typed makes none.
 */
export function readNewVariants(posted: FormData, article: CatalogArticle, words: Translator): NewVariants {
  const read = readForm(newVariantForm, posted, words, { schema });
  const { input } = read;
  const amount = 'data' in read ? read.data.newAmount : null;
  const names = (input.newNames ?? '')
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0 && amount !== null) names.push('');
  const errors: Record<string, string | readonly string[]> = 'errors' in read ? { ...read.errors } : {};
  const same = (name: string) => name.toLowerCase();
  const known = new Set(article.variants.map(({ name }) => same(name)));
  const twice = names.find(
    (name, at) => known.has(same(name)) || names.findIndex((each) => same(each) === same(name)) < at,
  );
  if (names.length > most) errors.newNames = words.t('events.variants.tooMany', { most });
  else if (names.some((name) => name.length > longestName)) errors.newNames = words.t('events.variants.tooLong');
  else if (twice === '') errors.newNames = words.t('events.variants.nameMissing');
  else if (twice !== undefined) errors.newNames = words.t('events.variants.twice', { name: twice });
  return { input, errors, names, amount: amount ?? 1 };
}
