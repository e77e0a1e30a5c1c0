import type { ReactElement } from 'react';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { FileField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, RefusalNote } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { bibsPath, runPath } from '../pages/paths.ts';
import { maxImportBytes, previewImport } from './api.ts';

const may = 'bib.manage';
const path = '/admin/events/{event}/bibs/import' as const;
type Call = PageCall<typeof may, 'event', Catalog>;

function ImportPage({
  eventId,
  i18n,
  error,
}: {
  eventId: number;
  i18n: Translator;
  error: string | null;
}): ReactElement {
  const { csrfToken } = usePage();
  const base = bibsPath(eventId);
  return (
    <div className="stack">
      <RefusalNote>{error}</RefusalNote>
      <Form action={`${base}/import`} csrfToken={csrfToken} encType="multipart/form-data">
        <p>{i18n.t('bibs.import.columns')}</p>
        <p className="soft">{i18n.t('bibs.import.rules')}</p>
        <FileField
          name="file"
          label={i18n.t('bibs.import.file')}
          hint={i18n.t('bibs.import.hint')}
          choose={i18n.t('imports.upload.choose')}
          none={i18n.t('imports.upload.none')}
        />
        <div className="form-actions">
          <Button>{i18n.t('bibs.assign.preview')}</Button>
          <ButtonLink look="quiet" href={base}>
            {i18n.t('ui.form.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

function show(call: Call, error: string | null = null): Promise<Response> {
  const { record: catalog, query } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const tooLarge =
    query.get('refused') === 'FILE_SIZE_LIMIT_EXCEEDED' ? i18n.t('problem.FILE_SIZE_LIMIT_EXCEEDED') : null;
  const outdated = query.get('outdated') === '1' ? i18n.t('bibs.import.outdated') : null;
  const head = eventHead(catalog, i18n.t('bibs.import.title'));
  return call.render(
    <ImportPage eventId={catalog.event.id} i18n={i18n} error={error ?? tooLarge ?? outdated} />,
    { ...head, admin: { ...head.admin, intro: i18n.t('bibs.import.intro') } },
    error ? 400 : 200,
  );
}

function faultText({ i18n }: Call, { details }: Problem): string {
  const key = `bibs.import.fault.${String(details.fault)}`;
  return i18n.t(i18n.has(key) ? key : 'bibs.import.fault.unreadable');
}

export const importPages: Route[] = [
  page({ method: 'get', path, may, load: loadCatalog }, (call) => show(call)),
  page(
    { method: 'post', path, may, load: loadCatalog, upload: { maxBytes: maxImportBytes, refusedAs: 'refused' } },
    async (call) => {
      const { deps, viewer, i18n } = call;
      const eventId = call.record.event.id;
      const file = call.form.get('file');
      if (!(file instanceof File) || file.size === 0) return show(call, i18n.t('bibs.import.fault.missing'));
      const request = { eventId, editorId: viewer.userId, locale: i18n.locale };
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        return call.redirect(runPath(eventId, await previewImport(deps, request, { bytes, name: file.name })));
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'VALIDATION_FAILED') throw error;
        return show(call, faultText(call, error));
      }
    },
  ),
];
