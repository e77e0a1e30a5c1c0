import type * as z from 'zod';
import type { Work } from '#src/data/work.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, type SavedForm, saveForm } from '#src/web/forms/save-form.ts';
import { type assistsOrder, managesOrder } from '../load.ts';
import { type AdminOrderRecord, adminOrderOf } from '../read-admin.ts';
import { type Done, type OrderCall, wordsHere } from './order-frame.tsx';

/** The call speaks in the words of the order's event. */
export type ManagedOrder<Name extends string = never> = { call: OrderCall<Name>; order: AdminOrderRecord };

const orderHere = <Name extends string>(call: OrderCall<Name>): ManagedOrder<Name> => {
  const order = call.record;
  return { call: { ...call, i18n: wordsHere(call, order) }, order };
};

type OrderForm<S extends z.ZodType> = Omit<SavedForm<S>, 'stored' | 'save' | 'merges'> & {
  /** Of the order as it is in the write itself. */
  stored: (order: AdminOrderRecord) => FormRecord;
  /** The verb; the person changed at least one field. */
  save: (work: Work, data: z.output<S>, changed: readonly string[], order: AdminOrderRecord) => Promise<unknown>;
  done: Done;
};

/** Saves what somebody changed in a form of an order. What others changed in other fields stays as it is. */
export function saveOrderForm<S extends z.ZodType>(
  { call, order }: ManagedOrder,
  { stored, save, done, ...form }: OrderForm<S>,
): Promise<{ to: string } | { state: FormState }> {
  return saveForm(call, {
    ...form,
    merges: true,
    stored: async ({ tx }) => stored(await adminOrderOf(tx, order.id)),
    save: async (work, data, changed) => {
      if (changed.length > 0) await save(work, data, changed, await adminOrderOf(work.tx, order.id));
      return `/admin/orders/${order.id}?done=${done}`;
    },
  });
}

/** A form of an order at an address of its own. */
export const orderFormPages = <Name extends string = never>(
  path: `/admin/orders/{orderId}/${string}`,
  show: (at: ManagedOrder<Name>, state?: FormState) => Promise<Response>,
  save: (at: ManagedOrder<Name>) => Promise<{ to: string } | { state: FormState }>,
  line: typeof managesOrder | typeof assistsOrder = managesOrder,
) =>
  formPages({
    path,
    may: line.may as typeof managesOrder.may,
    load: line.load,
    // The path names them.
    of: (call) => orderHere(call as OrderCall<Name>),
    show,
    save,
  });
