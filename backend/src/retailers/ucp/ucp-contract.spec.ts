import { retailerContract } from '@supreme-access/test/contracts/retailer.contract.js';
import { sessionRetailerContract } from '@supreme-access/test/contracts/session-retailer.contract.js';
import type { ClientOf } from '@supreme-access/test/fixtures/sandbox-visit.js';
import { UCP_VERSIONS, UcpRetailer } from './ucp-retailer.js';

for (const version of UCP_VERSIONS) {
  const clientOf: ClientOf = (at) => new UcpRetailer({ ...at, baseUrl: `${at.baseUrl}/ucp`, version });
  retailerContract(`UCP ${version}`, clientOf);
  sessionRetailerContract(`UCP ${version}`, clientOf);
}
