export const companiesPath = (organizerId: number): string => `/admin/organizer/${organizerId}/companies`;
export const companyPath = (organizerId: number, companyId: number | 'new'): string =>
  `${companiesPath(organizerId)}/${companyId}`;
export const billPath = (organizerId: number, companyId: number, billId: number): string =>
  `${companyPath(organizerId, companyId)}/bills/${billId}`;
export const ownCompaniesPath = '/companies';
export const ownBillPath = (companyId: number, billId: number): string => `/companies/${companyId}/bills/${billId}`;
