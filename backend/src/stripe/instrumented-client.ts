import Stripe from 'stripe';
import { troubleOf } from '../jobs/breakers.js';
import type { OnAnswer } from '../jobs/partner-limit.js';
import { somethingWasTried, timeLeftForPartner } from '../telemetry/request-context.js';

/** A request with less time left than Stripe may take waits less, and its timeout does not count as Stripe's. */
export function instrumented(client: Stripe.HttpClient, recordResult: OnAnswer = () => undefined): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...args) => {
      const timeout = args[7];
      const left = timeLeftForPartner(timeout);
      if (left === 0) throw Stripe.HttpClient.makeTimeoutError();
      args[7] = left;
      somethingWasTried();
      try {
        const answer = await client.makeRequest(...args);
        recordResult(troubleOf(answer.getStatusCode()));
        return answer;
      } catch (error) {
        if (left === timeout || codeOf(error) !== Stripe.HttpClient.TIMEOUT_ERROR_CODE) recordResult('connection');
        throw error;
      }
    },
  };
}

function codeOf(error: unknown): unknown {
  return Object(error).code;
}
