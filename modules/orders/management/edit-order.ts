import type * as z from 'zod';
import type { FormRecord } from '#src/platform/forms/form-input.ts';
import { formPages } from '#src/platform/forms/form-pages.ts';
import type { Reading } from '#src/platform/forms/read-form.ts';
import { type FormState, type SavedForm, saveForm, saveRead } from '#src/platform/forms/save-form.ts';
import type { Work } from '#src/platform/work.ts';
import { type AdminOrderRecord, adminOrderOf } from './admin-read.ts';
import { type Done, managedOrder, type OrderCall, wordsHere } from './order-frame.tsx';

/** The call speaks in the words of the order's event. */
export type ManagedOrder<Name extends string = never> = { call: OrderCall<Name>; order: AdminOrderRecord };

export async function loadOrder<Name extends string>(call: OrderCall<Name>): Promise<ManagedOrder<Name>> {
  const order = await managedOrder(call);
  return { call: { ...call, words: wordsHere(call, order) }, order };
}

type OrderForm<S extends z.ZodType> = Omit<SavedForm<S>, 'stored' | 'save' | 'merges'> & {
  /** Of the order as it is in the write itself. */
  stored: (order: AdminOrderRecord) => FormRecord;
  /** The verb; the person changed at least one field. */
  save: (work: Work, data: z.output<S>, changed: readonly string[], order: AdminOrderRecord) => Promise<unknown>;
  done: Done;
  /** Below the order's page, where it goes on. */
  to?: string;
};

/** Saves what somebody changed in a form of an order. What others changed in other fields stays as it is. */
export function saveOrderForm<S extends z.ZodType>(
  { call, order }: ManagedOrder,
  { stored, save, done, to = '', ...form }: OrderForm<S>,
  read?: Reading<z.output<S>>,
): Promise<{ to: string } | { state: FormState }> {
  const saved: SavedForm<S> = {
    ...form,
    merges: true,
    stored: async ({ tx }) => stored(await adminOrderOf(tx, order.id)),
    save: async (work, data, changed) => {
      if (changed.length > 0) await save(work, data, changed, await adminOrderOf(work.tx, order.id));
      return `/admin/orders/${order.id}${to}?done=${done}`;
    },
  };
  return read ? saveRead(call, saved, read) : saveForm(call, saved);
}

/** A form of an order at an address of its own. */
export const orderFormPages = <Name extends string = never>(
  path: `/admin/orders/{orderId}/${string}`,
  show: (at: ManagedOrder<Name>, state?: FormState) => Promise<Response>,
  save: (at: ManagedOrder<Name>) => Promise<{ to: string } | { state: FormState }>,
) =>
  formPages({
    path,
    may: 'order.manage',
    // The path names them.
    of: (call) => loadOrder(call as OrderCall<Name>),
    show,
    save,
  });
