import { type ComponentProps, type ReactElement, type ReactNode, useContext } from 'react';
import { preinitModule } from 'react-dom';
import {
  ButtonLink as AnyButtonLink,
  PostButton as AnyPostButton,
  CsrfField,
  ErrorSummary,
  type FormErrors,
} from './button.tsx';
import { Alert } from './display.tsx';
import { errorText, FieldViewContext, type FormView } from './field.tsx';
import { PageContext, useOpens, useTranslator } from './page.tsx';
import { toBeOrdered } from './summary-order.ts';

export { Button, CsrfField, ErrorSummary, type FormErrors } from './button.tsx';

/** Links and buttons that lead to a closed door are left out. */
export function ButtonLink(props: ComponentProps<typeof AnyButtonLink>): ReactElement | null {
  return useOpens()('get', props.href ?? '') ? <AnyButtonLink {...props} /> : null;
}
export function PostButton(props: ComponentProps<typeof AnyPostButton>): ReactElement | null {
  return useOpens()('post', props.action) ? <AnyPostButton {...props} /> : null;
}
/** The same within a text: the words remain, or with `orNothing` not. */
export function OpenLink({ orNothing, ...link }: ComponentProps<'a'> & { orNothing?: boolean }): ReactNode {
  if (useOpens()('get', link.href ?? '')) return <a {...link} />;
  return orNothing ? null : link.children;
}

type FormProps = Omit<ComponentProps<'form'>, 'method' | 'action'> & {
  action: string;
  /** Default: the page's. */
  csrfToken?: string | null;
  method?: 'get' | 'post';
  /** `* erforderlich` */
  requiredNote?: string;
  /** Input, errors and refusal. */
  state?: FormView & { refusal?: string | null };
  /** The label of a control, for the error summary. */
  labelOf?: (control: string) => string | undefined;
  /** Warns before unsaved input is lost; `changed`: there is some from the start. */
  guard?: boolean | 'changed';
  /** Between a refusal and the error summary. */
  above?: ReactNode;
};

/** Input posted after the session ended; null when there is none. */
export function useSavedInput(action: string): Readonly<Record<string, string>> | null {
  const page = useContext(PageContext);
  const kept = action === '' ? null : page?.savedForm;
  return kept?.action === action ? kept.input : null;
}

/**
 * Posts a form. Native validation is off, because our messages are better. Restored input after an ended session is shown with a
 * note and does nothing by itself.
 */
export function Form({ csrfToken, method = 'post', requiredNote, className = 'form', children, ...props }: FormProps) {
  const { state = {}, labelOf = () => undefined, guard, above, ...form } = props;
  const page = useContext(PageContext);
  const kept = useSavedInput(method === 'post' ? form.action : '');
  const { errors = {}, refusal } = state;
  const isChanged = guard === 'changed' || kept;
  if ((guard || kept) && page) preinitModule(page.assets.manifest.runtime, { as: 'script' });
  return (
    <form
      noValidate
      {...(guard || kept ? { 'data-guard': isChanged ? 'changed' : '' } : {})}
      {...form}
      method={method}
      className={className}
    >
      {method === 'post' ? <CsrfField token={csrfToken === undefined ? (page?.csrfToken ?? null) : csrfToken} /> : null}
      {kept ? <SavedInputNotice /> : null}
      <RefusalNote>{refusal}</RefusalNote>
      {above}
      <Summary errors={errors} labelOf={labelOf} />
      {requiredNote ? <p className="required-note">{requiredNote}</p> : null}
      <FieldViewContext value={{ input: kept ?? state.input, errors }}>{children}</FieldViewContext>
    </form>
  );
}

function SavedInputNotice(): ReactElement {
  return (
    <Alert tone="wait" urgent focused>
      {useTranslator().t('form.kept')}
    </Alert>
  );
}

/** Announces why a post was refused. */
export const RefusalNote = ({ children }: { children: ReactNode }): ReactElement | null =>
  children ? (
    <Alert tone="bad" urgent focused>
      {children}
    </Alert>
  ) : null;

/** Announces success. */
export function Saved({ children }: { children?: ReactNode }): ReactElement {
  const i18n = useTranslator();
  return (
    <Alert tone="good" focused>
      {children ?? i18n.t('ui.form.saved')}
    </Alert>
  );
}

/** Away from its field, an error names it. */
function Summary({ errors, labelOf }: { errors: FormErrors; labelOf: (control: string) => string | undefined }) {
  const page = useContext(PageContext);
  const entries = Object.entries(errors);
  if (!page || entries.length === 0) return null;
  const { i18n } = page;
  const named = entries.map(([name, error]) => {
    const [field, text] = [labelOf(name), errorText(error) ?? ''];
    return [name, field && text ? i18n.t('ui.errors.ofField', { field, error: text }) : text];
  });
  return (
    <ErrorSummary
      title={i18n.t('ui.errors.title', { count: entries.length })}
      errors={Object.fromEntries(named)}
      list={toBeOrdered}
    />
  );
}
