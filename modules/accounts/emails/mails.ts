import { type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { MailBlock } from '#src/mail/body.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailKind, type MailParams, type MailType, mailType } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Translator, translatorFor } from '#src/texts/locale.ts';
import { providerLabel } from '../providers/provider-settings.ts';
import { isLongCode } from '../rules/codes.ts';
import { deviceText } from '../sessions/session-list.ts';

type MailTexts = {
  subject: string;
  preheader: string;
  blocks: MailBlock[];
  why: string;
};

/** Account mails belong to no event and carry the product name. */
const accountMail = <Kind extends MailKind>(
  type: Kind,
  texts: (i18n: Translator, params: MailParams[Kind]) => MailTexts,
): MailType =>
  mailType(type, {
    audience: 'account',
    async make(params, locale) {
      const i18n = translatorFor(locale);
      const { subject, preheader, blocks, why } = texts(i18n, params);
      const brand = i18n.t('ui.product.name');
      return renderMail(subject, { lang: i18n.htmlLang, preheader, brand, blocks, footer: [why, brand] });
    },
  });

const ownerNotice = (
  i18n: Translator,
  topic: 'security' | 'providers',
  { subject, text, url }: { subject: string; text: string; url: string },
): MailTexts => ({
  subject,
  preheader: text,
  blocks: [
    { kind: 'heading', text: subject },
    { kind: 'paragraph', text },
    { kind: 'paragraph', text: i18n.t(`${topic}.mail.notYou`) },
    { kind: 'button', label: i18n.t(`${topic}.mail.button`), url },
  ],
  why: i18n.t(`${topic}.mail.why`),
});

const codeNotice = (
  i18n: Translator,
  code: string,
  notice: { subject: string; text: string; hint?: string; preheader?: string; why: string },
): MailTexts => ({
  subject: notice.subject,
  preheader: notice.preheader ?? i18n.t('accounts.codeMail.preheader'),
  blocks: [
    { kind: 'code', label: i18n.t('accounts.codeMail.label'), code },
    { kind: 'paragraph', text: notice.text },
    ...(notice.hint === undefined ? [] : [{ kind: 'hint' as const, text: notice.hint }]),
    { kind: 'hint', text: i18n.t('accounts.codeMail.warning') },
  ],
  why: notice.why,
});

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    EmailChangeCode: { code: string; expiresAt: Instant };
    EmailChanged: { newEmail: string };
    AccountDeleted: Record<string, never>;
  }
}

const emailChangeCodeMail = accountMail('EmailChangeCode', (i18n, { code, expiresAt }) =>
  codeNotice(i18n, code, {
    subject: i18n.t('account.emailCodeMail.subject'),
    text: i18n.t('account.emailCodeMail.text', { time: i18n.time(expiresAt) }),
    why: i18n.t('account.emailCodeMail.why'),
  }),
);

/** Sent to the old address, and to the new one after a change by a super admin. */
const emailChangedMail = (contact: string): MailType =>
  accountMail('EmailChanged', (i18n, { newEmail }) => ({
    subject: i18n.t('account.emailChangedMail.subject'),
    preheader: i18n.t('account.emailChangedMail.preheader'),
    blocks: [
      { kind: 'heading', text: i18n.t('account.emailChangedMail.title') },
      { kind: 'paragraph', text: i18n.t('account.emailChangedMail.text', { newEmail }) },
      { kind: 'hint', text: i18n.t('account.emailChangedMail.notYou', { contact }) },
    ],
    why: i18n.t('account.emailChangedMail.why'),
  }));

const accountDeletedMail = accountMail('AccountDeleted', (i18n) => ({
  subject: i18n.t('account.deletedMail.subject'),
  preheader: i18n.t('account.deletedMail.preheader'),
  blocks: [
    { kind: 'heading', text: i18n.t('account.deletedMail.title') },
    { kind: 'paragraph', text: i18n.t('account.deletedMail.text') },
  ],
  why: i18n.t('account.deletedMail.why'),
}));

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    MailIdentityJoined: { provider: string };
  }
}

const identityJoinedMail = (publicUrl: string): MailType =>
  accountMail('MailIdentityJoined', (i18n, params) => {
    const provider = providerLabel(i18n, params.provider);
    return ownerNotice(i18n, 'providers', {
      subject: i18n.t('providers.mail.subject', { provider }),
      text: i18n.t('providers.mail.text', { provider }),
      url: `${publicUrl}/settings/identities`,
    });
  });

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    MailCode: {
      code: string;
      expiresAt: Instant;
      at?: Instant;
      browser?: string | null;
      system?: string | null;
    };
  }
}

/** The subject does not contain the code, because lock screens show subjects. */
const loginCodeMail = accountMail('MailCode', (i18n, params) => {
  const { code, expiresAt, at, browser = null, system = null } = params;
  const device = deviceText(i18n, { browser, system });
  return codeNotice(i18n, code, {
    subject: i18n.t('accounts.codeMail.subject'),
    text: i18n.t(isLongCode(code) ? 'accounts.codeMail.longUntil' : 'accounts.codeMail.until', {
      time: i18n.time(expiresAt),
    }),
    ...(isLongCode(code) ? { preheader: i18n.t('accounts.codeMail.longPreheader') } : {}),
    ...(at === undefined ? {} : { hint: i18n.t('ownOrder.codeMail.requested', { at: i18n.dateTime(at), device }) }),
    why: i18n.t('accounts.codeMail.why'),
  });
});

type Notice = { at: Instant; left?: number };
declare module '#src/mail/kinds.ts' {
  interface MailParams {
    TotpEnabled: Notice;
    TotpDisabled: Notice;
    RecoveryCodesMade: Notice;
    RecoveryCodeUsed: Notice;
  }
}

const securityNotices = ['TotpEnabled', 'TotpDisabled', 'RecoveryCodesMade', 'RecoveryCodeUsed'] as const;

export const securityNoticeMails = (publicUrl: string): MailType[] =>
  securityNotices.map((type) =>
    accountMail(type, (i18n, { at, left = 0 }) =>
      ownerNotice(i18n, 'security', {
        subject: i18n.t(`security.mail.${type}.subject`),
        text: i18n.t(`security.mail.${type}.text`, { at: i18n.dateTime(at), left }),
        url: `${publicUrl}/settings/security`,
      }),
    ),
  );

export function accountMailTypes({ config, clock }: Pick<Deps, 'config' | 'clock'>): MailType[] {
  const sample = () => ({
    code: '123456',
    at: clock(),
    expiresAt: plus(clock(), minutes(10)),
    browser: 'Firefox',
    system: 'Android',
    newEmail: 'new@example.org',
    provider: 'google',
    left: 7,
  });
  return [
    loginCodeMail,
    emailChangeCodeMail,
    emailChangedMail(config.contactEmail),
    accountDeletedMail,
    identityJoinedMail(config.publicUrl),
    ...securityNoticeMails(config.publicUrl),
  ].map((mail) => ({ ...mail, sample: (_, locale) => mail.make(sample(), locale) }));
}
