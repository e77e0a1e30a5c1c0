import { Problem } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { onEvent } from '../event/manage.ts';
import type { OrganizerCall } from '../forms/frame.tsx';
import { checkInput, type Reading, readForm, typedOf } from '../forms/reading.ts';
import { changedSince } from '../forms/seen.ts';
import { catalogOf } from '../read-catalog.ts';
import type { Catalog, CatalogArticle } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import { type VariantInput, variantInput } from '../shapes.ts';
import { newVariantGroups, variantGroups } from './form.ts';
import { createVariant, updateVariant } from './keep-variants.ts';
import { readNewVariants } from './new-variants.ts';

type Variant = CatalogArticle['variants'][number];
type RowState = Pick<Reading, 'typed' | 'errors'>;

/** A form that could not be saved: every row as it was typed, `new` the one for more. */
export type VariantsState = {
  rows: Readonly<Record<string, RowState>>;
  meanwhile: readonly string[];
  status: 400 | 409;
};

/** What a row shows and remembers. */
export const variantTyped = (variant: Variant, { words }: Pick<OrganizerCall, 'words'>, { event }: Catalog) =>
  typedOf(
    variantGroups,
    { name: variant.name, availableAmount: Math.max(0, variant.total - variant.sold) },
    words.locale,
    event.timeZone,
  );

class NotSaved extends Error {
  constructor(readonly state: Pick<VariantsState, 'meanwhile'> & { wrong?: { id: number; left: number } }) {
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
  const { timeZone, id: eventId } = catalog.event;
  const rows = new Map<number, { reading: Reading; input: VariantInput; seen: string }>();
  const states: Record<string, RowState> = {};
  let isWrong = false;
  const ids = new Set([...form.keys()].flatMap((name) => Number(/^variant\.(\d{1,15})\./.exec(name)?.[1] ?? 0) || []));
  for (const id of ids) {
    const posted = rowOf(form, id);
    const reading = readForm(variantGroups, posted, words, timeZone);
    const checked = checkInput(variantInput, variantGroups, reading, words);
    const errors = 'errors' in checked ? checked.errors : {};
    states[id] = { typed: reading.typed, errors };
    if ('errors' in checked) isWrong = true;
    else rows.set(id, { reading, input: checked.data, seen: String(posted.get('seen') ?? '') });
  }
  const fresh = readNewVariants(readForm(newVariantGroups, rowOf(form, 'new'), words, timeZone), article, words);
  states.new = { typed: fresh.typed, errors: fresh.errors };
  if (isWrong || Object.keys(fresh.errors).length > 0) return { rows: states, meanwhile: [], status: 400 };

  const save = async (work: Work): Promise<void> => {
    const now =
      (await catalogOf(work.tx, eventId))?.articles.find(({ id }) => id === article.id) ?? refuse('NOT_FOUND');
    const meanwhile: string[] = [];
    for (const [id, { reading, input, seen }] of rows) {
      const stored = now.variants.find((variant) => variant.id === id);
      if (!stored) {
        meanwhile.push(words.t('events.variants.gone', { name: input.name ?? '' }));
        continue;
      }
      const changes = changedSince(variantGroups, seen, stored, reading.typed);
      if (changes.some(({ isMine }) => isMine))
        meanwhile.push(words.t('events.variants.renamedBoth', { name: stored.name, mine: input.name ?? '' }));
      else if (changes.length > 0) {
        meanwhile.push(words.t('events.variants.renamed', { name: stored.name }));
        // What only they changed stands there as it is now.
        states[id] = { typed: { ...reading.typed, name: stored.name }, errors: {} };
      }
    }
    if (meanwhile.length > 0) throw new NotSaved({ meanwhile });
    for (const [id, { input }] of rows) {
      const before = now.variants.find((variant) => variant.id === id);
      if (before) await saveRow(work, before, input);
    }
    for (const name of fresh.names) await createVariant(work, article.id, { name, availableAmount: fresh.amount });
  };
  try {
    await onEvent(call, eventId, save);
    return null;
  } catch (error) {
    if (!(error instanceof NotSaved)) throw error;
    const { wrong, meanwhile } = error.state;
    if (wrong) {
      const text = words.t('events.variants.tooFew', { left: wrong.left });
      states[wrong.id] = { typed: states[wrong.id]?.typed ?? {}, errors: { availableAmount: text } };
    }
    return { rows: states, meanwhile, status: 409 };
  }
}

async function saveRow(work: Work, before: Variant, input: VariantInput): Promise<void> {
  const { name, availableAmount, seenAvailableAmount } = input;
  const isMoved = availableAmount !== undefined && availableAmount !== seenAvailableAmount;
  const change: VariantInput = {
    ...(name === undefined || name === before.name ? {} : { name }),
    ...(isMoved ? { availableAmount, seenAvailableAmount } : {}),
  };
  if (Object.keys(change).length === 0) return;
  try {
    await updateVariant(work, before.id, change);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW') throw error;
    throw new NotSaved({ meanwhile: [], wrong: { id: before.id, left: Number(error.details.left) } });
  }
}
