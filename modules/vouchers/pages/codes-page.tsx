import { askToDelete, changesEvent, onEvent } from '#modules/events/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { confirmPages } from '#src/web/forms/form-pages.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { page } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { isFiltered } from '#src/web/list/listing.ts';
import { listData, listFile } from '#src/web/list/show.ts';
import { countReady } from '../read-management.ts';
import { maxCodesAtOnce } from '../rules/codes.ts';
import { turnCodes } from '../save-codes.ts';
import { CodeForms, codeFormPages, type RefusedForm } from './code-forms.tsx';
import { codesListing } from './codes-listing.tsx';
import { codesPath, type ManagedType, managedType, PaidByPlatform, TypeTerms, typeHead } from './type-head.tsx';

const chosenForm = 'chosen-codes';

async function showCodes(at: ManagedType, refused?: RefusedForm): Promise<Response> {
  const { call, catalog, type } = at;
  const { i18n, query, now } = call;
  const { id: eventId } = catalog.event;
  const path = codesPath(eventId, type.id);
  const list = await listData(call, codesListing, { i18n, type });
  const hasCodes = list.count > 0 || isFiltered(codesListing, list.view);
  const mayCreate = !type.paidByPlatform || call.viewer.isSuperAdmin;
  const done = doneText(query, i18n);
  return call.render(
    <div className="stack voucher-codes">
      {done ? (
        <Alert tone={done.tone} focused>
          {done.text}
        </Alert>
      ) : null}
      <TypeTerms catalog={catalog} type={type} i18n={i18n} now={now} />
      {type.paidByPlatform ? <PaidByPlatform i18n={i18n} /> : null}
      {mayCreate ? <CodeForms at={at} refused={refused} /> : null}
      <h2>{i18n.t('vouchers.codes.list')}</h2>
      <div className="stack">
        <List
          list={list}
          selection={{
            form: chosenForm,
            name: 'code',
            value: ({ code }) => code,
            label: ({ code }) => i18n.t('vouchers.codes.selectOne', { code }),
          }}
        />
        {hasCodes ? (
          <Form id={chosenForm} action={`${path}/turn`} className="code-actions">
            <span className="small">{i18n.t('vouchers.codes.selected')}</span>
            <Button look="quiet" small name="turn" value="deactivate">
              {i18n.t('vouchers.codes.deactivateSelected')}
            </Button>
            {mayCreate ? (
              <Button look="quiet" small name="turn" value="activate">
                {i18n.t('vouchers.codes.activateSelected')}
              </Button>
            ) : null}
          </Form>
        ) : null}
      </div>
      {hasCodes ? (
        <p>
          <a href={`${path}/deactivate-all`}>{i18n.t('vouchers.codes.deactivateAll')}</a>
        </p>
      ) : null}
    </div>,
    typeHead(catalog, type, 'codes', i18n.t('vouchers.codes.title', { name: type.name }), i18n),
    formStatus(refused?.state),
  );
}

const countedResults = ['generated', 'deactivated', 'activated'] as const;

function doneText(query: URLSearchParams, i18n: Translator): { text: string; tone: 'good' | 'wait' } | null {
  const done = query.get('done');
  const count = /^\d{1,7}$/.test(query.get('count') ?? '') ? Number(query.get('count')) : 0;
  if (done === 'none') return { text: i18n.t('vouchers.codes.nothingSelected'), tone: 'wait' };
  if (done === 'type') return { text: i18n.t('vouchers.codes.done.type'), tone: 'good' };
  if (done === 'created') return { text: i18n.t('vouchers.codes.done.created'), tone: 'good' };
  const counted = countedResults.find((each) => each === done);
  return counted
    ? { text: i18n.t(`vouchers.codes.done.${counted}`, { count }), tone: count > 0 ? 'good' : 'wait' }
    : null;
}

async function turn({ call, catalog, type }: ManagedType): Promise<Response> {
  const back = codesPath(catalog.event.id, type.id);
  const codes = call.form
    .getAll('code')
    .filter((code) => typeof code === 'string')
    .slice(0, maxCodesAtOnce);
  if (codes.length === 0) return call.redirect(`${back}?done=none`);
  const isOn = call.form.get('turn') === 'activate';
  const count = await onEvent(call, catalog.event.id, (work, eventId) =>
    turnCodes(work, eventId, { codes }, !isOn, call.viewer),
  );
  return call.redirect(`${back}?done=${isOn ? 'activated' : 'deactivated'}&count=${count}`);
}

/** Asks for confirmation, with the number of codes. */
async function askAboutAll({ call, catalog, type }: ManagedType, status: 200 | 400 = 200): Promise<Response> {
  const { i18n, deps } = call;
  const count = await countReady(deps.read, type.id);
  const back = codesPath(catalog.event.id, type.id);
  const question = {
    title: i18n.t('vouchers.deactivateAll.title'),
    question: i18n.t('vouchers.deactivateAll.question', { count, name: type.name }),
    text: null,
    risks: count > 0 ? [i18n.t('vouchers.deactivateAll.text')] : [],
    button: count > 0 ? i18n.t('vouchers.deactivateAll.yes', { count }) : null,
    action: `${back}/deactivate-all`,
    back,
    backLabel: i18n.t('vouchers.deactivateAll.back'),
  };
  return askToDelete(call, catalog, question, status);
}

async function deactivateAll({ call, catalog, type }: ManagedType): Promise<Response> {
  const count = await onEvent(call, catalog.event.id, (work, eventId) =>
    turnCodes(work, eventId, { unusedOf: type.id }, true, call.viewer),
  );
  return call.redirect(`${codesPath(catalog.event.id, type.id)}?done=deactivated&count=${count}`);
}

const path = '/admin/vouchers/{event}/{voucherTypeId}';
export const codesRoutes = [
  page({ method: 'get', path, ...changesEvent }, async (call) => showCodes(await managedType(call))),
  page({ method: 'get', path: `${path}/export`, ...changesEvent }, async (call) =>
    managedType(call).then(({ call: eventCall, type }) =>
      listFile(eventCall, codesListing, { i18n: eventCall.i18n, type }),
    ),
  ),
  ...codeFormPages(showCodes),
  page({ method: 'post', path: `${path}/turn`, ...changesEvent }, async (call) => turn(await managedType(call))),
  ...confirmPages({
    ...changesEvent,
    path: `${path}/deactivate-all`,
    loadData: managedType,
    ask: askAboutAll,
    run: deactivateAll,
  }),
];
