import { Confirm, type Question } from '#src/web/forms/confirm.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { type OrganizerCall, renderOfEvent } from './frame.tsx';

/** A question about an event or something of it, on a page of its own. */
export const askOfEvent = (
  call: OrganizerCall,
  catalog: Catalog,
  { title, ...question }: Question & { title: string },
  status: 200 | 400 = 200,
): Promise<Response> => renderOfEvent({ call, catalog }, title, <Confirm {...question} />, { status });

export type Deletion = Omit<Question, 'button'> & {
  /** What goes away; the rest is said for it. */
  name?: string;
  title?: string;
  button?: Question['button'];
};

/** The page between a link that says "delete" and the deletion itself, with what hangs on the record. */
export function askToDelete(
  call: OrganizerCall,
  catalog: Catalog,
  { name, ...asked }: Deletion,
  status: 200 | 400 = 200,
): Promise<Response> {
  const { i18n } = call;
  const deletion = {
    title: i18n.t('events.delete.title'),
    text: i18n.t('events.delete.text'),
    button: i18n.t('events.delete.yes'),
    ...(name === undefined ? {} : { question: i18n.t('events.delete.question', { name }) }),
    ...asked,
  };
  return askOfEvent(call, catalog, deletion, status);
}
