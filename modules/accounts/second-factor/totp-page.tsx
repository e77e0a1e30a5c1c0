import type { ReactNode } from 'react';
import { Alert, Card } from '#src/ui/display.tsx';
import { Button, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { CodeField, FactorField } from '../page-parts/code-field.tsx';
import { AccountFrame } from '../page-parts/frame.tsx';
import { securityPath, totpPath } from './paths.ts';
import { RecoveryCodesLeft } from './recovery-codes-page.tsx';

type Again = { state: FormState | undefined };

function Frame({ children }: { children: ReactNode }) {
  const { words } = usePage();
  return (
    <AccountFrame
      title={words.t('security.totp.title')}
      back={{ href: securityPath, label: words.t('security.title') }}
    >
      {children}
    </AccountFrame>
  );
}

/** What it is and what one needs, before anything is made. */
export function BeginTotpPage({ isOver, isRequired }: { isOver: boolean; isRequired: boolean }) {
  const { words, csrfToken } = usePage();
  return (
    <Frame>
      {isRequired ? <Alert tone="wait">{words.t('security.begin.required')}</Alert> : null}
      {isOver ? (
        <Alert tone="wait" urgent>
          {words.t('security.begin.over')}
        </Alert>
      ) : null}
      <p className="lead">{words.t('security.begin.intro')}</p>
      <ol className="factor-steps">
        <li>{words.t('security.begin.app')}</li>
        <li>{words.t('security.begin.scan')}</li>
        <li>{words.t('security.begin.codes')}</li>
      </ol>
      <p className="soft">{words.t('security.begin.others')}</p>
      <PostButton action={`${totpPath}/begin`} csrfToken={csrfToken}>
        {words.t('security.begin.submit')}
      </PostButton>
    </Frame>
  );
}

/** In fours, as authenticators show it and people type it. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

export function SetUpTotpPage(props: Again & { secret: string; otpauthUri: string; picture: string }) {
  const { secret, otpauthUri, picture, state } = props;
  const { words } = usePage();
  return (
    <Frame>
      <Card title={words.t('security.scan.title')}>
        <p>{words.t('security.scan.text')}</p>
        <img className="factor-picture" src={picture} alt={words.t('security.scan.alt')} width={220} height={220} />
        <p className="soft">{words.t('security.scan.byHand')}</p>
        <p className="factor-secret">
          <code>{inFours(secret)}</code>
        </p>
        <p>
          <a href={otpauthUri}>{words.t('security.scan.here')}</a>
        </p>
      </Card>
      <Card title={words.t('security.confirm.title')}>
        <Form action={totpPath} state={state ?? {}} requiredNote={words.t('ui.form.required')}>
          <CodeField label={words.t('security.confirm.label')} hint={words.t('security.confirm.hint')} />
          <Button wide>{words.t('security.confirm.submit')}</Button>
        </Form>
      </Card>
    </Frame>
  );
}

export function ManageTotpPage({ left, state }: Again & { left: number }) {
  const { words } = usePage();
  return (
    <Frame>
      <p className="lead">{words.t('security.manage.intro')}</p>
      <RecoveryCodesLeft left={left} />
      <Form action={`${totpPath}/change`} state={state ?? {}} requiredNote={words.t('ui.form.required')}>
        <FactorField
          label={words.t('security.factor.label')}
          hint={words.t('security.manage.hint')}
          autoFocus={!state}
        />
        <div className="form-actions">
          <Button name="way" value="codes">
            {words.t('security.manage.codes')}
          </Button>
          <Button name="way" value="off" look="danger">
            {words.t('security.manage.off')}
          </Button>
        </div>
      </Form>
    </Frame>
  );
}
