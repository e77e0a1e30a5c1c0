import type { ReactElement } from 'react';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import type { OrganizerCall } from './frame.tsx';

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
