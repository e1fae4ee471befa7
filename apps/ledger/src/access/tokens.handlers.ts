import { Controller } from '@nestjs/common';
import type { IssueToken, Page, Replies, RevokeToken } from '#contracts';
import { Configuration, Handles, type RequestContext } from '#messaging';
import { commandOf } from '../commands/command-runner.js';
import { Credentials } from './credentials.service.js';

@Controller()
export class TokensHandlers {
  constructor(
    private readonly credentials: Credentials,
    private readonly configuration: Configuration,
  ) {}

  @Handles('tokens.issue')
  async issue(body: IssueToken, context: RequestContext): Promise<Replies['tokens.issue']> {
    const reply = await this.credentials.issue(body, commandOf(body, context));
    // This process knows at once, the others hear of it.
    await this.configuration.refresh().catch(() => undefined);
    return reply;
  }

  @Handles('tokens.list')
  async list(_page: Page): Promise<Replies['tokens.list']> {
    return { tokens: await this.credentials.list() };
  }

  @Handles('tokens.revoke')
  async revoke(body: RevokeToken, context: RequestContext): Promise<Replies['tokens.revoke']> {
    const reply = await this.credentials.revoke(body.credential, commandOf(body, context));
    await this.configuration.refresh().catch(() => undefined);
    return reply;
  }
}
