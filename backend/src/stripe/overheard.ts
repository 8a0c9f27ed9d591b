import Stripe from 'stripe';
import { type OnAnswer, troubleOf } from '../platform/due/breakers.js';
import { somethingWasTried, timeLeftForPartner } from '../platform/request-context.js';

/**
 * What carries requests to Stripe, and tells what came of each. For a request of ours that has less time left than Stripe may take, less is
 * waited, and a late answer is then no trouble of Stripe's. Source: https://github.com/stripe/stripe-node#configuration
 */
export function overheard(client: Stripe.HttpClient, heard: OnAnswer = () => undefined): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...asked) => {
      const timeout = asked[7];
      const left = timeLeftForPartner(timeout);
      if (left === 0) throw Stripe.HttpClient.makeTimeoutError();
      asked[7] = left;
      somethingWasTried();
      try {
        const answer = await client.makeRequest(...asked);
        heard(troubleOf(answer.getStatusCode()));
        return answer;
      } catch (error) {
        if (left === timeout || codeOf(error) !== Stripe.HttpClient.TIMEOUT_ERROR_CODE) heard('connection');
        throw error;
      }
    },
  };
}

function codeOf(error: unknown): unknown {
  return Object(error).code;
}
