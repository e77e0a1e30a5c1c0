import type { ReactElement } from 'react';
import { Alert, MailText } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, RefusalNote } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { Invitation } from '../invitations/invitations.ts';
import type { InvitationState } from '../rules/invitation.ts';

type Props = {
  organizer: string;
  invitation: Pick<Invitation, 'role' | 'message' | 'email'>;
  /** `other`: logged in with another address. */
  state: InvitationState | 'other';
  action: string;
  refusal: string | null;
};

export function InvitationPage({ organizer, invitation, state, action, refusal }: Props): ReactElement {
  const { i18n, csrfToken, viewer } = usePage();
  const { t } = i18n;
  const role = t(`organizers.role.${invitation.role}`);
  return (
    <div className="narrow stack">
      <h1>{t('organizers.invitation.mail.title', { organizer })}</h1>
      <RefusalNote>{refusal}</RefusalNote>
      {state === 'open' ? (
        <>
          <p className="lead">{t('organizers.invitation.asked', { organizer, role })}</p>
          {invitation.message ? <blockquote className="soft">{invitation.message}</blockquote> : null}
          <p>{t(`organizers.role.${invitation.role}.text`)}</p>
          <PostButton action={action} csrfToken={csrfToken}>
            {t('organizers.invitation.accept')}
          </PostButton>
        </>
      ) : state === 'other' ? (
        <>
          <Alert tone="wait">
            <MailText>{t('organizers.invitation.other', { email: viewer?.email ?? '' })}</MailText>
          </Alert>
          <PostButton action="/auth/logout" csrfToken={csrfToken} look="quiet">
            {t('organizers.invitation.logout')}
          </PostButton>
        </>
      ) : (
        <>
          <Alert tone="wait">{t(`organizers.invitation.state.${state}`)}</Alert>
          {state === 'accepted' ? (
            <ButtonLink href="/admin/events">{t('organizers.invitation.toEvents')}</ButtonLink>
          ) : null}
        </>
      )}
    </div>
  );
}
