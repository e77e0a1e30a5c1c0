import type * as z from 'zod';
import { present } from '#src/kernel/assert.ts';
import { Problem } from '#src/kernel/problem.ts';
import { isTimeZone } from '#src/kernel/time.ts';
import type { Words } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import { parseCents } from '#src/ui/format.ts';
import { onEvent } from '../event/manage.ts';
import { catalogOf } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { refuse } from '../rules/problems.ts';
import type { FormState, OrganizerCall } from './frame.tsx';
import { checkInput, type Reading, readForm, refusalOf, rowsTyped, say, type Typed, typedOf } from './reading.ts';
import { type Change, changedSince } from './seen.ts';
import type { GroupSpec } from './specs.ts';

type Stored = Readonly<Record<string, unknown>>;
type SavedForm<S extends z.ZodObject> = {
  groups: readonly GroupSpec[];
  schema: S;
  timeZone: string;
  /** The kind of record, where it has its own words for a refusal. */
  of?: string;
  /** The event whose people may do this; left out where there is none yet. */
  eventId?: number;
  /** Puts what was read into the shape of the schema, where it differs. */
  reshape?: (reading: Reading) => Reading;
  /** The record as the form shows it, from the state of this very write; undefined when it is gone. */
  stored?: (catalog: Catalog, work: Work) => Stored | undefined | Promise<Stored | undefined>;
  /** What saving would break, in sentences; it is saved when the person says so. */
  warn?: (catalog: Catalog, data: z.output<S>, work: Work) => readonly string[] | Promise<readonly string[]>;
  save: (work: Work, data: z.output<S>) => Promise<string>;
};

/** Takes the write back and shows the form again. */
class ShownAgain extends Error {
  constructor(readonly state: Partial<FormState>) {
    super('the form is shown again');
  }
}

/**
 * Reads a posted form, checks it by the schema of the API and runs the verb. Answers where to go next, or the state with
 * which the form shows again: everything typed, and errors beside the fields. When somebody else changed the record since
 * the form was opened, nothing is saved and the state says what they changed.
 */
export async function saveForm<S extends z.ZodObject>(
  call: OrganizerCall,
  form: SavedForm<S>,
): Promise<{ to: string } | { state: FormState }> {
  const { words } = call;
  const timeZone = zoneIn(form.groups, call.form) ?? form.timeZone;
  const read = readForm(form.groups, call.form, words, timeZone);
  const seen = seenIn(call.form);
  const again = (state: Partial<FormState>) => ({
    state: { typed: read.typed, errors: {}, refusal: null, seen, ...state },
  });
  const checked = checkInput(form.schema, form.groups, form.reshape ? form.reshape(read) : read, words);
  if ('errors' in checked) return again({ errors: checked.errors });
  try {
    const { eventId } = form;
    const save = async (work: Work) => {
      if (eventId !== undefined && (form.stored || form.warn)) {
        const catalog = present(await catalogOf(work.tx, eventId), 'an event whose people are known exists');
        const stored = form.stored && ((await form.stored(catalog, work)) ?? refuse('NOT_FOUND'));
        if (stored) refuseUnseen(call, form, stored, read.typed);
        const isConfirmed = call.form.get('confirmed') === 'true';
        const warnings = isConfirmed ? [] : ((await form.warn?.(catalog, checked.data, work)) ?? []);
        if (warnings.length > 0) throw new ShownAgain({ confirm: warnings });
      }
      return form.save(work, checked.data);
    };
    return { to: eventId === undefined ? await call.deps.write(save) : await onEvent(call, eventId, save) };
  } catch (error) {
    if (error instanceof ShownAgain) return again(error.state);
    return again(refusalOf(error, words, form.of));
  }
}

/** What the form says that it showed, so that showing it again forgets nothing that happened since. */
const seenIn = (posted: FormData): Record<string, string> =>
  Object.fromEntries(
    [...posted].flatMap(([name, value]) =>
      /^seen([A-Z]|$)/.test(name) && typeof value === 'string' ? [[name, value]] : [],
    ),
  );

/** Where the zone itself is chosen, times are meant in it. */
function zoneIn(groups: readonly GroupSpec[], posted: FormData): string | null {
  const field = groups.flatMap(({ fields }) => fields).find(({ kind }) => kind === 'zone');
  const zone = field ? String(posted.get(field.name) ?? '') : '';
  return isTimeZone(zone) ? zone : null;
}

function refuseUnseen<S extends z.ZodObject>(
  { form: posted, words }: OrganizerCall,
  form: SavedForm<S>,
  record: Stored,
  mine: Typed,
): void {
  const changes = changedSince(form.groups, String(posted.get('seen') ?? ''), record, mine);
  if (changes.length === 0) return;
  const stored = typedOf(form.groups, record, words.locale, form.timeZone);
  const theirs = changes.filter(({ isMine }) => !isMine).map(({ field }) => field.name);
  const isTheirs = (name: string) => theirs.includes(name.split('.')[0] ?? name);
  throw new ShownAgain({
    stored,
    // What only they changed stands there as it is now; what both changed stays as it was typed here.
    typed: {
      ...Object.fromEntries(Object.entries(mine).filter(([name]) => !isTheirs(name))),
      ...Object.fromEntries(Object.entries(stored).filter(([name]) => isTheirs(name))),
    },
    meanwhile: changes.map((change) => sentenceOf(change, stored, words)),
  });
}

const shortest = 80;

function sentenceOf({ field, isMine }: Change, stored: Typed, words: Words): string {
  const label = say(words, `events.form.${field.name}`);
  const now = textOf(field, stored, words);
  if (now === null) return words.t(isMine ? 'events.meanwhile.both' : 'events.meanwhile.theirs', { field: label });
  return words.t(isMine ? 'events.meanwhile.bothNow' : 'events.meanwhile.theirsNow', { field: label, now });
}

/** What stands in a field, when that can be said in a line. */
function textOf(field: GroupSpec['fields'][number], stored: Typed, words: Words): string | null {
  const text = stored[field.name] ?? '';
  if (field.kind === 'flag') return words.t(text === 'true' ? 'events.admin.yes' : 'events.admin.no');
  if (field.kind === 'choice') return say(words, `events.option.${field.name}.${text}`);
  if (field.kind === 'record') return (field.options ?? []).find(({ value }) => value === text)?.label ?? '–';
  if (field.kind === 'choices') {
    const labels = (field.options ?? []).filter(({ value }) => text.split(' ').includes(value));
    return labels.map(({ label }) => label).join(', ') || '–';
  }
  if (field.kind === 'rows') return words.t('events.meanwhile.rows', { count: rowsTyped(stored, field.name) });
  const cents = field.kind === 'money' ? parseCents(text, words.locale) : null;
  if (cents !== null && text !== '') return words.money(cents);
  if (field.kind === 'long' || field.kind === 'lines' || text.length > shortest) return null;
  return text === '' ? '–' : text;
}

/** A button that changes something and comes back; what the shop refuses is told on the page it came from. */
export async function press(
  call: OrganizerCall,
  eventId: number,
  verb: (work: Work) => Promise<void>,
  to: string,
  back = to,
): Promise<Response> {
  try {
    await onEvent(call, eventId, verb);
    return call.redirect(to);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 404) throw error;
    const separator = back.includes('?') ? '&' : '?';
    return call.redirect(`${back}${separator}refused=${error.code}`);
  }
}
