import { create as contentDisposition } from 'content-disposition';
import { AccountFrame } from '#modules/accounts/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { encodeAnswer } from '#src/web/answers.ts';
import { Confirm } from '#src/web/forms/confirm.tsx';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import { confirmPages, formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { companionExport } from './api.ts';
import {
  CompanionsPage,
  companionForm,
  companionPath,
  companionRecord,
  companionsPath,
  newCompanionPath,
} from './companions-page.tsx';
import { companionOf, companionsOf, dataOfCompanion, ownCompanion } from './read-companions.ts';
import { orderedPeople, unsavedPeople } from './read-known-people.ts';
import { companionInput } from './rules/companion.ts';
import { forgetCompanion, saveCompanion, stopOffers } from './save-companion.ts';
import type { Companion } from './schema.ts';

type Call = PageCall<'account.change'>;

const showForm = (call: Call, about: { record: FormRecord; action: string; title: string }, state?: FormState) =>
  call.render(
    <AccountFrame
      title={about.title}
      back={{ href: companionsPath, label: call.i18n.t('companions.title') }}
      soft={call.i18n.t('companions.formText')}
    >
      <SavingForm form={companionForm(call.i18n)} record={about.record} state={state} action={about.action} />
      {about.action === newCompanionPath ? null : (
        <p>
          <ButtonLink look="quiet" href={`${about.action}/export`}>
            {call.i18n.t('companions.export')}
          </ButtonLink>
        </p>
      )}
    </AccountFrame>,
    { title: about.title, noIndex: true },
    formStatus(state),
  );

const save = (call: Call, before?: Companion) =>
  saveForm(call, {
    form: companionForm(call.i18n),
    schema: companionInput,
    ...(before
      ? {
          stored: async ({ tx }) => {
            const stored = await companionOf(tx, before.id);
            return stored ? companionRecord(stored) : undefined;
          },
        }
      : {}),
    save: async (work, input) => {
      const consentText = call.i18n.t('companions.form.guardiansAgreeHint');
      const keeping = { userId: call.viewer.userId, input, consentText };
      await saveCompanion(work, before ? { ...keeping, before } : keeping);
      return `${companionsPath}?done=kept`;
    },
  });

const doneIn = (done: string | null) => (done === 'kept' || done === 'forgotten' ? done : null);

export const companionPages: readonly PageRoute[] = [
  page({ method: 'get', path: companionsPath, may: 'account.read', load: ownAccount }, async (call) => {
    const saved = await companionsOf(call.deps.read, call.viewer.userId);
    const ordered = await unsavedPeople(call.deps.read, call.viewer.userId, saved);
    const done = doneIn(call.query.get('done'));
    return call.render(<CompanionsPage {...{ saved, ordered, done }} />, {
      title: call.i18n.t('companions.title'),
      noIndex: true,
    });
  }),

  ...formPages({
    path: newCompanionPath,
    may: 'account.change',
    load: ownAccount,
    loadData: async (call: Call) => {
      const from = Number(call.query.get('from'));
      const ordered = from ? await orderedPeople(call.deps.read, call.viewer.userId) : [];
      const { key: _, ...record } = ordered.find(({ key }) => key === from) ?? { key: 0 };
      return { call, about: { record, action: newCompanionPath, title: call.i18n.t('companions.newTitle') } };
    },
    show: ({ call, about }, state) => showForm(call, about, state),
    save: ({ call }) => save(call),
  }),

  ...formPages({
    path: '/settings/people/{companionId}',
    may: 'account.change',
    load: ownCompanion,
    loadData: (call: PageCall<'account.change', 'companionId', Companion>) => ({
      call,
      about: {
        record: companionRecord(call.record),
        action: companionPath(call.record.id),
        title: `${call.record.firstName} ${call.record.lastName}`,
      },
    }),
    show: ({ call, about }, state) => showForm(call, about, state),
    save: ({ call }) => save(call, call.record),
  }),

  ...confirmPages({
    path: '/settings/people/{companionId}/remove',
    may: 'account.change',
    load: ownCompanion,
    loadData: (call: PageCall<'account.change', 'companionId', Companion>) => ({ call }),
    ask: ({ call }, status = 200) => {
      const { i18n, record } = call;
      const title = i18n.t('companions.removeTitle', { name: `${record.firstName} ${record.lastName}` });
      return call.render(
        <AccountFrame title={title} back={{ href: companionsPath, label: i18n.t('companions.title') }}>
          <Confirm
            action={`${companionPath(record.id)}/remove`}
            text={i18n.t('companions.removeText')}
            button={i18n.t('companions.removeButton')}
            back={companionsPath}
          />
        </AccountFrame>,
        { title, noIndex: true },
        status,
      );
    },
    run: async ({ call }) => {
      const { deps, viewer, record } = call;
      await deps.write((work) => forgetCompanion(work, { userId: viewer.userId, id: record.id }));
      return call.redirect(`${companionsPath}?done=forgotten`);
    },
  }),

  page(
    { method: 'get', path: '/settings/people/{companionId}/export', may: 'account.read', load: ownCompanion },
    async ({ deps, record }) => {
      const exported = encodeAnswer(companionExport, await dataOfCompanion(deps.read, record));
      return new Response(`${JSON.stringify(exported, null, 2)}\n`, {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': contentDisposition(`startblock-person-${record.id}.json`),
        },
      });
    },
  ),

  page(
    {
      method: 'post',
      path: '/settings/people/ordered/{participantId}/forget',
      may: 'account.change',
      load: ownAccount,
    },
    async ({ deps, viewer, params, redirect }) => {
      const ordered = await orderedPeople(deps.read, viewer.userId);
      const person = ordered.find(({ key }) => key === params.participantId) ?? refuse('NOT_FOUND');
      const birthDate = person.birthDate === '' ? null : (person.birthDate as Companion['birthDate']);
      await deps.write((work) => stopOffers(work, { userId: viewer.userId, person: { ...person, birthDate } }));
      return redirect(`${companionsPath}?done=forgotten`);
    },
  ),
];
