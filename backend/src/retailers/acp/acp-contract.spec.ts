import { retailerContract } from '@supreme-access/test/contracts/retailer.contract.js';
import { sessionRetailerContract } from '@supreme-access/test/contracts/session-retailer.contract.js';
import type { ClientOf } from '@supreme-access/test/fixtures/sandbox-visit.js';
import { AcpRetailer } from './acp-retailer.js';
import { ACP_VERSIONS } from './acp-versions.js';

for (const version of ACP_VERSIONS) {
  const clientOf: ClientOf = ({ profile: _, ...at }) =>
    new AcpRetailer({ ...at, baseUrl: `${at.baseUrl}/acp`, version });
  retailerContract(`ACP ${version}`, clientOf);
  sessionRetailerContract(`ACP ${version}`, clientOf);
}
