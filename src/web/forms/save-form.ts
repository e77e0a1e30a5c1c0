import type { ReactElement } from 'react';
import type * as z from 'zod';
import type { Work } from '#src/data/work.ts';
import { type Problem, refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { parseCents } from '#src/ui/format.ts';
import type { PageCall } from '../http.ts';
import { baselineName, changesSince } from './baseline.ts';
import { isConfirmed } from './confirm.tsx';
import { type Field, type FormInput, type FormSpec, labelOf, say } from './fields.ts';
import { type FormRecord, inputOf, rowsIn } from './form-input.ts';
import { type Check, type Reading, readForm } from './read-form.ts';
import { type RefusalWords, refusalOf } from './refusal.ts';

/** A form that is shown again. */
export type FormState = {
  input: FormInput;
  errors: FormErrors;
  refusal: string | null;
  /** What the record is now, when that is something else than the page read. */
  stored?: FormInput;
  /** What the posted form had been showing, as its hidden fields say; it goes on from there. */
  hidden?: Readonly<Record<string, string>>;
  /** What somebody else changed meanwhile, in sentences. */
  conflicts?: readonly string[];
  /** What saving would do that may be a mistake; it is done when the person says so. */
  confirm?: readonly string[];
  /** The question of a page of its own, before anything is saved. */
  question?: ReactElement;
  /** Fields whose folded group is open. */
  open?: readonly string[];
  /** 200: it is shown on, with nothing wrong. */
  status: 200 | 400 | 409 | 429;
};

export type SavedForm<S extends z.ZodType> = Check<S> &
  RefusalWords & {
    form: FormSpec;
    /** Runs the write; asks who may do this, where the route does not say it all. */
    write?: <T>(verb: (work: Work) => Promise<T>) => Promise<T>;
    /** The record as the form shows it, from the state of this very write; undefined when it is gone. */
    stored?: (work: Work) => Promise<FormRecord | undefined>;
    /** What others changed in fields that this person left alone stays: `save` is told which were changed. */
    merges?: true;
    /** What saving would break, in sentences; it is saved when the person says so. */
    warn?: (work: Work, data: z.output<S>) => Promise<readonly string[]>;
    /** What is to be decided before saving, on a page of its own that posts the form once more; null: nothing. */
    ask?: (work: Work, data: z.output<S>, changed: readonly string[]) => Promise<ReactElement | null>;
    /** A change by somebody else in words of this form; `isMine`: this person changed the field as well. */
    conflict?: (field: Field, isMine: boolean, input: FormInput) => string;
    /** Refusals that belong beside a field. */
    beside?: (problem: Problem) => FormErrors | null;
    /** A refusal after which the form shows something else; null for all others. */
    showAgain?: (problem: Problem, state: FormState) => Promise<FormState | null>;
    /** The verb, and where to go then. */
    save: (work: Work, data: z.output<S>, changed: readonly string[]) => Promise<string>;
  };

type Call = Pick<PageCall, 'deps' | 'form' | 'i18n'>;

/** Takes the write back and shows the form again. */
class FormShownAgain extends Error {
  constructor(readonly state: Partial<FormState>) {
    super('the form is shown again');
  }
}

/**
 * Reads a posted form, checks it by the schema of the API and runs the verb. Answers where to go next, or the state with
 * which the form shows again: everything typed, and errors beside the fields. When somebody else changed the record since
 * the form was opened, nothing is saved and the state says what they changed.
 */
export async function saveForm<S extends z.ZodType>(
  call: Call,
  saved: SavedForm<S>,
): Promise<{ to: string } | { state: FormState }> {
  return saveRead(call, saved, (stored) => readForm(saved.form, call.form, call.i18n, saved, stored));
}

/** The same of a form that was read elsewhere, such as one whose fields its record brings along. */
export async function saveRead<S extends z.ZodType>(
  call: Call,
  saved: SavedForm<S>,
  read: (stored?: FormRecord) => Reading<z.output<S>>,
): Promise<{ to: string } | { state: FormState }> {
  const { i18n } = call;
  const { input, ...checked } = read();
  const { stored: current, warn, ask, write = call.deps.write } = saved;
  const again = (state: Partial<FormState>) => ({
    state: { input, errors: {}, refusal: null, hidden: hiddenIn(call.form), status: 400 as const, ...state },
  });
  if ('errors' in checked) return again({ errors: checked.errors });
  try {
    const to = await write(async (work) => {
      const stored = current && ((await current(work)) ?? refuse('NOT_FOUND'));
      const changed = stored ? changedBy(call, saved, stored, input) : Object.keys(input);
      const exact = stored ? read(stored) : checked;
      const { data } = 'data' in exact ? exact : checked;
      const question = await ask?.(work, data, changed);
      if (question) throw new FormShownAgain({ question, status: 200 });
      const warnings = isConfirmed(call) ? [] : ((await warn?.(work, data)) ?? []);
      if (warnings.length > 0) throw new FormShownAgain({ confirm: warnings });
      return saved.save(work, data, changed);
    });
    return { to };
  } catch (error) {
    if (error instanceof FormShownAgain) return again(error.state);
    const refused = refusalOf(error, i18n, saved);
    const beside = saved.beside?.(error as Problem);
    const { state } = again(beside ? { errors: beside } : refused);
    return { state: (await saved.showAgain?.(error as Problem, state)) ?? state };
  }
}

/** What the form says that it showed, so that showing it again forgets nothing that happened since. */
const hiddenIn = (posted: FormData): Record<string, string> =>
  Object.fromEntries(
    [...posted].flatMap(([name, value]) =>
      (name === baselineName || /(^|\.)baseline[A-Z][^.]*$/.test(name)) && typeof value === 'string'
        ? [[name, value]]
        : [],
    ),
  );

/** The fields that this person changed. @throws ShownAgain when somebody else changed what this would overwrite unseen */
function changedBy<S extends z.ZodType>(
  { form: posted, i18n }: Call,
  { form, merges, conflict }: SavedForm<S>,
  record: FormRecord,
  input: FormInput,
): string[] {
  const { mine, theirs } = changesSince(form, String(posted.get(baselineName) ?? ''), record, input);
  const names = mine.map(({ name }) => name);
  const disputed = merges ? theirs.filter(({ name }) => names.includes(name)) : theirs;
  if (disputed.length === 0) return names;
  const stored = inputOf(form, record, i18n);
  const isTheirs = (control: string) =>
    theirs.some(({ name }) => name === control.split('[')[0]) && !names.includes(control.split('[')[0] ?? '');
  throw new FormShownAgain({
    status: 409,
    stored,
    open: disputed.map(({ name }) => name),
    // What only they changed stands there as it is now; what both changed stays as it was typed here.
    input: {
      ...Object.fromEntries(Object.entries(input).filter(([name]) => !isTheirs(name))),
      ...Object.fromEntries(Object.entries(stored).filter(([name]) => isTheirs(name))),
    },
    conflicts: disputed.map((field) => {
      const isMine = names.includes(field.name);
      return conflict?.(field, isMine, input) ?? conflictText(form, field, isMine, stored, i18n);
    }),
  });
}

const shortest = 80;

function conflictText(form: FormSpec, field: Field, isMine: boolean, stored: FormInput, i18n: Translator): string {
  const label = labelOf(form, field, i18n);
  const now = shownText(form, field, stored, i18n);
  if (now === null) return i18n.t(isMine ? 'form.conflict.both' : 'form.conflict.theirs', { field: label });
  return i18n.t(isMine ? 'form.conflict.bothNow' : 'form.conflict.theirsNow', { field: label, now });
}

/** What stands in a field, when that can be said in a line. */
function shownText({ labels }: FormSpec, field: Field, stored: FormInput, i18n: Translator): string | null {
  const text = stored[field.name] ?? '';
  const { kind, options = [] } = field;
  if (kind === 'flag') return i18n.t(text === 'true' ? 'form.yes' : 'form.no');
  if (kind === 'country') return i18n.country(text) || '–';
  if (kind === 'choices') {
    const labels = options.filter(({ value }) => text.split(' ').includes(value));
    return labels.map(({ label }) => label).join(', ') || '–';
  }
  if (options.length > 0) return options.find(({ value }) => value === text)?.label ?? '–';
  if (kind === 'choice') return text === '' ? '–' : say(i18n, `${labels}.option.${field.name}.${text}`);
  if (kind === 'rows') return i18n.t('form.conflict.rows', { count: rowsIn(stored, field.name) });
  if (kind === 'money' && text !== '') return i18n.money(parseCents(text, i18n.locale));
  if (kind === 'long' || kind === 'lines' || text.length > shortest) return null;
  return text === '' ? '–' : text;
}
