import type { ReactNode } from 'react';
import { Alert, Card, MailText } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { AccountFrame, CodeField, FactorField } from '../page-parts/parts.tsx';
import { securityPath, totpPath } from './factor-form.ts';

export function RecoveryCodesPage({ codes, email, isNew }: { codes: string[]; email: string; isNew: boolean }) {
  const { i18n } = usePage();
  return (
    <AccountFrame
      title={i18n.t('security.codes.title')}
      lead={i18n.t('security.codes.intro')}
      className="recovery-page"
    >
      <Alert tone="good">{i18n.t(isNew ? 'security.codes.enabled' : 'security.codes.renewed')}</Alert>
      <section aria-labelledby="recovery-codes">
        <p className="recovery-owner" id="recovery-codes">
          <MailText>{i18n.t('security.codes.list', { product: i18n.t('ui.product.name'), email })}</MailText>
        </p>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </section>
      <p>{i18n.t('security.codes.keep')}</p>
      <div className="form-actions">
        <ButtonLink href={securityPath}>{i18n.t('security.codes.done')}</ButtonLink>
      </div>
    </AccountFrame>
  );
}

export function RecoveryCodesLeft({ left }: { left: number }) {
  const { i18n } = usePage();
  const text = i18n.t('security.codes.left', { count: left });
  return left <= 3 ? <Alert tone="wait">{text}</Alert> : <p>{text}</p>;
}

type Again = { state: FormState | undefined };

function Frame({ children }: { children: ReactNode }) {
  const { i18n } = usePage();
  return (
    <AccountFrame title={i18n.t('security.totp.title')} back={{ href: securityPath, label: i18n.t('security.title') }}>
      {children}
    </AccountFrame>
  );
}

export function BeginTotpPage({ isOver, isRequired }: { isOver: boolean; isRequired: boolean }) {
  const { i18n, csrfToken } = usePage();
  return (
    <Frame>
      {isRequired ? <Alert tone="wait">{i18n.t('security.begin.required')}</Alert> : null}
      {isOver ? (
        <Alert tone="wait" urgent>
          {i18n.t('security.begin.over')}
        </Alert>
      ) : null}
      <p className="lead">{i18n.t('security.begin.intro')}</p>
      <ol className="factor-steps">
        <li>{i18n.t('security.begin.app')}</li>
        <li>{i18n.t('security.begin.scan')}</li>
        <li>{i18n.t('security.begin.codes')}</li>
      </ol>
      <p className="soft">{i18n.t('security.begin.others')}</p>
      <PostButton action={`${totpPath}/begin`} csrfToken={csrfToken}>
        {i18n.t('security.begin.submit')}
      </PostButton>
    </Frame>
  );
}

const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

export function SetUpTotpPage(props: Again & { secret: string; otpauthUri: string; picture: string }) {
  const { secret, otpauthUri, picture, state } = props;
  const { i18n } = usePage();
  return (
    <Frame>
      <Card title={i18n.t('security.scan.title')}>
        <p>{i18n.t('security.scan.text')}</p>
        <img className="factor-picture" src={picture} alt={i18n.t('security.scan.alt')} width={220} height={220} />
        <p className="soft">{i18n.t('security.scan.byHand')}</p>
        <p className="factor-secret">
          <code>{inFours(secret)}</code>
        </p>
        <p>
          <a href={otpauthUri}>{i18n.t('security.scan.here')}</a>
        </p>
      </Card>
      <Card title={i18n.t('security.confirm.title')}>
        <Form action={totpPath} state={state ?? {}} requiredNote={i18n.t('ui.form.required')}>
          <CodeField label={i18n.t('security.confirm.label')} hint={i18n.t('security.confirm.hint')} />
          <Button wide>{i18n.t('security.confirm.submit')}</Button>
        </Form>
      </Card>
    </Frame>
  );
}

export function ManageTotpPage({ left, state }: Again & { left: number }) {
  const { i18n } = usePage();
  return (
    <Frame>
      <p className="lead">{i18n.t('security.manage.intro')}</p>
      <RecoveryCodesLeft left={left} />
      <Form action={`${totpPath}/change`} state={state ?? {}} requiredNote={i18n.t('ui.form.required')}>
        <FactorField label={i18n.t('security.factor.label')} hint={i18n.t('security.manage.hint')} autoFocus={!state} />
        <div className="form-actions">
          <Button name="way" value="codes">
            {i18n.t('security.manage.codes')}
          </Button>
          <Button name="way" value="off" look="danger">
            {i18n.t('security.manage.off')}
          </Button>
        </div>
      </Form>
    </Frame>
  );
}
