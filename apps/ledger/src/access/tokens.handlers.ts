import { Controller } from '@nestjs/common';
import type { IssueToken, Page, Replies, RevokeToken } from '#contracts';
import { Handles, type RequestContext } from '#messaging';
import { commandOf } from '../commands/command-runner.js';
import { Credentials } from './credentials.service.js';

@Controller()
export class TokensHandlers {
  constructor(private readonly credentials: Credentials) {}

  @Handles('tokens.issue')
  issue(body: IssueToken, context: RequestContext): Promise<Replies['tokens.issue']> {
    return this.credentials.issue(body, commandOf(body, context));
  }

  @Handles('tokens.list')
  async list(_page: Page): Promise<Replies['tokens.list']> {
    return { tokens: await this.credentials.list() };
  }

  @Handles('tokens.revoke')
  revoke(body: RevokeToken, context: RequestContext): Promise<Replies['tokens.revoke']> {
    return this.credentials.revoke(body.credential, commandOf(body, context));
  }
}
