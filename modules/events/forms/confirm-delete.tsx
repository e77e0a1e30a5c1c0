import type { ReactElement } from 'react';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { EventTabs, eventHead, type OrganizerCall } from './frame.tsx';

/**
 * The page between a link that says "delete" and the deletion itself. It works without JavaScript; its button posts to the
 * page's own address.
 */
export function askToDelete(
  call: OrganizerCall,
  catalog: Catalog,
  it: { name: string; action: string; back: string },
): Promise<Response> {
  const { words, viewer } = call;
  return call.render(
    <div className="stack">
      <EventTabs eventId={catalog.event.id} words={words} />
      <Question {...it} csrfToken={viewer.csrfToken} call={call} />
    </div>,
    eventHead(catalog, words.t('events.delete.title')),
  );
}

function Question(props: {
  call: OrganizerCall;
  name: string;
  action: string;
  back: string;
  csrfToken: string;
}): ReactElement {
  const { call, name, action, back, csrfToken } = props;
  const { t } = call.words;
  return (
    <Form action={action} csrfToken={csrfToken} className="card stack">
      <h2>{t('events.delete.question', { name })}</h2>
      <p>{t('events.delete.text')}</p>
      <div className="form-actions">
        <Button look="danger">{t('events.delete.yes')}</Button>
        <ButtonLink look="quiet" href={back}>
          {t('ui.form.cancel')}
        </ButtonLink>
      </div>
    </Form>
  );
}
