import { Problem } from '#src/kernel/problem.ts';
import { RefusalNote, Saved } from '#src/ui/form.tsx';
import { namedProblem } from '#src/web/forms/refusal.ts';
import { type PageRoute, page, withQuery } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listData } from '#src/web/list/show.ts';
import { mailQueueListing, mailQueuePath } from './listing.tsx';
import { sendAgain } from './send-again.ts';

export const mailQueuePages: readonly PageRoute[] = [
  page({ method: 'get', path: mailQueuePath, may: 'mail.read' }, async (call) => {
    const { i18n, query, viewer, now } = call;
    const list = await listData(call, mailQueueListing, { i18n, csrfToken: viewer.csrfToken, now });
    const refused = query.get('refused');
    return call.render(
      <div className="stack">
        {query.get('done') === '1' ? <Saved>{i18n.t('mailQueue.done')}</Saved> : null}
        <RefusalNote>
          {refused === 'NOT_FOUND' ? i18n.t('mailQueue.notAgain') : namedProblem(i18n, refused)}
        </RefusalNote>
        <List list={list} />
      </div>,
      {
        title: i18n.t('mailQueue.title'),
        noIndex: true,
        frame: 'admin',
        admin: { intro: i18n.t('mailQueue.intro') },
      },
    );
  }),

  page({ method: 'post', path: `${mailQueuePath}/{mailId}/resend`, may: 'mail.resend' }, async (call) => {
    const { deps, viewer, params } = call;
    try {
      await deps.write((work) => sendAgain(deps, work, { mailId: params.mailId, actorId: viewer.userId }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return call.redirect(withQuery(mailQueuePath, 'refused', error.code));
    }
    deps.mailer.wake();
    deps.runNow('mails');
    return call.redirect(withQuery(mailQueuePath, 'done', '1'));
  }),
];
