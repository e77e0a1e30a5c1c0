import { Problem } from '#src/kernel/problem.ts';
import { baselineName, changesSince } from '#src/platform/forms/baseline.ts';
import type { FormInput } from '#src/platform/forms/fields.ts';
import { inputOf } from '#src/platform/forms/form-input.ts';
import { readForm } from '#src/platform/forms/read-form.ts';
import type { Work } from '#src/platform/work.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { onEvent } from '../changes/on-event.ts';
import type { OrganizerCall } from '../management/frame.tsx';
import { existingCatalog } from '../read-catalog.ts';
import type { Catalog, CatalogArticle } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { type VariantInput, variantInput } from '../shapes.ts';
import { variantForm } from './form.ts';
import { createVariant, updateVariant } from './keep-variants.ts';
import { readNewVariants } from './new-variants.ts';

type Variant = CatalogArticle['variants'][number];
type RowState = { input: FormInput; errors: FormErrors };

/** A form that could not be saved: every row as it was typed, `new` the one for more. */
export type VariantsState = {
  rows: Readonly<Record<string, RowState>>;
  meanwhile: readonly string[];
  status: 400 | 409;
};

/** What a row shows and remembers. */
export const variantRow = ({ name, total, sold }: Variant, { words }: Pick<OrganizerCall, 'words'>): FormInput =>
  inputOf(variantForm, { name, availableAmount: Math.max(0, total - sold) }, words);

class NotSaved extends Error {
  constructor(readonly state: Pick<VariantsState, 'meanwhile'> & { refused?: { id: number; left: number } }) {
    super('the rows are shown again');
  }
}

/** The controls of one row, `variant.<id>.<name>`, as a form of their own. */
function rowOf(form: FormData, id: string | number): FormData {
  const row = new FormData();
  const prefix = `variant.${id}.`;
  for (const [name, value] of form) if (name.startsWith(prefix)) row.append(name.slice(prefix.length), value);
  return row;
}

/**
 * Saves every row that was changed and makes the new ones, all or nothing. Amounts are changed by the difference to what
 * the row showed; a name that somebody else changed meanwhile is told before it is overwritten.
 */
export async function saveVariants(
  call: OrganizerCall,
  catalog: Catalog,
  article: CatalogArticle,
): Promise<VariantsState | null> {
  const { words, form } = call;
  const { id: eventId } = catalog.event;
  const rows = new Map<number, { input: FormInput; data: VariantInput; baseline: string }>();
  const states: Record<string, RowState> = {};
  let isWrong = false;
  const ids = new Set([...form.keys()].flatMap((name) => Number(/^variant\.(\d{1,15})\./.exec(name)?.[1] ?? 0) || []));
  for (const id of ids) {
    const posted = rowOf(form, id);
    const read = readForm(variantForm, posted, words, { schema: variantInput });
    states[id] = { input: read.input, errors: 'errors' in read ? read.errors : {} };
    if ('errors' in read) isWrong = true;
    else rows.set(id, { ...read, baseline: String(posted.get(baselineName) ?? '') });
  }
  const fresh = readNewVariants(rowOf(form, 'new'), article, words);
  states.new = { input: fresh.input, errors: fresh.errors };
  if (isWrong || Object.keys(fresh.errors).length > 0) return { rows: states, meanwhile: [], status: 400 };

  const save = async (work: Work): Promise<void> => {
    const now =
      (await existingCatalog(work.tx, eventId)).articles.find(({ id }) => id === article.id) ?? refuse('NOT_FOUND');
    const meanwhile: string[] = [];
    for (const [id, { input, data, baseline }] of rows) {
      const stored = now.variants.find((variant) => variant.id === id);
      if (!stored) {
        meanwhile.push(words.t('events.variants.gone', { name: data.name ?? '' }));
        continue;
      }
      const { mine, theirs } = changesSince(variantForm, baseline, stored, input);
      if (theirs.some((field) => mine.includes(field)))
        meanwhile.push(words.t('events.variants.renamedBoth', { name: stored.name, mine: data.name ?? '' }));
      else if (theirs.length > 0) {
        meanwhile.push(words.t('events.variants.renamed', { name: stored.name }));
        // What only they changed stands there as it is now.
        states[id] = { input: { ...input, name: stored.name }, errors: {} };
      }
    }
    if (meanwhile.length > 0) throw new NotSaved({ meanwhile });
    for (const [id, { data }] of rows) {
      const before = now.variants.find((variant) => variant.id === id);
      if (before) await saveRow(work, before, data);
    }
    for (const name of fresh.names) await createVariant(work, article.id, { name, availableAmount: fresh.amount });
  };
  try {
    await onEvent(call, eventId, save);
    return null;
  } catch (error) {
    if (!(error instanceof NotSaved)) throw error;
    const { refused, meanwhile } = error.state;
    if (refused) {
      const text = words.t('events.variants.tooFew', { left: refused.left });
      states[refused.id] = { input: states[refused.id]?.input ?? {}, errors: { availableAmount: text } };
    }
    return { rows: states, meanwhile, status: 409 };
  }
}

async function saveRow(work: Work, before: Variant, data: VariantInput): Promise<void> {
  const { name, availableAmount, seenAvailableAmount: baselineAmount } = data;
  const isMoved = availableAmount !== undefined && availableAmount !== baselineAmount;
  const change: VariantInput = {
    ...(name === undefined || name === before.name ? {} : { name }),
    ...(isMoved ? { availableAmount, seenAvailableAmount: baselineAmount } : {}),
  };
  if (Object.keys(change).length === 0) return;
  try {
    await updateVariant(work, before.id, change);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW') throw error;
    throw new NotSaved({ meanwhile: [], refused: { id: before.id, left: Number(error.details.left) } });
  }
}
