import { Alert, Badge, Card } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { postedText } from '#src/web/forms/own-form.ts';
import { ownAccount, type PageRoute, page } from '#src/web/http.ts';
import { AccountFrame } from '../page-parts/parts.tsx';
import { refuse } from '../rules/problems.ts';
import { securityPath, totpPath } from '../second-factor/factor-form.ts';
import { countRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { hasSecondFactor } from '../second-factor/second-factor.ts';
import { RecoveryCodesLeft } from '../second-factor/totp-page.tsx';
import { endSessionByKey, logOutEverywhere } from '../sessions/end-sessions.ts';
import { takeSessionCookies } from '../sessions/session-cookies.ts';
import {
  deviceText,
  type ListedSession,
  loginMethodText,
  sessionKeyShape,
  sessionList,
} from '../sessions/session-list.ts';

const endSessionPath = `${securityPath}/sessions/end`;
const everywherePath = '/auth/logout-everywhere';

type SecurityPageProps = {
  isOn: boolean;
  left: number;
  sessions: readonly ListedSession[];
  mayChange: boolean;
  news: 'off' | 'ended' | null;
};

function SecurityPage({ isOn, left, sessions, mayChange, news }: SecurityPageProps) {
  const { i18n, csrfToken } = usePage();
  return (
    <AccountFrame title={i18n.t('security.title')} back={{ href: paths.settings, label: i18n.t('security.back') }}>
      {news ? <Alert tone="good">{i18n.t(`security.news.${news}`)}</Alert> : null}
      {mayChange ? null : <Alert tone="wait">{i18n.t('security.onlyThePerson')}</Alert>}
      <Card title={i18n.t('security.totp.title')}>
        <p>
          <Badge tone={isOn ? 'good' : 'neutral'}>{i18n.t(isOn ? 'security.totp.on' : 'security.totp.off')}</Badge>
        </p>
        <p className="soft">{i18n.t('security.totp.what')}</p>
        {isOn ? <RecoveryCodesLeft left={left} /> : null}
        {mayChange ? (
          <div className="row">
            <ButtonLink href={totpPath} look={isOn ? 'quiet' : 'main'}>
              {i18n.t(isOn ? 'security.totp.manage' : 'security.totp.setUp')}
            </ButtonLink>
          </div>
        ) : null}
      </Card>
      <section className="stack" aria-labelledby="sessions">
        <header className="stack-s">
          <h2 id="sessions">{i18n.t('security.sessions.title')}</h2>
          <p className="soft">{i18n.t('security.sessions.intro')}</p>
        </header>
        <ul className="session-list">
          {sessions.map((session) => (
            <SessionEntry key={session.key} session={session} mayChange={mayChange} />
          ))}
        </ul>
        {mayChange ? (
          <Card title={i18n.t('security.everywhere.title')}>
            <p className="soft">{i18n.t('security.everywhere.text')}</p>
            <PostButton action={everywherePath} csrfToken={csrfToken} look="danger">
              {i18n.t('security.everywhere.submit')}
            </PostButton>
          </Card>
        ) : null}
      </section>
    </AccountFrame>
  );
}

function SessionEntry({ session, mayChange }: { session: ListedSession; mayChange: boolean }) {
  const { i18n, csrfToken } = usePage();
  const { key, device, provider, createdAt, lastSeenAt, isCurrent } = session;
  const isActing = provider === 'provider-impersonate';
  return (
    <li className="session-entry">
      <div>
        <p className="session-device">
          <strong>{deviceText(i18n, device)}</strong>
          {isCurrent ? <Badge tone="good">{i18n.t('security.sessions.current')}</Badge> : null}
          {isActing ? <Badge tone="wait">{i18n.t('security.sessions.acting')}</Badge> : null}
        </p>
        <p className="soft small">{loginMethodText(i18n, provider)}</p>
        <p className="soft small">{i18n.t('security.sessions.since', { at: i18n.shortDateTime(createdAt) })}</p>
        <p className="soft small">{i18n.t('security.sessions.seen', { at: i18n.shortDateTime(lastSeenAt) })}</p>
      </div>
      {mayChange && !isCurrent ? (
        <PostButton action={endSessionPath} csrfToken={csrfToken} fields={{ key }} look="quiet" small>
          {i18n.t('security.sessions.end')}
          <span className="visually-hidden"> {deviceText(i18n, device)}</span>
        </PostButton>
      ) : null}
    </li>
  );
}

export const securityPages: readonly PageRoute[] = [
  page({ method: 'get', path: securityPath, may: 'account.read', load: ownAccount }, async (call) => {
    const { deps, viewer, i18n, query } = call;
    const isOn = await hasSecondFactor(deps.read, viewer.userId);
    const news = (['off', 'ended'] as const).find((name) => query.get('done') === name) ?? null;
    return call.render(
      <SecurityPage
        isOn={isOn}
        left={isOn ? await countRecoveryCodes(deps.read, viewer.userId) : 0}
        sessions={await sessionList(deps, viewer)}
        mayChange={viewer.impersonator === null}
        news={news}
      />,
      { title: i18n.t('security.title'), noIndex: true },
    );
  }),

  page({ method: 'post', path: endSessionPath, may: 'account.sessions', load: ownAccount }, async (call) => {
    const { deps, viewer, clientAddress } = call;
    const key = postedText(call, 'key');
    if (!sessionKeyShape.test(key)) refuse('NOT_FOUND');
    await deps.write((work) => endSessionByKey(work, viewer, key, clientAddress));
    return call.redirect(`${securityPath}?done=ended`);
  }),

  page({ method: 'post', path: everywherePath, may: 'account.sessions', load: ownAccount }, async (call) => {
    const { deps, viewer, context, clientAddress } = call;
    await deps.write((work) => logOutEverywhere(work, viewer, clientAddress));
    takeSessionCookies(deps, context);
    return call.redirect(`${paths.login}?notice=everywhere`);
  }),
];
