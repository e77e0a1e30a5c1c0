import * as z from 'zod';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { Field } from '#src/web/forms/fields.ts';
import { inputOf } from '#src/web/forms/form-input.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import type { ManagedCall } from '../management/frame.tsx';
import { saveEventForm } from '../management/save.ts';
import type { Catalog, CatalogArticle } from '../rules/catalog.ts';
import { type VariantInput, variantInput } from '../shapes.ts';
import { variantsForm, variantsRecord } from './form.ts';
import { createVariant, findDuplicate, isSameName, updateCheckedVariant } from './save-articles.ts';

const maxNewVariants = 50;
const longestName = 200;
const maxPieces = 1_000_000;
const newVariantsInput = z.object({
  newNames: z.array(z.string()),
  newAmount: z.int().min(0).max(maxPieces).nullable(),
});

/** "XS, S, M" makes three variants of one amount, by default 1; an amount alone makes an unnamed one. */
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
    if (names.length > maxNewVariants) return { error: i18n.t('events.variants.tooMany', { most: maxNewVariants }) };
    if (names.some((name) => name.length > longestName)) return { error: i18n.t('events.variants.tooLong') };
    if (twice === '') return { error: i18n.t('events.variants.nameMissing') };
    if (twice !== undefined) return { error: i18n.t('events.variants.twice', { name: twice }) };
    return { value: names };
  };

type Variants = CatalogArticle['variants'];

const variantsInput = z.object({ rows: z.record(z.string(), variantInput), more: newVariantsInput });

/** An empty name is a valid name. */
const rowsAndMore = ({ variant = {} }: Values): Values => {
  const { new: more, ...rows } = variant as Readonly<Record<string, Values>>;
  return {
    rows: Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, { ...row, name: row.name ?? '' }])),
    more,
  };
};
const controlOf = (path: string): string => path.replace(/^rows/, 'variant').replace(/^more/, 'variant.new');

/**
 * Saves changed rows and new variants, all or nothing. Amounts change by the difference to the shown value. A name
 * that changed meanwhile is reported before it is overwritten.
 */
export function saveVariants(
  { call, catalog, article }: ManagedCall & { article: CatalogArticle },
  to: string,
): Promise<{ to: string } | { state: FormState }> {
  const { i18n } = call;
  const { id: eventId } = catalog.event;
  const postedIds = [...call.form.keys()].flatMap(
    (name) => Number(/^variant\.(\d{1,15})\./.exec(name)?.[1] ?? 0) || [],
  );
  const form = variantsForm([...new Set(postedIds)], readNames(article, i18n));
  const variantsIn = ({ articles }: Catalog) => articles.find(({ id }) => id === article.id)?.variants;
  const removedText = (name: string) => i18n.t('events.variants.gone', { name });
  // `now`: the variants inside the transaction; `running`: the id of the variant being saved, for error messages.
  let [now, running]: [Variants, number] = [article.variants, 0];
  return saveEventForm(call, eventId, {
    form,
    schema: variantsInput,
    reshape: rowsAndMore,
    controlOf,
    stored: (catalog) => {
      const variants = variantsIn(catalog);
      now = variants ?? [];
      return variants && variantsRecord(variants);
    },
    conflict: ({ name: control }, isMine, input) => {
      const ownName = input[control] ?? '';
      const variantNow = now.find(({ id }) => control === `variant.${id}.name`);
      if (!variantNow) return removedText(ownName);
      const { name } = variantNow;
      return isMine
        ? i18n.t('events.variants.renamedBoth', { name, mine: ownName })
        : i18n.t('events.variants.renamed', { name });
    },
    save: async (work, { rows, more }) => {
      refuseDuplicates(now, { rows, more }, i18n);
      for (const [id, data] of Object.entries(rows)) {
        const before = now.find((variant) => String(variant.id) === id);
        if (!before) return refuseFields({ [`rows.${id}.name`]: [removedText(data.name ?? '')] });
        running = before.id;
        await saveRow(work, before, data);
      }
      for (const name of more.newNames)
        await createVariant(work, article.id, { name, availableAmount: more.newAmount ?? 1 });
      return to;
    },
    showAgain: async ({ code, details }, state) => {
      if (code !== 'CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW') return null;
      const text = i18n.t('events.variants.tooFew', { left: Number(details.left) });
      // The next attempt counts from the current amounts.
      const stored = inputOf(form, variantsRecord(now), i18n);
      return { ...state, stored, refusal: null, errors: { [`variant.${running}.availableAmount`]: text } };
    },
  });
}

/** Checks the final names, so that two variants may swap theirs. */
function refuseDuplicates(before: Variants, { rows, more }: z.output<typeof variantsInput>, i18n: Translator): void {
  const after = before.map(({ id, name }) => ({ id, name: rows[id]?.name ?? name }));
  const duplicateText = (name: string) =>
    name.trim() === '' ? i18n.t('events.variants.sameName') : i18n.t('events.variants.twice', { name });
  const twin = findDuplicate(after, ({ id, name }) => before.some((each) => each.id === id && each.name !== name));
  if (twin) refuseFields({ [`rows.${twin.id}.name`]: [duplicateText(twin.name)] });
  const known = more.newNames.find((name) => after.some((each) => isSameName(each.name, name)));
  if (known !== undefined) refuseFields({ 'more.newNames': [duplicateText(known)] });
}

async function saveRow(
  work: Work,
  before: Variants[number],
  { name, availableAmount, baselineAvailableAmount: baselineAmount }: VariantInput,
): Promise<void> {
  const isMoved = availableAmount !== undefined && availableAmount !== baselineAmount;
  const change: VariantInput = {
    ...(name === undefined || name === before.name ? {} : { name }),
    ...(isMoved ? { availableAmount, baselineAvailableAmount: baselineAmount } : {}),
  };
  if (Object.keys(change).length > 0) await updateCheckedVariant(work, before.id, change);
}
