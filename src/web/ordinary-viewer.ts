import { randomUUID } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import type { Viewer } from '#src/access/viewer.ts';
import { savedFormCookie } from '#src/web/forms/saved-forms.ts';

/** Placeholders for personal values in a shared page. They are random, so no text of an event contains one. */
const [emailMark, csrfMark] = [`email-${randomUUID()}`, `csrf-${randomUUID()}`];
export const personalMarks = [emailMark, csrfMark] as const;
export const personalValues = ({ email, csrfToken }: Viewer): readonly string[] => [email, csrfToken];

/** Needs no HTML escaping. */
const isPlain = /^[\w.+@-]+$/;

/**
 * Whether the viewer sees a shared page like everybody with a session, apart from address and token: no organizer role, no
 * impersonation, no saved input.
 */
export function isOrdinary(viewer: Viewer, cookies: string | null | undefined): boolean {
  const { roles, isSuperAdmin, impersonator, mustRotate } = viewer;
  if (roles.length > 0 || isSuperAdmin || impersonator || mustRotate) return false;
  if (!personalValues(viewer).every((value) => isPlain.test(value))) return false;
  return parse(cookies ?? '', savedFormCookie)[savedFormCookie] === undefined;
}

/** The viewer for whom shared pages are rendered. */
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
