import type { ReactElement } from 'react';
import { type Frame, usePage } from './page.tsx';
import { paths } from './paths.ts';

const id = 'support';

/** Opens the dialog below without a script. */
export function SupportButton(): ReactElement {
  const { i18n } = usePage();
  return (
    <button className="support-button" type="button" popoverTarget={id}>
      <span aria-hidden="true">?</span>
      <span className="support-word">{i18n.t('ui.support.button')}</span>
    </button>
  );
}

/** Support contact and error id. Without popovers the footer links to a page. */
export function SupportDialog({ frame: { contact, errorId } }: { frame: Frame }): ReactElement {
  const { i18n } = usePage();
  const subject = errorId ? `?subject=${encodeURIComponent(i18n.t('ui.error.id', { errorId }))}` : '';
  return (
    <div className="support" id={id} popover="auto" role="dialog" aria-labelledby="support-title">
      <h2 id="support-title">{i18n.t('ui.support.title')}</h2>
      <p>{i18n.t('ui.support.text')}</p>
      {errorId ? <p className="support-error">{i18n.t('ui.error.id', { errorId })}</p> : null}
      <p>
        <a href={paths.support}>{i18n.t('ui.support.questions')}</a>
      </p>
      <p>
        <a href={`mailto:${contact}${subject}`}>{i18n.t('screens.contact', { contact })}</a>
      </p>
      <button
        className="button button-quiet"
        type="button"
        popoverTarget={id}
        popoverTargetAction="hide"
        // biome-ignore lint/a11y/noAutofocus: takes the focus when the dialog opens, not when the page does.
        autoFocus
      >
        {i18n.t('ui.dialog.close')}
      </button>
    </div>
  );
}
