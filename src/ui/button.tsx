import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { errorText, fieldId } from './field.tsx';

/** Form parts for server and islands; `form.tsx` has the server's form. */
export const CsrfField = ({ token }: { token: string | null }): ReactElement | null =>
  token === null ? null : <input type="hidden" name="csrf" value={token} />;

type ButtonLook = { look?: 'main' | 'quiet' | 'plain' | 'danger'; small?: boolean; wide?: boolean };
const buttonClass = ({ look = 'main', small, wide }: ButtonLook, own?: string): string =>
  ['button', look === 'main' ? '' : `button-${look}`, small ? 'button-small' : '', wide ? 'button-wide' : '', own]
    .filter(Boolean)
    .join(' ');

/** One `main` button per page. */
export function Button({ look, small, wide, className, ...button }: ComponentProps<'button'> & ButtonLook) {
  return <button type="submit" {...button} className={buttonClass({ look, small, wide }, className)} />;
}

export function ButtonLink({ look, small, wide, className, ...link }: ComponentProps<'a'> & ButtonLook) {
  return <a {...link} className={buttonClass({ look, small, wide }, className)} />;
}

/** A button in a form of its own. */
export function PostButton({
  action,
  csrfToken,
  fields = {},
  children,
  ...look
}: ButtonLook & {
  action: string;
  csrfToken: string | null;
  fields?: Record<string, string | number>;
  children: ReactNode;
}): ReactElement {
  return (
    <form method="post" action={action}>
      <CsrfField token={csrfToken} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...look}>{children}</Button>
    </form>
  );
}

/** Finished sentences by field name, as in `VALIDATION_FAILED`. */
export type FormErrors = Readonly<Record<string, string | readonly string[]>>;

/** Lists the errors with links to their fields. Takes the focus when the page loads. */
export function ErrorSummary({
  title,
  errors,
  list = {},
}: {
  title: string;
  errors: FormErrors;
  list?: Readonly<Record<string, string>>;
}): ReactElement | null {
  const entries = Object.entries(errors).flatMap(([name, error]) => {
    const text = errorText(error);
    return text ? [[name, text] as const] : [];
  });
  if (entries.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: after a failed post the summary is where reading must go on.
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <h2>{title}</h2>
      <ul {...list}>
        {entries.map(([name, text]) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
