import { randomUUID } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import type { Viewer } from '#src/access/viewer.ts';
import { savedFormCookie } from '#src/web/forms/saved-forms.ts';

/** Stand in a shared page where something of the person goes; nobody knows them, so no text of an event can hold one. */
const [emailMark, csrfMark] = [`email-${randomUUID()}`, `csrf-${randomUUID()}`];
export const personalMarks = [emailMark, csrfMark] as const;
/** What goes there. */
export const personalValues = ({ email, csrfToken }: Viewer): readonly string[] => [email, csrfToken];

/** Needs no escaping in HTML. */
const isPlain = /^[\w.+@-]+$/;

/**
 * Whether somebody sees of a shared page what everybody with a session does, but for their address and their token: they
 * work for nobody, nobody acts as them, and nothing that they typed waits to be shown again.
 */
export function isOrdinary(viewer: Viewer, cookies: string | null | undefined): boolean {
  const { roles, isSuperAdmin, impersonator, mustRotate } = viewer;
  if (roles.length > 0 || isSuperAdmin || impersonator || mustRotate) return false;
  if (!personalValues(viewer).every((value) => isPlain.test(value))) return false;
  return parse(cookies ?? '', savedFormCookie)[savedFormCookie] === undefined;
}

/** Whom a shared page is rendered for: nobody in particular. */
export const placeholderViewer = (level: Viewer['level']): Viewer => ({
  userId: 0,
  email: emailMark,
  level,
  verifiedAt: null,
  visitId: 'shared',
  isSuperAdmin: false,
  roles: [],
  language: null,
  csrfToken: csrfMark,
  sessionId: '',
  impersonator: null,
  mustRotate: false,
});
