import type Stripe from 'stripe';
import { type OnAnswer, troubleOf } from '../platform/due/breakers.js';

/** What carries requests to Stripe, and tells what came of each. Source: https://github.com/stripe/stripe-node#configuration */
export function overheard(client: Stripe.HttpClient, heard: OnAnswer = () => undefined): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...asked) => {
      try {
        const answer = await client.makeRequest(...asked);
        heard(troubleOf(answer.getStatusCode()));
        return answer;
      } catch (error) {
        heard('connection');
        throw error;
      }
    },
  };
}
