import { Confirm, type Question } from '#src/platform/forms/confirm.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { EventTabs, eventHead, type OrganizerCall } from './frame.tsx';

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
  { name, title, ...asked }: Deletion,
  status: 200 | 400 = 200,
): Promise<Response> {
  const { words } = call;
  return call.render(
    <div className="stack">
      <EventTabs eventId={catalog.event.id} words={words} />
      <Confirm
        text={words.t('events.delete.text')}
        button={words.t('events.delete.yes')}
        {...(name === undefined ? {} : { question: words.t('events.delete.question', { name }) })}
        {...asked}
      />
    </div>,
    eventHead(catalog, title ?? words.t('events.delete.title')),
    status,
  );
}
