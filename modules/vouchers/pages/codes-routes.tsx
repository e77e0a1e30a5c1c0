import { askToDelete, changesEvent, onEvent, readsEvent } from '#modules/events/index.ts';
import { confirmPages } from '#src/platform/forms/form-pages.ts';
import { refusalOf } from '#src/platform/forms/refusal.ts';
import { page } from '#src/platform/http.ts';
import { listFile } from '#src/platform/list/show.ts';
import { createCode } from '../create-code.ts';
import { generateCodes } from '../generate-codes.ts';
import { countReady } from '../read-management.ts';
import { longestCode, mostCodesAtOnce } from '../rules/codes.ts';
import { codeInput } from '../shapes.ts';
import { turnCodes } from '../turn-codes.ts';
import { codesListing } from './codes-listing.tsx';
import { showCodes } from './codes-page.tsx';
import { type ManagedType, managedType } from './managed-type.ts';
import { codesPath } from './paths.ts';

const inputIn = ({ call }: ManagedType, name: string): string => String(call.form.get(name) ?? '').slice(0, 1000);

async function generate(at: ManagedType): Promise<Response> {
  const { call, catalog, type } = at;
  const text = inputIn(at, 'count').trim();
  // Thousands may be typed as the page writes them, but 1,5 is no number of codes.
  const count = /^(\d{1,5}|\d{1,2}[.,\s]\d{3})$/.test(text) ? Number(text.replace(/\D/g, '')) : 0;
  if (count < 1 || count > mostCodesAtOnce) {
    const error = call.words.t('vouchers.error.count', { most: call.words.number(mostCodesAtOnce) });
    return showCodes(at, { input: { count: text }, errors: { count: error } });
  }
  await onEvent(call, catalog.event.id, (work) => generateCodes(work, { voucherTypeId: type.id, count }, call.viewer));
  return call.redirect(`${codesPath(catalog.event.id, type.id)}?done=generated&count=${count}`);
}

async function create(at: ManagedType): Promise<Response> {
  const { call, catalog, type } = at;
  const code = inputIn(at, 'code');
  const again = (error: string) => showCodes(at, { input: { code }, errors: { code: error } });
  const checked = codeInput.safeParse({ voucherTypeId: type.id, code });
  if (!checked.success) {
    const said = checked.error.issues[0]?.message;
    const isUnreadable = said === 'vouchers.error.characters';
    return again(isUnreadable ? call.words.t(said) : call.words.t('vouchers.error.codeLength', { most: longestCode }));
  }
  try {
    await onEvent(call, catalog.event.id, (work) => createCode(work, checked.data, call.viewer));
  } catch (error) {
    return again(refusalOf(error, call.words).refusal ?? '');
  }
  return call.redirect(`${codesPath(catalog.event.id, type.id)}?done=created`);
}

async function turn({ call, catalog, type }: ManagedType): Promise<Response> {
  const back = codesPath(catalog.event.id, type.id);
  const codes = call.form
    .getAll('code')
    .filter((code) => typeof code === 'string')
    .slice(0, mostCodesAtOnce);
  if (codes.length === 0) return call.redirect(`${back}?done=none`);
  const isOn = call.form.get('turn') === 'activate';
  const count = await onEvent(call, catalog.event.id, (work, eventId) =>
    turnCodes(work, eventId, { codes }, !isOn, call.viewer),
  );
  return call.redirect(`${back}?done=${isOn ? 'activated' : 'deactivated'}&count=${count}`);
}

/** Says how many codes it would be; nothing happens before the answer. */
async function askAboutAll({ call, catalog, type }: ManagedType, status: 200 | 400 = 200): Promise<Response> {
  const { words, deps } = call;
  const count = await countReady(deps.read, type.id);
  const back = codesPath(catalog.event.id, type.id);
  const question = {
    title: words.t('vouchers.deactivateAll.title'),
    question: words.t('vouchers.deactivateAll.question', { count, name: type.name }),
    text: null,
    risks: count > 0 ? [words.t('vouchers.deactivateAll.text')] : [],
    button: count > 0 ? words.t('vouchers.deactivateAll.yes', { count }) : null,
    action: `${back}/deactivate-all`,
    back,
    backLabel: words.t('vouchers.deactivateAll.back'),
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
const posted = (name: string, run: (at: ManagedType) => Promise<Response>) =>
  page({ method: 'post', path: `${path}/${name}`, ...changesEvent }, async (call) => run(await managedType(call)));
export const codesRoutes = [
  page({ method: 'get', path, ...readsEvent }, async (call) => showCodes(await managedType(call))),
  page({ method: 'get', path: `${path}/export`, ...readsEvent }, async (call) =>
    managedType(call).then(({ call: worded, type }) => listFile(worded, codesListing, { words: worded.words, type })),
  ),
  posted('generate', generate),
  posted('create', create),
  posted('turn', turn),
  ...confirmPages({
    ...changesEvent,
    path: `${path}/deactivate-all`,
    of: managedType,
    ask: askAboutAll,
    run: deactivateAll,
  }),
];
