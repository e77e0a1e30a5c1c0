import * as z from 'zod';
import type { Translator } from '#src/texts/locale.ts';
import type { Field } from '#src/web/forms/fields.ts';
import type { CatalogArticle } from '../rules/catalog.ts';
import { isSameName } from '../rules/variant-names.ts';

const most = 50;
const longestName = 200;
const maxPieces = 1_000_000;
export const newVariantsInput = z.object({
  newNames: z.array(z.string()),
  newAmount: z.int().min(0).max(maxPieces).nullable(),
});

/**
 * "XS, S, M" in one field makes three variants of the same amount; 1 unless said otherwise. An amount alone makes one
 * without a name, for an article that comes in no sizes. Nothing typed makes none.
 */
export const readNames =
  ({ variants }: CatalogArticle, i18n: Translator): NonNullable<Field['read']> =>
  (text, input) => {
    const names = text
      .split(/[,;\n]/)
      .map((name) => name.trim())
      .filter(Boolean);
    if (names.length === 0 && input['variant.new.newAmount']?.trim()) names.push('');
    const twice = names.find(
      (name, at) =>
        variants.some((known) => isSameName(known.name, name)) ||
        names.slice(0, at).some((each) => isSameName(each, name)),
    );
    if (names.length > most) return { error: i18n.t('events.variants.tooMany', { most }) };
    if (names.some((name) => name.length > longestName)) return { error: i18n.t('events.variants.tooLong') };
    if (twice === '') return { error: i18n.t('events.variants.nameMissing') };
    if (twice !== undefined) return { error: i18n.t('events.variants.twice', { name: twice }) };
    return { value: names };
  };
