import { type ClassifiedCall, type Findings, type JobReport, type Signal, toolKind } from '#contracts';

import { classifyCall } from './call-class.rules.js';
import { findHumanMessages } from './human-message.rules.js';

export interface FindingsOptions {
  /** Whether failures of MCP servers, hosted tools and other agents are signals (`brain.count_mcp_failures`). */
  countMcpFailures: boolean;
  /** Whether the credential that reported vouches for `human: true`. */
  relaysPeople?: boolean;
}

/** What a report shows, after text that this system delivered was cut out of it. Reflection jobs have no signals. */
export function readFindings(report: JobReport, options: FindingsOptions): Omit<Findings, 'lessonsFound'> {
  const calls = report.items.flatMap((item, index): ClassifiedCall[] => {
    if (item.type !== 'command' && item.type !== 'tool') return [];
    const found = classifyCall(item);
    if (found === undefined) return [];
    const ours = item.type === 'command' || toolKind(item) === 'local' || options.countMcpFailures;
    return [{ item: index, class: found, counts: ours && found !== 'masked' }];
  });
  const people = findHumanMessages(report, options.relaysPeople ?? false);
  const signals: Signal[] = [];
  if (report.reflection === undefined) {
    if (calls.some(({ counts }) => counts)) signals.push('failed_call');
    if (people.humanMessages.length > 0) signals.push('human_message');
  }
  return { signals, calls, ...people };
}
