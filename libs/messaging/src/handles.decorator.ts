import { Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import type { OperationName } from '#contracts';

/** Nest would turn an error into a bare "Internal server error"; the dispatcher tells refusals and faults apart itself. */
@Catch()
class PassOn implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** Marks a controller's method `(body, context: RequestContext)` as the handler of an operation, on every road. */
export function Handles(name: OperationName): MethodDecorator {
  return (target, key, descriptor) => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    UseFilters(PassOn)(target, key, descriptor);
    MessagePattern(name)(target, key, descriptor as PropertyDescriptor);
  };
}
