import { askToDelete, changesEvent, onEvent } from '#modules/events/index.ts';
import { confirmPages } from '#src/web/forms/form-pages.ts';
import { page } from '#src/web/http.ts';
import { listFile } from '#src/web/list/show.ts';
import { countReady } from '../read-management.ts';
import { maxCodesAtOnce } from '../rules/codes.ts';
import { turnCodes } from '../turn-codes.ts';
import { codeFormPages } from './code-forms.tsx';
import { codesListing } from './codes-listing.tsx';
import { showCodes } from './codes-page.tsx';
import { type ManagedType, managedType } from './managed-type.ts';
import { codesPath } from './paths.ts';

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

/** Says how many codes it would be; nothing happens before the answer. */
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
    managedType(call).then(({ call: worded, type }) => listFile(worded, codesListing, { i18n: worded.i18n, type })),
  ),
  ...codeFormPages(showCodes),
  page({ method: 'post', path: `${path}/turn`, ...changesEvent }, async (call) => turn(await managedType(call))),
  ...confirmPages({
    ...changesEvent,
    path: `${path}/deactivate-all`,
    of: managedType,
    ask: askAboutAll,
    run: deactivateAll,
  }),
];
