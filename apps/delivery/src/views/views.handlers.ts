import { Controller } from '@nestjs/common';
import type { DeliveredLessonsRequest, FileRequest, IndexRequest, Replies, ViewRequest } from '#contracts';
import { deliveredLesson } from '#domain';
import { Handles, type RequestContext } from '#messaging';
import { ReceiptLog } from '../receipts/receipt-log.js';
import { sectionOf, Views } from './views.service.js';

@Controller()
export class ViewsHandlers {
  constructor(
    private readonly views: Views,
    private readonly receipts: ReceiptLog,
  ) {}

  @Handles('delivery.index')
  index(body: IndexRequest, { agent = '' }: RequestContext): Promise<Replies['delivery.index']> {
    return this.views.index(agent, body.minPosition);
  }

  @Handles('delivery.view')
  async view(body: ViewRequest, { agent = '', by }: RequestContext): Promise<Replies['delivery.view']> {
    const { reply, rendered } = await this.views.view(agent, body);
    this.receipts.note({ agent, credential: by.credential, jobId: body.jobId, rendered });
    return reply;
  }

  @Handles('delivery.file')
  file(body: FileRequest, { agent = '' }: RequestContext): Promise<Replies['delivery.file']> {
    return this.views.file(agent, body.skill, body.path, body.minPosition);
  }

  @Handles('delivery.lessons')
  async lessons(
    body: DeliveredLessonsRequest,
    { agent = '', by }: RequestContext,
  ): Promise<Replies['delivery.lessons']> {
    const all = await this.views.lessons(agent, body.skills, body.minPosition);
    const skills: Replies['delivery.lessons']['skills'] = {};
    for (const rendered of all) {
      const lessons = rendered.lessons.map(deliveredLesson);
      skills[rendered.skill.name] = {
        text: sectionOf(rendered),
        contentHash: rendered.contentHash,
        hasLessons: lessons.length > 0,
        lessons,
      };
      this.receipts.note({ agent, credential: by.credential, jobId: body.jobId, rendered });
    }
    return { skills, position: this.views.position };
  }
}
