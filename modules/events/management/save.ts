import type { ReactElement } from 'react';
import type * as z from 'zod';
import type { Permission } from '#src/access/permissions.ts';
import type { Work } from '#src/data/work.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import { refusalOf } from '#src/web/forms/refusal.ts';
import { type FormState, type SavedForm, saveForm } from '#src/web/forms/save-form.ts';
import { withQuery } from '#src/web/http.ts';
import { onEvent } from '../changes/on-event.ts';
import { existingCatalog } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import type { OrganizerCall } from './frame.tsx';

type EventForm<S extends z.ZodType> = Omit<SavedForm<S>, 'write' | 'stored' | 'warn' | 'ask'> & {
  /** The record inside this write; undefined when it was deleted. */
  stored?: (catalog: Catalog, work: Work) => FormRecord | undefined | Promise<FormRecord | undefined>;
  /** Consequences of saving; the user must confirm them. */
  warn?: (catalog: Catalog, data: z.output<S>) => readonly string[];
  /** A page that asks for a decision before saving; null: none. */
  ask?: (
    catalog: Catalog,
    data: z.output<S>,
    at: { work: Work; changed: readonly string[] },
  ) => Promise<ReactElement | null>;
};

/** Saves a form of an event and records the changes. */
export function saveEventForm<S extends z.ZodType>(
  call: OrganizerCall,
  eventId: number,
  { stored, warn, ask, ...form }: EventForm<S>,
  may: Permission = 'event.change',
): Promise<{ to: string } | { state: FormState }> {
  const now = (work: Work) => existingCatalog(work.tx, eventId);
  return saveForm<S>(call, {
    ...form,
    write: (verb) => onEvent(call, eventId, verb, may),
    ...(stored ? { stored: async (work: Work) => stored(await now(work), work) } : {}),
    ...(ask
      ? {
          ask: async (work: Work, data: z.output<S>, changed: readonly string[]) =>
            ask(await now(work), data, { work, changed }),
        }
      : {}),
    ...(warn ? { warn: async (work: Work, data: z.output<S>) => warn(await now(work), data) } : {}),
  });
}

/** A button that changes something and returns; refusals are shown on the page it came from. */
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
    refusalOf(error, call.i18n);
    return call.redirect(withQuery(back, 'refused', (error as Problem).code));
  }
}
