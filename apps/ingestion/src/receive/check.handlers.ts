import { Controller } from '@nestjs/common';
import { problemOf, toolKind, type ClassifiedCall, type Item, type JobCheckReply } from '#contracts';
import { Handles, ServiceClient, type RequestContext } from '#messaging';
import { chosenSkill } from './chosen-skill.js';
import { Intake, mayReport } from './intake.js';
import type { ReadReport } from './reading/read-report.js';

/** Code units of a call that are shown. */
const SHOWN_CALL = 300;

/** Tells a runner's author what would be made of a report, without any effect. */
@Controller()
export class CheckHandlers {
  constructor(
    private readonly intake: Intake,
    private readonly client: ServiceClient,
  ) {}

  @Handles('jobs.check')
  async check(_body: unknown, { body, credential }: RequestContext): Promise<JobCheckReply> {
    const bytes = Buffer.from(JSON.stringify(body ?? {}));
    const reading = await this.intake.read({ bytes, headers: {}, credential, foldAgentCase: true });
    if (!reading.ok) return refused(reading.problem);
    const { report, findings, excerpt, redactions, unknownFields } = reading;
    // Operators may look too; of runners, only those that could report it.
    const fault = credential.role === 'runner' ? mayReport(credential, report.agent) : undefined;
    return {
      ...(fault === undefined ? { valid: true } : refused(fault)),
      signals: findings.signals,
      calls: findings.calls.map((call) => ({ ...call, call: callText(report.items[call.item]!) })),
      humanMessages: findings.humanMessages,
      notHuman: findings.notHuman,
      skill: chosenSkill(
        { items: report.items, skills: report.skills ?? [], ...findings },
        await this.defaultSkill(report.agent),
      ),
      exposure: [...(report.lessonsSeen ?? []), ...findings.lessonsFound],
      redactions,
      failuresNotCounted: notCounted(reading),
      unknownFields,
      excerpt,
    };
  }

  /** A ledger that is away keeps nobody from checking. */
  private async defaultSkill(agent: string): Promise<string | null> {
    try {
      return (await this.client.ask('ledger.agent', { agent, timeoutMs: 2_000 })).defaultSkill;
    } catch (error) {
      if (problemOf(error) === undefined) throw error;
      return null;
    }
  }
}

const refused = ({
  code,
  detail,
  errors,
}: {
  code: string;
  detail: string;
  errors?: { path: string; reason: string }[];
}): JobCheckReply => ({
  valid: false,
  problem: { code, detail, ...(errors && { errors }) },
  signals: [],
  calls: [],
  humanMessages: [],
  notHuman: [],
  skill: null,
  exposure: [],
  redactions: {},
  failuresNotCounted: [],
  unknownFields: [],
  excerpt: '',
});

function callText(item: Item): string {
  const text =
    item.type === 'command'
      ? item.command
      : item.type === 'tool'
        ? `${item.name} ${JSON.stringify(item.arguments) ?? ''}`
        : '';
  return text.length <= SHOWN_CALL ? text : `${text.slice(0, SHOWN_CALL).toWellFormed()}…`;
}

function notCounted({ report, findings }: ReadReport): JobCheckReply['failuresNotCounted'] {
  return findings.calls
    .filter(({ counts }) => !counts)
    .map((call) => ({ item: call.item, why: whyNot(call, report.items[call.item]!) }));
}

function whyNot(call: ClassifiedCall, item: Item): string {
  if (call.class === 'masked') return 'The exit code is 0; the output is an error that a pipe or a list hid.';
  const kind = item.type === 'tool' ? toolKind(item) : 'local';
  return `A call of kind ${kind} is recorded, but is no signal unless brain.count_mcp_failures is true.`;
}
