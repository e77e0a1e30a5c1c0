import type { ReactElement } from 'react';
import { AccountFrame } from '#modules/accounts/index.ts';
import { Badge } from '#src/ui/display.tsx';
import { PostButton, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { ownAccount, type PageRoute, page } from '#src/web/http.ts';
import { ownConsent } from './api.ts';
import { consentsOf, type NamedConsent } from './read-consents.ts';
import { withdrawAll } from './withdraw-consents.ts';

const newsletterPath = '/settings/newsletter';

type Entry = { newest: NamedConsent; state: 'on' | 'waits' | 'off' };

function entriesOf(consents: readonly NamedConsent[]): Entry[] {
  const groups = new Map<string, NamedConsent[]>();
  for (const consent of consents) {
    const key = `${consent.organizerId} ${consent.email}`;
    groups.set(key, [...(groups.get(key) ?? []), consent]);
  }
  return [...groups.values()].flatMap((all) => {
    const live = all.filter(({ withdrawnAt }) => withdrawnAt === null);
    const proven = live.find(({ provenAt }) => provenAt !== null);
    const newest = proven ?? live[0] ?? all[0];
    return newest ? [{ newest, state: proven ? 'on' : live.length > 0 ? 'waits' : 'off' } as const] : [];
  });
}

function NewsletterPage({ entries, isDone }: { entries: readonly Entry[]; isDone: boolean }): ReactElement {
  const { i18n } = usePage();
  return (
    <AccountFrame
      title={i18n.t('newsletter.settings.title')}
      back={{ href: paths.settings, label: i18n.t('ui.nav.settings') }}
      lead={i18n.t('newsletter.settings.intro')}
    >
      {isDone ? <Saved>{i18n.t('newsletter.settings.done')}</Saved> : null}
      {entries.length === 0 ? <p className="soft">{i18n.t('newsletter.settings.none')}</p> : null}
      <ul className="session-list">
        {entries.map((entry) => (
          <Line key={entry.newest.id} {...entry} />
        ))}
      </ul>
    </AccountFrame>
  );
}

function Line({ newest, state }: Entry): ReactElement {
  const { i18n, csrfToken } = usePage();
  const { id, organizer, event, email, text, givenAt, withdrawnAt } = newest;
  return (
    <li className="session-entry">
      <div>
        <p className="session-device">
          <strong>{organizer}</strong>
          <Badge tone={state === 'on' ? 'good' : state === 'waits' ? 'wait' : 'neutral'}>
            {i18n.t(`newsletter.settings.state.${state}`)}
          </Badge>
        </p>
        <p className="soft small">{i18n.t('newsletter.settings.text', { text })}</p>
        <p className="soft small">
          {i18n.t('newsletter.settings.given', { event, email, at: i18n.dateTime(givenAt) })}
        </p>
        {withdrawnAt === null ? null : (
          <p className="soft small">{i18n.t('newsletter.settings.withdrawn', { at: i18n.dateTime(withdrawnAt) })}</p>
        )}
      </div>
      {state === 'off' ? null : (
        <PostButton action={`${newsletterPath}/${id}/withdraw`} csrfToken={csrfToken} look="quiet" small>
          {i18n.t('newsletter.settings.withdraw')}
          <span className="visually-hidden"> {organizer}</span>
        </PostButton>
      )}
    </li>
  );
}

export const newsletterPages: readonly PageRoute[] = [
  page({ method: 'get', path: newsletterPath, may: 'account.read', load: ownAccount }, async (call) => {
    const entries = entriesOf(await consentsOf(call.deps.read, call.viewer.userId));
    return call.render(<NewsletterPage entries={entries} isDone={call.query.has('done')} />, {
      title: call.i18n.t('newsletter.settings.title'),
      noIndex: true,
    });
  }),
  page(
    { method: 'post', path: '/settings/newsletter/{consentId}/withdraw', may: 'account.change', load: ownConsent },
    async ({ deps, viewer, record, redirect }) => {
      await deps.write((work) => withdrawAll(work, record, { withdrawnBy: 'settings', editorId: viewer.userId }));
      return redirect(`${newsletterPath}?done=1`);
    },
  ),
];
