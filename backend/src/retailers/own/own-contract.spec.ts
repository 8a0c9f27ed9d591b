import { retailerContract } from '@supreme-access/test/contracts/retailer.contract.js';
import { OwnRetailer } from './own-retailer.js';

retailerContract('our own protocol', ({ baseUrl, key, send }) => new OwnRetailer({ url: baseUrl, key, send }));
