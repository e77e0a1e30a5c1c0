import { paths } from '#src/ui/paths.ts';
import { postedText } from '#src/web/forms/own-form.ts';
import { ownAccount, type PageRoute, page } from '#src/web/http.ts';
import { refuse } from '../rules/problems.ts';
import { securityPath } from '../second-factor/paths.ts';
import { countRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { hasSecondFactor } from '../second-factor/second-factor.ts';
import { endSessionByKey, logOutEverywhere } from '../sessions/end-sessions.ts';
import { takeSessionCookies } from '../sessions/session-cookies.ts';
import { sessionKeyShape, sessionList } from '../sessions/session-list.ts';
import { endSessionPath, everywherePath, SecurityPage } from './security-page.tsx';

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
