import type { ReactElement } from 'react';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { EventTabs, eventHead, type OrganizerCall } from './frame.tsx';

/** Posted with what deletes: the person has read what goes away. */
export const isConfirmed = ({ form }: OrganizerCall): boolean => form.get('confirmed') === 'true';

/** Asks before something is gone, as a page of its own: it works without JavaScript, and a stray press deletes nothing. */
export function ConfirmDelete(props: {
  call: OrganizerCall;
  /** Where the answer is posted to. */
  action: string;
  backHref: string;
  /** What goes away, and what that would do, in sentences. */
  text: string;
  risks?: readonly string[];
  button: string;
}): ReactElement {
  const { call, action, backHref, text, risks = [], button } = props;
  return (
    <div className="stack confirm-delete">
      <p>{text}</p>
      {risks.length > 0 ? (
        <Alert tone="wait" urgent>
          <ul>
            {risks.map((risk) => (
              <li key={risk}>{risk}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <div className="form-actions">
        <PostButton action={action} csrfToken={call.viewer.csrfToken} fields={{ confirmed: 'true' }} look="danger">
          {button}
        </PostButton>
        <ButtonLink look="quiet" href={backHref}>
          {call.words.t('ui.form.cancel')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** The page between a link that says "delete" and the deletion itself, with what hangs on the record. */
export function askToDelete(
  call: OrganizerCall,
  catalog: Catalog,
  it: { name: string; action: string; back: string; risks?: readonly string[] },
  status: 200 | 400 = 200,
): Promise<Response> {
  const { words } = call;
  return call.render(
    <div className="stack">
      <EventTabs eventId={catalog.event.id} words={words} />
      <h2>{words.t('events.delete.question', { name: it.name })}</h2>
      <ConfirmDelete
        call={call}
        action={it.action}
        backHref={it.back}
        text={words.t('events.delete.text')}
        risks={it.risks ?? []}
        button={words.t('events.delete.yes')}
      />
    </div>,
    eventHead(catalog, words.t('events.delete.title')),
    status,
  );
}
