import { createHash } from 'node:crypto';
import { and, eq, gt, lte } from 'drizzle-orm';
import { getCookie, setCookie } from 'hono/cookie';
import { countTry, type Limit } from '#src/data/limits.ts';
import { savedForms } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { Problem } from '#src/kernel/problem.ts';
import { hours, type Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { AppContext } from '../http.ts';
import { withPicked } from './pickers.ts';

/**
 * A form that was posted after its session had ended is saved for an hour under a secret of this browser. After the login its
 * page shows it again. It belongs to the browser, because the person is unknown. Only the secret's hash is stored, so a copy of
 * the database opens none.
 */
export type SavedForm = {
  /** The form's path and query. */
  action: string;
  form: FormData;
  /** The language in which dates and amounts were typed. */
  locale: Locale;
};

export const savedFormCookie = 'typed';
const savedMs = hours(1);
const maxCharacters = 200_000;
const maxFields = 5000;
const savedPerNetwork: Limit = { name: 'kept-post', most: 60, windowMs: hours(1), per: 'address' };
/** Fields that prove or answer something instead of holding input. */
const isNoInput = new Set(['csrf', 'confirmed']);

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const pathOf = (address: string) => new URL(address, 'http://here').pathname;

/** Saves a posted form, one per page. Returns whether it did. */
export async function storeForm(context: AppContext, page: string, form: FormData): Promise<boolean> {
  const { deps, clientAddress, i18n } = context.var;
  const url = new URL(context.req.url);
  const fields = [...withPicked(form, i18n)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !isNoInput.has(entry[0]),
  );
  const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (fields.length === 0 || fields.length > maxFields || size > maxCharacters) return false;
  // Invalid in a cookie path (RFC 6265, section 4.1.1).
  if (pathOf(page).includes(';')) return false;
  // Always a new secret: another person may know the old one.
  const secret = secretToken(32);
  const before = getCookie(context, savedFormCookie) ?? '';
  try {
    await deps.write(async (work) => {
      await countTry(work, savedPerNetwork, clientAddress, deps.config.limitFactor);
      await work.tx
        .delete(savedForms)
        .where(and(eq(savedForms.hash, hashOf(before)), eq(savedForms.page, pathOf(page))));
      await work.tx.insert(savedForms).values({
        hash: hashOf(secret),
        page: pathOf(page),
        action: url.pathname + url.search,
        locale: i18n.locale,
        fields,
        keptAt: work.now,
      });
    });
  } catch (error) {
    // Over the limit; the login comes first either way.
    if (error instanceof Problem) return false;
    throw error;
  }
  setSavedFormCookie(deps, context, page, secret, savedMs / 1000);
  return true;
}

/** Takes the input saved for this page, once. */
export async function takeSavedForm(context: AppContext): Promise<SavedForm | null> {
  const { deps } = context.var;
  const secret = getCookie(context, savedFormCookie);
  if (!secret) return null;
  const { pathname } = new URL(context.req.url);
  const since = (deps.clock() - savedMs) as Instant;
  const row = and(eq(savedForms.hash, hashOf(secret)), eq(savedForms.page, pathname), gt(savedForms.keptAt, since));
  const [waiting] = await deps.read.select({ page: savedForms.page }).from(savedForms).where(row);
  if (!waiting) return null;
  const [taken] = await deps.write(({ tx }) => tx.delete(savedForms).where(row).returning());
  setSavedFormCookie(deps, context, pathname, '', 0);
  if (!taken) return null;
  const form = new FormData();
  for (const [name, value] of taken.fields) form.append(name, value);
  return { action: taken.action, form, locale: taken.locale };
}

/** The cookie's path is the page, so that tabs do not overwrite each other. */
function setSavedFormCookie(deps: Deps, context: AppContext, page: string, value: string, maxAge: number): void {
  const secure = deps.config.publicUrl.startsWith('https:');
  setCookie(context, savedFormCookie, value, { path: pathOf(page), httpOnly: true, sameSite: 'Lax', secure, maxAge });
}

export const forgetSavedForms = async ({ tx, now }: Work): Promise<void> => {
  await tx.delete(savedForms).where(lte(savedForms.keptAt, (now - savedMs) as Instant));
};
