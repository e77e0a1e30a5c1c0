import { loadOrganizer } from '#modules/organizers/index.ts';
import { mayTouch, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { billOf, companiesOfMailbox, companyOf } from './read-companies.ts';
import { refuse } from './rules/problems.ts';
import type { Company, CompanyBill } from './schema.ts';

type Call<Params> = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: Params };
type Billed = { company: Company; bill: CompanyBill };

/** Route loader: a company of an organizer whose money the viewer manages. @throws Problem NOT_FOUND */
export async function loadCompany({ deps, viewer, may, params }: Call<{ companyId: number }>): Promise<Company> {
  const company = await companyOf(deps.read, params.companyId);
  return mayTouch(may, viewer, { organizerIds: [company.organizerId] }) ? company : refuse('NOT_FOUND');
}

export async function loadCompanyAt(call: Call<{ organizerId: number; companyId: number }>): Promise<Company> {
  await loadOrganizer(call);
  const company = await loadCompany(call);
  return company.organizerId === call.params.organizerId ? company : refuse('NOT_FOUND');
}

const billIn = async (deps: Pick<Deps, 'read'>, company: Company, billId: number): Promise<Billed> => {
  const bill = await billOf(deps.read, billId);
  return bill.companyId === company.id ? { company, bill } : refuse('NOT_FOUND');
};

export const loadBillAt = async (
  call: Call<{ organizerId: number; companyId: number; companyBillId: number }>,
): Promise<Billed> => billIn(call.deps, await loadCompanyAt(call), call.params.companyBillId);

export async function loadManagedBill(call: Call<{ companyBillId: number }>): Promise<Billed> {
  const { companyId } = await billOf(call.deps.read, call.params.companyBillId);
  return billIn(call.deps, await loadCompany({ ...call, params: { companyId } }), call.params.companyBillId);
}

/** Route loader: a bill of a company that the viewer belongs to. @throws Problem NOT_FOUND */
export async function loadOwnBill({
  deps,
  viewer,
  may,
  params,
}: Call<{ companyId: number; companyBillId: number }>): Promise<Billed> {
  const own = mayTouch(may, viewer, viewer) ? await companiesOfMailbox(deps.read, viewer.email) : [];
  const company = own.find(({ id }) => id === params.companyId) ?? refuse('NOT_FOUND');
  return billIn(deps, company, params.companyBillId);
}
