import type { ReactNode } from 'react';
import { Alert, Card } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ErrorSummary, Form, type FormErrors, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { FactorField } from './factor-page.tsx';
import { RecoveryCodesLeft, securityPath, totpPath } from './security-page.tsx';

type Wrong = { errors: FormErrors; refusal: string | null; code: string };

function Frame({ errors, refusal, children }: Partial<Wrong> & { children: ReactNode }) {
  const { words } = usePage();
  const wrong = Object.keys(errors ?? {}).length;
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <p className="small">
          <a href={securityPath}>{words.t('security.title')}</a>
        </p>
        <h1>{words.t('security.totp.title')}</h1>
      </header>
      {refusal ? (
        <Alert tone="bad" urgent>
          {refusal}
        </Alert>
      ) : null}
      <ErrorSummary title={words.t('ui.errors.title', { count: wrong })} errors={errors ?? {}} />
      {children}
    </div>
  );
}

/** What it is and what one needs, before anything is made. */
export function BeginTotpPage({ isOver }: { isOver: boolean }) {
  const { words, csrfToken } = usePage();
  return (
    <Frame>
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

export function SetUpTotpPage(props: Wrong & { secret: string; otpauthUri: string; picture: string }) {
  const { secret, otpauthUri, picture, errors, refusal, code } = props;
  const { words, csrfToken } = usePage();
  return (
    <Frame errors={errors} refusal={refusal}>
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
        <Form action={totpPath} csrfToken={csrfToken}>
          <TextField
            name="code"
            label={words.t('security.confirm.label')}
            hint={words.t('security.confirm.hint')}
            defaultValue={code}
            error={errors.code ?? null}
            className="input-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            required
          />
          <Button wide>{words.t('security.confirm.submit')}</Button>
        </Form>
      </Card>
    </Frame>
  );
}

export function ManageTotpPage({ left, errors, refusal, code }: Wrong & { left: number }) {
  const { words, csrfToken } = usePage();
  return (
    <Frame errors={errors} refusal={refusal}>
      <p className="lead">{words.t('security.manage.intro')}</p>
      <RecoveryCodesLeft left={left} />
      <Form action={`${totpPath}/change`} csrfToken={csrfToken}>
        <FactorField
          label={words.t('security.factor.label')}
          hint={words.t('security.manage.hint')}
          code={code}
          errors={errors}
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
