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
import { type RefusalTexts, refusalOf } from './refusal.ts';

export type FormState = {
  input: FormInput;
  errors: FormErrors;
  refusal: string | null;
  /** The current record, when it differs from the one the page read. */
  stored?: FormInput;
  /** The hidden baseline fields of the posted form. */
  hidden?: Readonly<Record<string, string>>;
  /** Changes by other people, in sentences. */
  conflicts?: readonly string[];
  /** Warnings to confirm before saving. */
  confirm?: readonly string[];
  /** A page that asks before saving. */
  question?: ReactElement;
  /** Fields whose folded group is open. */
  open?: readonly string[];
  /** 200: shown without errors. */
  status: 200 | 400 | 409 | 429;
};

export type SavedForm<S extends z.ZodType> = Check<S> &
  RefusalTexts & {
    form: FormSpec;
    /** Runs the write; checks permissions beyond the route's. */
    write?: <T>(verb: (work: Work) => Promise<T>) => Promise<T>;
    /** The current record within this write; undefined when it has gone. */
    stored?: (work: Work) => Promise<FormRecord | undefined>;
    /** Keeps other people's changes of fields that this person left alone; `save` gets the changed names. */
    merges?: true;
    /** Consequences to confirm, in sentences. */
    warn?: (work: Work, data: z.output<S>) => Promise<readonly string[]>;
    /** A page with a question before saving, which posts the form again; null: none. */
    ask?: (work: Work, data: z.output<S>, changed: readonly string[]) => Promise<ReactElement | null>;
    /** The sentence of a conflict; `isMine`: this person changed the field as well. */
    conflict?: (field: Field, isMine: boolean, input: FormInput) => string;
    /** Refusals beside a field. */
    beside?: (problem: Problem) => FormErrors | null;
    /** A refusal after which the form shows something else; null for others. */
    showAgain?: (problem: Problem, state: FormState) => Promise<FormState | null>;
    /** The verb; returns the redirect. */
    save: (work: Work, data: z.output<S>, changed: readonly string[]) => Promise<string>;
  };

type Call = Pick<PageCall, 'deps' | 'form' | 'i18n'>;

/** Rolls back and shows the form again. */
class FormShownAgain extends Error {
  constructor(readonly state: Partial<FormState>) {
    super('the form is shown again');
  }
}

/**
 * Parses a posted form, validates it with the API's schema and runs the verb. Returns the redirect or the state of the form with
 * its input and errors. When another person changed the record since the form was opened, nothing is saved and the state lists
 * the changes.
 */
export async function saveForm<S extends z.ZodType>(
  call: Call,
  saved: SavedForm<S>,
): Promise<{ to: string } | { state: FormState }> {
  return saveRead(call, saved, (stored) => readForm(saved.form, call.form, call.i18n, saved, stored));
}

/** The same for a form that was parsed elsewhere. */
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

/** The posted baselines, so that the next try still notices conflicts. */
const hiddenIn = (posted: FormData): Record<string, string> =>
  Object.fromEntries(
    [...posted].flatMap(([name, value]) =>
      (name === baselineName || /(^|\.)baseline[A-Z][^.]*$/.test(name)) && typeof value === 'string'
        ? [[name, value]]
        : [],
    ),
  );

/** The fields changed by this person. @throws FormShownAgain when saving would overwrite another person's change unseen */
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
    // Fields changed only by others show the current value; in conflicts the input stays.
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

/** A field's value, if it fits a line. */
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
