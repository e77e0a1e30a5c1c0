import { Problem } from '#src/kernel/problem.ts';
import type { PageCall } from '#src/platform/http.ts';
import type { MessageKey, Words } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { type AdminOrderRecord, adminOrderOf } from './admin-read.ts';
import { editOf, shownIn, type Texts } from './shown-form.ts';

/** How a form of the order's management stands: as it was opened, or shown again. */
export type EditState = {
  /** The record as it is stored, as texts. */
  stored: Texts;
  typed: Texts;
  errors: FormErrors;
  refusal: string | null;
  /** What somebody else changed meanwhile, in sentences. */
  meanwhile: readonly string[];
};
export const openedWith = (stored: Texts): EditState => ({
  stored,
  typed: stored,
  errors: {},
  refusal: null,
  meanwhile: [],
});
export const statusOf = ({ errors, refusal, meanwhile }: EditState): 200 | 400 | 409 =>
  refusal || meanwhile.length > 0 ? 409 : Object.keys(errors).length > 0 ? 400 : 200;

export type Editing = {
  orderId: number;
  /** What was typed, dates and numbers in their written form. */
  typed: Texts;
  /** Of the order as it is in the write itself. */
  stored: (order: AdminOrderRecord) => Texts;
  /** Runs the verb with the fields that the person changed; there is at least one. */
  save: (work: Work, changed: Texts, order: AdminOrderRecord) => Promise<void>;
  labelOf: (name: string) => string;
  /** A value in words. */
  said: (name: string, text: string) => string;
  /** The control that a path of a refusal means. */
  controlOf?: (path: string) => string;
  /** Refusals that belong beside a field. */
  beside?: (problem: Problem) => Texts | null;
};

/** Takes the write back and shows the form again. */
class Disputed extends Error {
  constructor(
    readonly stored: Texts,
    readonly disputed: readonly string[],
    readonly typed: Texts,
  ) {
    super('somebody else changed the same');
  }
}

/**
 * Saves what somebody changed in a form. null: it is saved. Otherwise the form as it is shown again, with everything that
 * was typed: errors beside the fields, or what somebody else changed meanwhile, which a second press overwrites knowingly.
 */
export async function saveEdit(call: PageCall<'order.manage'>, editing: Editing): Promise<EditState | null> {
  const { typed } = editing;
  const shown = shownIn(call.form);
  let stored: Texts = shown ?? {};
  try {
    await call.deps.write(async (work) => {
      const order = await adminOrderOf(work.tx, editing.orderId);
      stored = editing.stored(order);
      const { changed, disputed } = editOf(shown, typed, stored);
      if (disputed.length > 0) {
        const mine = Object.fromEntries(changed.map((name) => [name, typed[name] ?? '']));
        throw new Disputed(stored, disputed, { ...stored, ...mine });
      }
      if (changed.length === 0) return;
      await editing.save(work, Object.fromEntries(changed.map((name) => [name, typed[name] ?? ''])), order);
    });
    return null;
  } catch (error) {
    const again = { stored: shown ?? stored, typed, errors: {}, refusal: null, meanwhile: [] };
    if (error instanceof Disputed) {
      return { ...again, stored: error.stored, typed: error.typed, meanwhile: disputes(error, editing, call.words) };
    }
    if (!(error instanceof Problem) || error.status === 404) throw error;
    const beside = editing.beside?.(error);
    if (beside) return { ...again, errors: beside };
    if (error.code !== 'VALIDATION_FAILED') return { ...again, refusal: sentenceOf(error, call.words) };
    return { ...again, errors: fieldSentences(error, call.words, editing.controlOf) };
  }
}

const disputes = ({ disputed, stored, typed }: Disputed, { labelOf, said }: Editing, words: Words): string[] =>
  disputed.map((name) =>
    words.t('orderActions.meanwhile.line', {
      field: labelOf(name),
      now: said(name, stored[name] ?? '') || '–',
      mine: said(name, typed[name] ?? '') || '–',
    }),
  );

/** The sentence of a refusal; a mistake of ours goes on its way. */
export function sentenceOf(error: unknown, words: Words): string {
  if (!(error instanceof Problem)) throw error;
  const key = `problem.${error.code}`;
  return words.t(words.has(key) ? key : ('problem.UNKNOWN' as MessageKey));
}

/** Forms say it otherwise than calls, which are told of written forms. */
const ofForms: Readonly<Record<string, MessageKey>> = {
  required: 'ui.form.missing',
  date: 'ui.form.invalidDate',
  email: 'ui.form.invalidEmail',
  number: 'orders.fault.number',
  option: 'orders.fault.option',
  phoneCountry: 'orderAddress.phoneCountry',
  sameBuyer: 'orderActions.buyer.same',
};

/** A fault of a field in words; faults are keys of ours. */
export function faultText(fault: string, words: Words): string {
  const own = ofForms[fault];
  if (own) return words.t(own);
  const key = `problem.field.${fault}`;
  return words.t(words.has(key) ? key : 'ui.form.invalid');
}

function fieldSentences(problem: Problem, words: Words, controlOf = (path: string) => path): FormErrors {
  const fields = Object.entries((problem.details.fields ?? {}) as Record<string, string[]>);
  return Object.fromEntries(
    fields.map(([path, faults]) => [controlOf(path), faults.map((fault) => faultText(fault, words))]),
  );
}
