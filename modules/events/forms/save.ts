import type * as z from 'zod';
import type { Work } from '#src/platform/work.ts';
import { requireEventRole } from '../event/event-role.ts';
import { checkInput, type GroupSpec, type Reading, readForm, refusalOf } from './form.tsx';
import type { FormState, OrganizerCall } from './frame.tsx';

/**
 * Reads a posted form, checks it by the schema of the API and runs the verb. Answers where to go next, or the state with
 * which the form shows again: everything typed, and errors beside the fields.
 */
export async function saveForm<S extends z.ZodObject>(
  call: OrganizerCall,
  form: {
    groups: readonly GroupSpec[];
    schema: S;
    timeZone: string;
    /** The event whose people may do this; left out where there is none yet. */
    eventId?: number;
    /** Puts what was read into the shape of the schema, where it differs. */
    reshape?: (reading: Reading) => Reading;
    save: (work: Work, data: z.output<S>) => Promise<string>;
  },
): Promise<{ to: string } | { state: FormState }> {
  const read = readForm(form.groups, call.form, call.words, form.timeZone);
  const checked = checkInput(form.schema, form.reshape ? form.reshape(read) : read, call.words);
  if ('errors' in checked) return { state: { typed: read.typed, errors: checked.errors, refusal: null } };
  try {
    const to = await call.deps.write(async (work) => {
      if (form.eventId !== undefined) await requireEventRole(work.tx, call.viewer, form.eventId);
      return form.save(work, checked.data);
    });
    return { to };
  } catch (error) {
    return { state: { typed: read.typed, ...refusalOf(error, call.words) } };
  }
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
    await call.deps.write(async (work) => {
      await requireEventRole(work.tx, call.viewer, eventId);
      await verb(work);
    });
    return call.redirect(to);
  } catch (error) {
    const { refusal } = refusalOf(error, call.words);
    const separator = back.includes('?') ? '&' : '?';
    return call.redirect(`${back}${separator}refused=${refusal === null ? 'VALIDATION_FAILED' : codeOf(error)}`);
  }
}

const codeOf = (error: unknown): string => (error as { code: string }).code;
