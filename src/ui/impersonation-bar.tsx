import type { ReactElement } from 'react';
import { PostButton } from './button.tsx';
import { MailText } from './display.tsx';
import { usePage } from './page.tsx';

/** Shows whom a super admin acts for, and the way back. */
export function ImpersonationBar(): ReactElement | null {
  const { i18n, viewer, csrfToken } = usePage();
  if (!viewer?.isImpersonated) return null;
  return (
    <aside className="acting" aria-label={i18n.t('users.bar.label')}>
      <div className="wrap acting-row">
        <p>
          <MailText>{i18n.t('users.bar.text', { email: viewer.email })}</MailText>
        </p>
        <PostButton action="/auth/impersonation/end" csrfToken={csrfToken} look="quiet" small>
          {i18n.t('users.bar.end')}
        </PostButton>
      </div>
    </aside>
  );
}
