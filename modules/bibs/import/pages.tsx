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
import { mostImportBytes } from './api.ts';
import { previewImport } from './preview-import.ts';

const may = 'bib.manage';
const path = '/admin/events/{event}/bibs/import' as const;
type Call = PageCall<typeof may, 'event', Catalog>;

function ImportPage({
  eventId,
  words,
  error,
}: {
  eventId: number;
  words: Translator;
  error: string | null;
}): ReactElement {
  const { csrfToken } = usePage();
  const base = bibsPath(eventId);
  return (
    <div className="stack">
      <RefusalNote>{error}</RefusalNote>
      <Form action={`${base}/import`} csrfToken={csrfToken} encType="multipart/form-data">
        <p>{words.t('bibs.import.columns')}</p>
        <p className="soft">{words.t('bibs.import.rules')}</p>
        <FileField
          name="file"
          label={words.t('bibs.import.file')}
          hint={words.t('bibs.import.hint')}
          choose={words.t('imports.upload.choose')}
          none={words.t('imports.upload.none')}
        />
        <div className="form-actions">
          <Button>{words.t('bibs.assign.preview')}</Button>
          <ButtonLink look="quiet" href={base}>
            {words.t('ui.form.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

function show(call: Call, error: string | null = null): Promise<Response> {
  const { record: catalog, query } = call;
  const words = wordsOf(call.words, catalog);
  const tooLarge =
    query.get('refused') === 'FILE_SIZE_LIMIT_EXCEEDED' ? words.t('problem.FILE_SIZE_LIMIT_EXCEEDED') : null;
  const outdated = query.get('outdated') === '1' ? words.t('bibs.import.outdated') : null;
  const head = eventHead(catalog, words.t('bibs.import.title'));
  return call.render(
    <ImportPage eventId={catalog.event.id} words={words} error={error ?? tooLarge ?? outdated} />,
    { ...head, admin: { ...head.admin, intro: words.t('bibs.import.intro') } },
    error ? 400 : 200,
  );
}

/** Why a file was refused, in words. */
function faultText({ words }: Call, { details }: Problem): string {
  const key = `bibs.import.fault.${String(details.fault)}`;
  return words.t(words.has(key) ? key : 'bibs.import.fault.unreadable');
}

export const importPages: Route[] = [
  page({ method: 'get', path, may, load: loadCatalog }, (call) => show(call)),
  page(
    { method: 'post', path, may, load: loadCatalog, upload: { mostBytes: mostImportBytes, refusedAs: 'refused' } },
    async (call) => {
      const { deps, viewer, words } = call;
      const eventId = call.record.event.id;
      const file = call.form.get('file');
      if (!(file instanceof File) || file.size === 0) return show(call, words.t('bibs.import.fault.missing'));
      const asked = { eventId, editorId: viewer.userId, locale: words.locale };
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        return call.redirect(runPath(eventId, await previewImport(deps, asked, { bytes, name: file.name })));
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'VALIDATION_FAILED') throw error;
        return show(call, faultText(call, error));
      }
    },
  ),
];
