import * as z from 'zod';
import type { Translator } from '#src/texts/locale.ts';
import { type FormSpec, plainForm } from '#src/web/forms/fields.ts';

const longestComment = 5000;

export const commentInput = z.object({ comment: z.string().trim().min(1).max(longestComment) });

/** A comment on an order, in its history. */
export const commentForm = (i18n: Translator): FormSpec =>
  plainForm('ordersAdmin', {
    name: 'comment',
    kind: 'long',
    height: 2,
    label: i18n.t('ordersAdmin.comment'),
    required: true,
    control: { maxLength: longestComment },
    read(text) {
      return text.trim() === '' ? { error: i18n.t('ordersAdmin.commentMissing') } : undefined;
    },
  });
