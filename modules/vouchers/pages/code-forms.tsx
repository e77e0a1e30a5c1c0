import type { ReactElement } from 'react';
import { changesEvent, saveEventForm } from '#modules/events/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card } from '#src/ui/display.tsx';
import { type FormSpec, plainForm } from '#src/web/forms/fields.ts';
import { problemText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageRoute, page } from '#src/web/http.ts';
import { givenCode, longestCode, maxCodesAtOnce } from '../rules/codes.ts';
import { createCode, generateCodes } from '../save-codes.ts';
import { requirePlatform } from '../save-voucher-types.ts';
import { codeInput, generateInput } from '../shapes.ts';
import { codesPath, type ManagedType, managedType } from './type-head.tsx';

const generateForm = (i18n: Translator): FormSpec => {
  const max = i18n.number(maxCodesAtOnce);
  return plainForm('vouchers.codes', {
    name: 'count',
    kind: 'number',
    label: i18n.t('vouchers.codes.count'),
    help: i18n.t('vouchers.codes.countHint', { most: max }),
    required: true,
    control: { maxLength: 6 },
    read: (text) => {
      // Accepts thousands separators, but not 1,5.
      const isNumber = /^\s*(\d{1,5}|\d{1,2}[.,\s]\d{3})\s*$/.test(text);
      const value = isNumber ? Number(text.replace(/\D/g, '')) : 0;
      const isInRange = value >= 1 && value <= maxCodesAtOnce;
      return isInRange ? { value } : { error: i18n.t('vouchers.error.count', { most: max }) };
    },
  });
};

const createForm = (i18n: Translator): FormSpec =>
  plainForm('vouchers.codes', {
    name: 'code',
    kind: 'text',
    label: i18n.t('vouchers.codes.code'),
    help: i18n.t('vouchers.codes.givenHint'),
    required: true,
    control: { maxLength: longestCode * 2, spellCheck: false },
    read: (text) => {
      const { success, data, error } = givenCode.safeParse(text);
      if (success) return { value: data };
      const issue = error.issues[0]?.message;
      if (issue === 'vouchers.error.characters') return { error: i18n.t(issue) };
      return { error: i18n.t('vouchers.error.codeLength', { most: longestCode }) };
    },
  });

export type RefusedForm = { of: 'generate' | 'create'; state: FormState };

export function CodeForms({ at, refused }: { at: ManagedType; refused: RefusedForm | undefined }): ReactElement {
  const { i18n } = at.call;
  const path = codesPath(at.catalog.event.id, at.type.id);
  const shared = (of: RefusedForm['of']) => ({
    record: {},
    state: refused?.of === of ? refused.state : null,
    i18n,
    action: `${path}/${of}`,
  });
  return (
    <div className="voucher-makers">
      <Card title={i18n.t('vouchers.codes.generate')}>
        <SavingForm form={generateForm(i18n)} {...shared('generate')} submit={i18n.t('vouchers.codes.generateNow')} />
      </Card>
      <Card title={i18n.t('vouchers.codes.create')}>
        <SavingForm
          form={createForm(i18n)}
          {...shared('create')}
          submit={i18n.t('vouchers.codes.createNow')}
          look="quiet"
        />
      </Card>
    </div>
  );
}

type Show = (at: ManagedType, refused: RefusedForm) => Promise<Response>;
type Save = (at: ManagedType) => Promise<{ to: string } | { state: FormState }>;

const generate: Save = ({ call, catalog: { event }, type }) =>
  saveEventForm(call, event.id, {
    form: generateForm(call.i18n),
    schema: generateInput.pick({ count: true }),
    save: async (work, { count }) => {
      await requirePlatform(work, call.viewer, { voucherTypeId: type.id });
      await generateCodes(work, { voucherTypeId: type.id, count }, call.viewer);
      return `${codesPath(event.id, type.id)}?done=generated&count=${count}`;
    },
  });

const create: Save = ({ call, catalog: { event }, type }) =>
  saveEventForm(call, event.id, {
    form: createForm(call.i18n),
    schema: codeInput.pick({ code: true }),
    beside: ({ code, details }) => ({ code: problemText(call.i18n, code, { details }) }),
    save: async (work, { code }) => {
      await requirePlatform(work, call.viewer, { voucherTypeId: type.id });
      await createCode(work, { voucherTypeId: type.id, code }, call.viewer);
      return `${codesPath(event.id, type.id)}?done=created`;
    },
  });

/** `show`: renders the page with both forms. */
export const codeFormPages = (show: Show): PageRoute[] => {
  const formPage = (of: RefusedForm['of'], save: Save) =>
    page({ method: 'post', path: `/admin/vouchers/{event}/{voucherTypeId}/${of}`, ...changesEvent }, async (call) => {
      const at = await managedType(call);
      const saved = await save(at);
      return 'to' in saved ? call.redirect(saved.to) : show(at, { of, state: saved.state });
    });
  return [formPage('generate', generate), formPage('create', create)];
};
