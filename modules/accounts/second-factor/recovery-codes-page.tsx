import { Alert, MailText } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { AccountFrame } from '../page-parts/frame.tsx';
import { securityPath } from './paths.ts';

/** Shown once, to print or copy. */
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
