import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuditPromise } from '@supreme-access/contract/shapes/audit.js';
import { Needs } from '../../auth/guard.js';
import { AnswersList } from '../../http/answers.js';
import { Promises } from './promises.js';

@ApiTags('audit')
@Controller('api/admin/audit/promises')
@Needs('admin', 'auditor')
export class PromisesController {
  constructor(private readonly promises: Promises) {}

  /** Lists the product's promises with what the last runs found, and what nobody has checked since. */
  @Get()
  @AnswersList(AuditPromise)
  all(): Promise<AuditPromise[]> {
    return this.promises.all();
  }
}
