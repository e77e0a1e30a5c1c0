import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { MessageKey, Translator } from '#src/platform/locale.ts';
import { CheckboxField, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import {
  longestBody,
  longestSubject,
  type MailingError,
  type MailingErrors,
  type MailingFilter,
  type MailingText,
  placeholders,
} from './rules/mailing.ts';

export type MailingDraft = { filter: MailingFilter; text: MailingText };
export const emptyDraft: MailingDraft = {
  filter: { competitionIds: null, paid: null, formField: null },
  text: { de: { subject: '', body: '' }, 'en-us': null },
};

const id = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** A letter to those whom the address names, by the names of the form's fields. */
export const draftTo = (query: URLSearchParams): MailingDraft => {
  const form = new FormData();
  for (const [name, value] of query) form.append(name, value);
  return { ...emptyDraft, filter: draftOf(form).filter };
};

/** What was typed. An English letter of which nothing was typed is none. */
export function draftOf(form: FormData): MailingDraft {
  const text = (name: string, most: number) => String(form.get(name) ?? '').slice(0, most + 1);
  const letter = (language: string) => ({
    subject: text(`${language}.subject`, longestSubject).trim(),
    body: text(`${language}.body`, longestBody),
  });
  const english = letter('en-us');
  const competitionIds = form.getAll('competition').flatMap((value) => id(String(value)) ?? []);
  const paid = String(form.get('paid') ?? '');
  const fieldId = id(String(form.get('field') ?? ''));
  const value = text('answer', 5000).trim();
  return {
    filter: {
      competitionIds: competitionIds.length > 0 ? competitionIds : null,
      paid: paid === 'paid' || paid === 'unpaid' ? paid : null,
      formField: fieldId !== null && value !== '' ? { fieldId, value } : null,
    },
    text: { de: letter('de'), 'en-us': english.subject === '' && english.body.trim() === '' ? null : english },
  };
}

/** What is wrong, in sentences, by the field. */
export const faultTexts = (faults: MailingErrors, words: Translator): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([path, fault]) => [path, faultText(fault, words)]));

const faultText = ({ code, names = [] }: MailingError, words: Translator): string =>
  code === 'placeholder'
    ? words.t('mailings.fault.placeholder', { names: names.join(' ') })
    : words.t(`mailings.fault.${code}`);

type MailingFormProps = {
  draft: MailingDraft;
  errors: Readonly<Record<string, string>>;
  catalog: Catalog;
  words: Translator;
  action: string;
  cancelHref: string;
};

/** Whom it goes to and what it says. */
export function MailingForm(props: MailingFormProps): ReactElement {
  const { draft, errors, catalog, words, action, cancelHref } = props;
  const { filter, text } = draft;
  const language = words.locale === 'de' ? 'de' : 'en';
  return (
    <Form
      action={action}
      requiredNote={words.t('ui.form.required')}
      state={{ errors }}
      guard={Object.keys(errors).length > 0 ? 'changed' : true}
      className="form prose"
    >
      <fieldset className="form-group">
        <legend>{words.t('mailings.form.whom')}</legend>
        <p className="soft">{words.t('mailings.form.whomHint')}</p>
        <div className="form-fields">
          {catalog.competitions.length > 1 ? (
            <fieldset className="choices">
              <legend>{words.t('mailings.form.competitions')}</legend>
              {catalog.competitions.map(({ id: competitionId, title }) => (
                <CheckboxField
                  key={competitionId}
                  id={`competition-${competitionId}`}
                  name="competition"
                  value={competitionId}
                  label={title}
                  defaultChecked={filter.competitionIds?.includes(competitionId) ?? false}
                />
              ))}
            </fieldset>
          ) : null}
          <SelectField
            name="paid"
            label={words.t('mailings.form.paid')}
            defaultValue={filter.paid ?? ''}
            placeholder={words.t('mailings.paid.all')}
            options={(['paid', 'unpaid'] as const).map((value) => ({
              value,
              label: words.t(`mailings.paid.${value}`),
            }))}
          />
          {catalog.formFields.length > 0 ? (
            <>
              <SelectField
                name="field"
                label={words.t('participantList.filter.field')}
                defaultValue={filter.formField ? String(filter.formField.fieldId) : ''}
                placeholder={words.t('ui.list.any')}
                options={catalog.formFields.map(({ id: fieldId, name }) => ({
                  value: String(fieldId),
                  label: name[language] || name.de,
                }))}
              />
              <TextField
                name="answer"
                label={words.t('participantList.filter.answer')}
                defaultValue={filter.formField?.value ?? ''}
                autoComplete="off"
              />
            </>
          ) : null}
        </div>
      </fieldset>
      <LetterFields language="de" letter={text.de} words={words} />
      <details className="more-filters" open={text['en-us'] !== null}>
        <summary>{words.t('mailings.form.english')}</summary>
        <LetterFields language="en-us" letter={text['en-us']} words={words} />
      </details>
      <div className="form-actions">
        <Button>{words.t('mailings.form.next')}</Button>
        <ButtonLink look="quiet" href={cancelHref}>
          {words.t('ui.form.cancel')}
        </ButtonLink>
      </div>
    </Form>
  );
}

function LetterFields(props: {
  language: 'de' | 'en-us';
  letter: MailingText['de'] | null;
  words: Translator;
}): ReactElement {
  const { language, letter, words } = props;
  const isNeeded = language === 'de';
  return (
    <fieldset className="form-group">
      <legend>{words.t(`mailings.form.letter.${language}`)}</legend>
      <div className="form-fields">
        <TextField
          name={`${language}.subject`}
          label={words.t('mailings.form.subject')}
          defaultValue={letter?.subject ?? ''}
          maxLength={longestSubject}
          required={isNeeded}
          lang={language === 'de' ? 'de' : 'en'}
        />
        <TextArea
          name={`${language}.body`}
          label={words.t('mailings.form.body')}
          hint={words.t('mailings.form.bodyHint')}
          defaultValue={letter?.body ?? ''}
          rows={10}
          maxLength={longestBody}
          required={isNeeded}
          lang={language === 'de' ? 'de' : 'en'}
        />
      </div>
      <dl className="placeholders">
        {placeholders.map((name) => (
          <div key={name}>
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd>{words.t(`mailings.placeholder.${name}` as MessageKey)}</dd>
          </div>
        ))}
      </dl>
    </fieldset>
  );
}
