import * as z from 'zod';
import type { Cents } from '#src/kernel/money.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { readCents } from '#src/ui/format.ts';
import { fieldErrors, postedText } from '#src/web/forms/own-form.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { positive } from '#src/web/list/listing.ts';
import { listData, listFile } from '#src/web/list/show.ts';
import { type BankLineOutcome, bankLineOutcomes } from '../rules/states.ts';
import { maxBankFileBytes } from './api.ts';
import { assignLine, setLineAside } from './assign-line.ts';
import { decideAgain } from './decide-again.ts';
import {
  forgetFile,
  importBankFile,
  pendingFile,
  previewBankFile,
  readToEnd,
  storeFile,
  type WholeFile,
} from './import-bank-file.ts';
import { columnsPages } from './pages/columns-page.tsx';
import { ImportsPage, importListing } from './pages/imports-page.tsx';
import { asideForm, LinePage, longestNote, maxShares } from './pages/line-page.tsx';
import { ImportPage, lineListing, OpenLinesPage } from './pages/lines-page.tsx';
import { refusedText } from './pages/parts.tsx';
import { columnsPath, importPath, importsPath, linePath, openLinesPath, previewPath } from './pages/paths.ts';
import { PreviewPage } from './pages/preview-page.tsx';
import { countOpenLines, importById, lineById, suggestionsFor, tallyOfImport } from './read-lines.ts';
import { tallyOf } from './result.ts';

type Call = PageCall<'import.run'>;
type LineCall = PageCall<'import.run', 'lineId'>;
const upload = { maxBytes: maxBankFileBytes, refusedAs: 'refused' };
const may = 'import.run' as const;
const head = (title: string) => ({ title, noIndex: true, frame: 'admin' as const });

const outcomeIn = ({ query }: Call): BankLineOutcome | null =>
  bankLineOutcomes.find((each) => each === query.get('outcome')) ?? null;

async function showImports(call: Call, error: string | null = null): Promise<Response> {
  const { deps, i18n, query } = call;
  const tooLarge =
    query.get('refused') === 'FILE_SIZE_LIMIT_EXCEEDED' ? i18n.t('problem.FILE_SIZE_LIMIT_EXCEEDED') : null;
  const notices = { gone: 'imports.preview.gone', nothing: 'imports.preview.nothingNew' } as const;
  const key = notices[query.get('notice') as keyof typeof notices];
  return call.render(
    <ImportsPage
      list={await listData(call, importListing, { i18n })}
      openLines={await countOpenLines(deps.read)}
      error={error ?? tooLarge}
      notice={key ? i18n.t(key) : null}
    />,
    { ...head(i18n.t('imports.title')), admin: { intro: i18n.t('imports.intro') } },
    error ? 400 : 200,
  );
}

const needsColumns = (error: unknown): boolean => error instanceof Problem && error.details.fault === 'unknownColumns';

async function withRefusalShown(call: Call, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'VALIDATION_FAILED') throw error;
    return showImports(call, refusedText(call.i18n, error));
  }
}

async function showPreview(call: Call): Promise<Response> {
  const { deps, i18n, viewer, now, query } = call;
  const token = query.get('file') ?? '';
  const file = await pendingFile(deps, token, viewer.userId, now);
  if (!file) return call.redirect(`${importsPath}?notice=gone`);
  return withRefusalShown(call, async () => {
    const result = await previewBankFile(deps, await readToEnd(deps, file, viewer.userId));
    const outcome = outcomeIn(call) ?? '';
    return call.render(
      <PreviewPage {...{ result, token, outcome }} name={file.name} page={positive(query.get('page')) ?? 1} />,
      head(i18n.t('imports.preview.title')),
    );
  });
}

async function showLine(call: LineCall, state?: FormState): Promise<Response> {
  const { deps, i18n, query } = call;
  const line = (await lineById(deps.read, call.params.lineId)) ?? refuse('NOT_FOUND');
  const suggestions = line.isClosed ? [] : await suggestionsFor(deps, line);
  return call.render(
    <LinePage {...{ line, suggestions, state }} order={positive(query.get('order'))} decided={query.get('decided')} />,
    head(i18n.t('imports.line.title')),
    formStatus(state),
  );
}

async function assign(call: LineCall): Promise<Response> {
  const { deps, i18n, viewer } = call;
  const lineId = call.params.lineId;
  const errors: Record<string, string> = {};
  const shares: { orderId: number; amount: Cents }[] = [];
  for (let at = 1; at <= maxShares; at += 1) {
    const order = postedText(call, `order${at}`);
    const amount = postedText(call, `amount${at}`);
    if (order === '' && (amount === '' || at > 1)) continue;
    const cents = readCents(amount, i18n.locale);
    const orderId = positive(order);
    if (orderId === null) errors[`order${at}`] = i18n.t('imports.error.order');
    if (cents === null || cents <= 0) errors[`amount${at}`] = i18n.t('imports.error.amount');
    else if (orderId !== null) shares.push({ orderId, amount: cents });
  }
  if (shares.length === 0 && Object.keys(errors).length === 0) errors.order1 = i18n.t('imports.error.order');
  if (Object.keys(errors).length > 0) return showLine(call, fieldErrors(call, errors).state);
  try {
    await deps.write((work) => assignLine(work, { lineId, shares, editorId: viewer.userId }));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'VALIDATION_FAILED') throw error;
    const isOrder = 'order' in ((error.details.fields ?? {}) as object);
    const text = i18n.t(isOrder ? 'imports.error.order' : 'imports.error.sum');
    return showLine(call, fieldErrors(call, { [isOrder ? 'order1' : 'amount1']: text }).state);
  }
  return call.redirect(`${openLinesPath}?done=1`);
}

async function uploadedFile({ deps, viewer, now }: Call, token: string): Promise<WholeFile | null> {
  const file = await pendingFile(deps, token, viewer.userId, now);
  return file && readToEnd(deps, file, viewer.userId);
}

export const bankImportPages: readonly PageRoute[] = [
  ...columnsPages,
  page({ method: 'get', path: importsPath, may }, (call) => showImports(call)),
  page({ method: 'post', path: importsPath, may, upload }, async (call) => {
    const { deps, i18n, viewer, now } = call;
    const file = call.form.get('file');
    if (!(file instanceof File) || file.size === 0) return showImports(call, i18n.t('imports.refused.missing'));
    const bytes = new Uint8Array(await file.arrayBuffer());
    const keep = () => storeFile(deps, { bytes, name: file.name }, viewer.userId, now);
    return withRefusalShown(call, async () => {
      try {
        await readToEnd(deps, { bytes, name: file.name }, viewer.userId);
      } catch (error) {
        if (needsColumns(error)) return call.redirect(columnsPath(await keep()));
        throw error;
      }
      return call.redirect(previewPath(await keep()));
    });
  }),
  page({ method: 'get', path: `${importsPath}/preview`, may }, showPreview),
  page({ method: 'post', path: `${importsPath}/book`, may }, async (call) => {
    const { deps, viewer, now } = call;
    const token = postedText(call, 'file');
    return withRefusalShown(call, async () => {
      const whole = await uploadedFile(call, token);
      if (!whole) return call.redirect(`${importsPath}?notice=gone`);
      const { importId } = await importBankFile(deps, whole, viewer.userId);
      await forgetFile(deps, token, viewer.userId, now);
      return call.redirect(importId === null ? `${importsPath}?notice=nothing` : `${importPath(importId)}?booked=1`);
    });
  }),
  page({ method: 'get', path: openLinesPath, may }, async (call) => {
    const { i18n, query } = call;
    return call.render(
      <OpenLinesPage
        list={await listData(call, lineListing, { i18n, importId: null })}
        done={query.get('done') === '1'}
      />,
      { ...head(i18n.t('imports.open.title')), admin: { intro: i18n.t('imports.open.intro') } },
    );
  }),
  page({ method: 'get', path: `${openLinesPath}.csv`, may }, (call) =>
    listFile(call, lineListing, { i18n: call.i18n, importId: null }),
  ),
  page({ method: 'get', path: `${openLinesPath}/{lineId}`, may }, (call) => showLine(call)),
  page({ method: 'post', path: `${openLinesPath}/{lineId}/assign`, may }, assign),
  page({ method: 'post', path: `${openLinesPath}/{lineId}/decide-again`, may }, async (call) => {
    const { deps, params, viewer } = call;
    const { lineId } = params;
    if (!(await lineById(deps.read, lineId))) return refuse('NOT_FOUND');
    const outcome = await deps.write((work) => decideAgain(work, deps, { lineId, editorId: viewer.userId }));
    return call.redirect(`${linePath(lineId)}?decided=${outcome ?? 'before'}`);
  }),
  page({ method: 'post', path: `${openLinesPath}/{lineId}/set-aside`, may }, async (call) => {
    const { params, viewer } = call;
    const saved = await saveForm(call, {
      form: asideForm(call.i18n),
      schema: z.object({ note: z.string().trim().min(1).max(longestNote) }),
      save: async (work, { note }) => {
        await setLineAside(work, { lineId: params.lineId, note, editorId: viewer.userId });
        return `${openLinesPath}?done=1`;
      },
    });
    return 'to' in saved ? call.redirect(saved.to) : showLine(call, saved.state);
  }),
  page({ method: 'get', path: `${importsPath}/{importId}/lines.csv`, may }, (call) =>
    listFile(call, lineListing, { i18n: call.i18n, importId: call.params.importId }),
  ),
  page({ method: 'get', path: `${importsPath}/{importId}`, may }, async (call) => {
    const { deps, i18n, query } = call;
    const record = (await importById(deps.read, call.params.importId)) ?? refuse('NOT_FOUND');
    const sums = await tallyOfImport(deps.read, record.id);
    return call.render(
      <ImportPage
        list={await listData(call, lineListing, { i18n, importId: record.id })}
        tally={{ ...tallyOf([]), ...Object.fromEntries(sums.map((each) => [each.outcome, each])) }}
        booked={query.get('booked') === '1'}
      />,
      {
        ...head(record.fileName || record.format),
        admin: {
          intro: i18n.t('imports.import.intro', {
            at: i18n.shortDateTime(record.createdAt),
            editor: record.editor,
            format: record.format,
          }),
          action: <ButtonLink href={openLinesPath}>{i18n.t('imports.open.show')}</ButtonLink>,
        },
      },
    );
  }),
];
