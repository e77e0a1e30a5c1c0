import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { hookPath, settingsPath, timingPath } from '../paths.ts';
import { settingsOf } from '../read-settings.ts';
import { refuse } from '../rules/problems.ts';
import { changeRaceResult, newWebhookIdentifier } from './change-settings.ts';
import { settingsForm, settingsRecord } from './form.ts';
import { formChange } from './shapes.ts';

type Call = PageCall<'timing.manage', 'event', Catalog>;
const path = '/admin/events/{event}/timing/settings';
const manages = { may: 'timing.manage', load: loadCatalog } as const;

async function show(call: Call, state?: FormState): Promise<Response> {
  const { deps, record: catalog, query, viewer } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const { id } = catalog.event;
  const settings = await settingsOf(deps.read, id);
  const { webhookIdentifier } = settings;
  const test = deps.testTiming();
  return call.render(
    <div className="stack">
      <p className="soft">{i18n.t('timing.settings.intro')}</p>
      {test ? (
        <Alert title={i18n.t('timing.test.title')}>
          <p>{i18n.t('timing.test.text')}</p>
          <div className="row">
            <PostButton action={`${settingsPath(id)}/test`} csrfToken={viewer.csrfToken} look="quiet" small>
              {i18n.t('timing.test.connect')}
            </PostButton>
            <a href={test.page}>{i18n.t('timing.test.look')}</a>
          </div>
        </Alert>
      ) : null}
      <SavingForm
        form={settingsForm(catalog, i18n)}
        record={settingsRecord(settings, catalog)}
        state={state}
        isSaved={query.has('saved')}
        i18n={i18n}
        action={settingsPath(id)}
        cancelHref={timingPath(id)}
      />
      <Card title={i18n.t('timing.hook.title')}>
        <div className="stack-s" id="hook">
          <p className="soft">{i18n.t('timing.hook.text')}</p>
          {webhookIdentifier === null ? null : (
            <p className="breakable">
              <code>{`${deps.config.publicUrl}${hookPath(webhookIdentifier)}`}</code>
            </p>
          )}
          <PostButton action={`${settingsPath(id)}/webhook`} csrfToken={viewer.csrfToken} look="quiet">
            {i18n.t(webhookIdentifier === null ? 'timing.hook.make' : 'timing.hook.renew')}
          </PostButton>
        </div>
      </Card>
    </div>,
    eventHead(catalog, i18n.t('timing.settings')),
    formStatus(state),
  );
}

export const settingsPages: Route[] = [
  page({ method: 'get', path, ...manages }, (call) => show(call)),
  // The form contains credentials, so its input is not saved.
  page({ method: 'post', path, ...manages, savesInput: false }, async (call) => {
    const { deps, viewer, record: catalog } = call;
    const { id } = catalog.event;
    const i18n = wordsOf(call.i18n, catalog);
    const saved = await saveForm(
      { ...call, i18n },
      {
        form: settingsForm(catalog, i18n),
        schema: formChange,
        stored: async ({ tx }) => settingsRecord(await settingsOf(tx, id), catalog),
        save: async (work, { contests, ...change }) => {
          const competitions = catalog.competitions.flatMap((competition) => {
            const rrContestId = contests?.[`c${competition.id}`];
            return rrContestId === undefined ? [] : [{ competitionId: competition.id, rrContestId }];
          });
          await changeRaceResult(work, id, { ...change, competitions }, viewer, deps.config);
          return `${settingsPath(id)}?saved`;
        },
      },
    );
    return 'to' in saved ? call.redirect(saved.to) : show(call, saved.state);
  }),
  page(
    { method: 'post', path: `${path}/test`, ...manages },
    async ({ deps, viewer, record: { event, competitions }, redirect }) => {
      const { rrId, addresses, timeField } = deps.testTiming() ?? refuse('NOT_FOUND');
      const contests = competitions.map(({ id }, at) => ({ competitionId: id, rrContestId: at + 1 }));
      const change = { rrId, ...addresses, resultTimeField: timeField, competitions: contests };
      await deps.write((work) => changeRaceResult(work, event.id, change, viewer, deps.config));
      return redirect(`${settingsPath(event.id)}?saved`);
    },
  ),
  page({ method: 'post', path: `${path}/webhook`, ...manages }, async ({ deps, viewer, record, redirect }) => {
    await deps.write((work) => newWebhookIdentifier(work, record.event.id, viewer));
    return redirect(`${settingsPath(record.event.id)}#hook`);
  }),
];
