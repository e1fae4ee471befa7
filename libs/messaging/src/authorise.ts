import { coversAgent, coversAllAgents, isAgent, Refusal, type Operation } from '#contracts';
import type { Identity } from './identities.js';

/**
 * Lets the identity pass, or says why not. The local identity may speak service verbs too, for tinkering.
 * @throws Refusal `forbidden`, `invalid_agent`
 */
export function authorise({ credential, proven }: Identity, operation: Operation, agent: string | undefined): void {
  const role = operation.roles.includes(credential.role) || !proven;
  if (!role) {
    throw new Refusal(
      'forbidden',
      `This asks for the role ${operation.roles.join(' or ')}; yours is ${credential.role}.`,
    );
  }
  if (operation.perAgent) {
    if (!isAgent(agent)) throw new Refusal('invalid_agent');
    if (!coversAgent(credential, agent))
      throw new Refusal('forbidden', `Your credential does not cover agent ${agent}.`);
  } else if (operation.deployment === true && !coversAllAgents(credential)) {
    throw new Refusal('forbidden', 'This concerns the whole deployment; your credential covers some agents only.');
  }
}
