import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { positive } from '#src/web/list/listing.ts';
import { approveTransfer } from '../approve-transfer.ts';
import { endTransfer } from '../end-transfer.ts';
import { managePath } from '../links.ts';
import { settingsOf } from '../read-settings.ts';
import { countTransfers, transferOf, transfersOfEvent } from '../read-transfers.ts';
import { saveSettings } from '../save-settings.ts';
import { settingsForm, settingsInput } from './forms.ts';
import { reasonText } from './holder-routes.tsx';
import { ManagePage, transfersAPage } from './manage-page.tsx';

const may = 'transfer.manage';
type Call<Name extends string = never> = PageCall<typeof may, 'event' | Name, Catalog>;

async function show(call: Call, said: { state?: FormState; refusal?: string | null } = {}): Promise<Response> {
  const { deps, query, record: catalog } = call;
  const { event } = catalog;
  const i18n = wordsOf(call.i18n, catalog);
  const counts = await countTransfers(deps.read, event.id);
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const pages = Math.max(1, Math.ceil(all / transfersAPage));
  const at = Math.min(pages, positive(query.get('page')) ?? 1);
  return call.render(
    <div className="stack">
      <ManagePage
        {...{ counts, pages, page: at, i18n, eventId: event.id }}
        settings={await settingsOf(deps.read, event.id)}
        transfers={await transfersOfEvent(deps.read, event.id, transfersAPage, (at - 1) * transfersAPage)}
        state={said.state}
        refusal={said.refusal ?? null}
        done={query.get('done')}
      />
    </div>,
    eventHead(catalog, i18n.t('transfers.title')),
    said.state ? formStatus(said.state) : said.refusal ? 409 : 200,
  );
}

async function save(call: Call): Promise<Response> {
  const { viewer, record: catalog } = call;
  const { event } = catalog;
  const i18n = wordsOf(call.i18n, catalog);
  const saved = await saveForm(
    { ...call, i18n },
    {
      form: settingsForm,
      schema: settingsInput,
      stored: async ({ tx }) => settingsOf(tx, event.id),
      save: async (work, input) => {
        await saveSettings(work, viewer, { eventId: event.id, title: event.title }, input);
        return `${managePath(event.id)}?done=saved`;
      },
    },
  );
  return 'to' in saved ? call.redirect(saved.to) : show(call, { state: saved.state });
}

async function decide(call: Call<'transferId'>, what: 'approved' | 'refused'): Promise<Response> {
  const { deps, params, record: catalog, viewer } = call;
  const { transferId } = params;
  const transfer = await transferOf(deps.read, transferId);
  if (transfer?.eventId !== catalog.event.id) return refuse('NOT_FOUND');
  const editorId = viewer.userId;
  try {
    await deps.write((work) =>
      what === 'approved'
        ? approveTransfer(work, { transferId, editorId })
        : endTransfer(work, { transferId, end: 'refused', editorId }),
    );
  } catch (error) {
    if (!(error instanceof Problem) || !error.code.startsWith('TRANSFER_')) throw error;
    return show(call, { refusal: reasonText(call, error.code, error.details.reason) });
  }
  return call.redirect(`${managePath(catalog.event.id)}?done=${what}`);
}

const base = '/admin/events/{event}/transfers';
const manages = { may, load: loadCatalog } as const;
export const managePages: Route[] = [
  page({ method: 'get', path: base, ...manages }, (call) => show(call)),
  page({ method: 'post', path: base, ...manages }, save),
  page({ method: 'post', path: `${base}/{transferId}/approve`, ...manages }, (call) => decide(call, 'approved')),
  page({ method: 'post', path: `${base}/{transferId}/refuse`, ...manages }, (call) => decide(call, 'refused')),
];
