import type { ReactElement, ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { EmailField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';

type SignUpWay = {
  /** The popover that the button opens; several buttons may share one. */
  id: string;
  /** The next step. */
  href: string;
};

/** Logged-in visitors continue; guests are asked for an address. */
export function SignUpButton({ id, href, children }: SignUpWay & { children: ReactNode }): ReactElement {
  return usePage().viewer ? (
    <ButtonLink href={href}>{children}</ButtonLink>
  ) : (
    <Button type="button" popoverTarget={id}>
      {children}
    </Button>
  );
}

/** Asks a guest for an address. Works without script and holds nothing personal, since guests share the page. */
export function SignUpForm(props: SignUpWay & { title: string; i18n: Translator }): ReactElement | null {
  const { id, href, title, i18n } = props;
  if (usePage().viewer) return null;
  const login = `${paths.login}?${new URLSearchParams({ to: href })}`;
  return (
    <div id={id} popover="auto" className="sign-up" role="dialog" aria-labelledby={`${id}-title`}>
      <div className="sign-up-head">
        <p className="sign-up-title" id={`${id}-title`}>
          {title}
        </p>
        <Button
          type="button"
          look="quiet"
          small
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={i18n.t('events.signUp.close')}
        >
          <span aria-hidden="true">✕</span>
        </Button>
      </div>
      <Form action={paths.login}>
        <input type="hidden" name="to" value={href} />
        <EmailField
          id={`${id}-email`}
          name="email"
          label={i18n.t('events.signUp.email')}
          hint={i18n.t('events.signUp.hint')}
          autoFocus
          aria-required
        />
        <Button name="way" value="alone" wide>
          {i18n.t('events.signUp.next')}
        </Button>
        <p className="sign-up-login">
          {i18n.t('events.signUp.known')} <a href={login}>{i18n.t('events.signUp.login')}</a>
        </p>
      </Form>
    </div>
  );
}
